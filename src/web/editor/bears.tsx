import { useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import type { Pictures } from '../operations'
import { call } from '../parts/client'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { Chooser, type Option } from './chooser'
import type { NodePart } from './figure'

type Glyph = Pictures['glyphs'][number]
type Change = (...operations: Operation[]) => void

/** The picture and the icon of a box: chosen from what the server has, loaded when a box is selected. */
export function Bears({ part, change }: { part: NodePart; change: Change }) {
  const said = words.editor
  const { id, said: node } = part
  const { answer } = useAnswer('pictures', (signal) => call('GET /api/pictures', { signal }))
  const picture = node.picture
  const glyph =
    picture && 'glyph' in picture
      ? answer?.glyphs.find(({ name }) => name === picture.glyph)
      : undefined
  const icon = answer?.icons.find(({ name }) => name === node.icon)
  const own = glyph ? optionOf(glyph) : picture && { name: said.sketch, about: '', preview: null }
  return (
    <>
      {(picture || (answer?.glyphs.length ?? 0) > 0) && (
        <Borne
          label={said.picture}
          empty={said.noPicture}
          options={answer?.glyphs.map(optionOf)}
          chosen={own}
          set={(name) => change({ op: 'set_picture', id, picture: { glyph: name } })}
          drop={picture ? () => change({ op: 'set_picture', id, picture: null }) : undefined}
        />
      )}
      <Borne
        label={said.icon}
        empty={node.icon === null ? said.noIcon : said.iconOfStyle}
        options={answer?.icons.map(iconOption)}
        chosen={icon && iconOption(icon)}
        set={(name) => change({ op: 'set_icon', id, icon: name })}
        drop={node.icon === null ? undefined : () => change({ op: 'set_icon', id, icon: null })}
      />
    </>
  )
}

/** What is borne now, a button to choose another, and one to take it away. */
function Borne({
  label,
  empty,
  options,
  chosen,
  set,
  drop,
}: {
  label: string
  empty: string
  options: readonly Option[] | undefined
  chosen: Option | undefined
  set: (name: string) => void
  drop: (() => void) | undefined
}) {
  const [open, setOpen] = useState(false)
  return (
    <fieldset class="field borne">
      <legend>{label}</legend>
      <div class="row">
        <span class="tile">{chosen?.preview}</span>
        <span class="soft">{chosen?.name ?? empty}</span>
      </div>
      <div class="row">
        <button
          type="button"
          class="small"
          disabled={!options}
          aria-label={words.editor.chooseOne(label)}
          onClick={() => setOpen(true)}
        >
          {words.editor.chooseAct}
        </button>
        <button
          type="button"
          class="small"
          disabled={!drop}
          aria-label={words.editor.takeAway(label)}
          onClick={drop}
        >
          {words.editor.without}
        </button>
      </div>
      {open && options && (
        <Chooser
          title={words.editor.chooseOne(label)}
          options={options}
          current={chosen?.name}
          close={() => setOpen(false)}
          chosen={(name) => {
            setOpen(false)
            set(name)
          }}
        />
      )}
    </fieldset>
  )
}

const optionOf = ({ name, help, svg }: Glyph): Option => ({
  name,
  about: help,
  preview: <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />,
})

const iconOption = ({ name, shows, path }: Pictures['icons'][number]): Option => ({
  name,
  about: shows,
  preview: (
    <svg viewBox="-1 -1 26 26" aria-hidden="true">
      <path d={path} />
    </svg>
  ),
})
