import { useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import type { Pictures } from '../operations'
import { call } from '../parts/client'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { Chooser, type Option } from './chooser'
import type { NodePart } from './figure'
import { Amount, Check, Choice } from './inputs'

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
      <Borne
        label={said.picture}
        empty={said.noPicture}
        options={answer?.glyphs.map(optionOf)}
        chosen={own}
        set={(name) => change({ op: 'set_picture', id, picture: { glyph: name } })}
        drop={picture ? () => change({ op: 'set_picture', id, picture: null }) : undefined}
      />
      {glyph && picture && 'glyph' in picture && (
        <Parameters
          glyph={glyph}
          values={picture.with ?? {}}
          set={(values) =>
            change({ op: 'set_picture', id, picture: { glyph: glyph.name, with: values } })
          }
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

/** What a glyph can be told: counts, kinds, switches. */
function Parameters({
  glyph,
  values,
  set,
}: {
  glyph: Glyph
  values: Readonly<Record<string, unknown>>
  set: (values: Record<string, unknown>) => void
}) {
  return (
    <div class="pair">
      {Object.entries(glyph.parameters).map(([name, one]) => {
        const value = values[name] ?? one.default
        const give = (given: unknown) => set({ ...values, [name]: given })
        const label = name[0]?.toUpperCase() + name.slice(1)
        if (one.type === 'boolean')
          return <Check key={name} label={label} on={value === true} set={give} />
        if (one.enum)
          return (
            <Choice
              key={name}
              label={label}
              value={String(value)}
              values={one.enum}
              names={{}}
              chosen={give}
            />
          )
        return (
          <Amount
            key={name}
            label={label}
            value={Number(value)}
            least={one.minimum ?? 0}
            most={one.maximum ?? 100}
            step={one.type === 'integer' ? 1 : 0.1}
            set={give}
          />
        )
      })}
    </div>
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
