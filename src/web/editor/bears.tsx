import { useState } from 'preact/hooks'
import type { Pictures } from '../operations'
import { call } from '../parts/client'
import { Dialog } from '../parts/dialog'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { Acts } from './inputs'
import type { Edits } from './use-edits'

type Way = 'picture' | 'icon'

/** The picture and the icon of a box: chosen from what the server has, loaded when a box is selected. */
export function Bears({ id, act }: { id: string; act: Edits['act'] }) {
  const said = words.editor
  const [open, setOpen] = useState<Way>()
  const { answer } = useAnswer('pictures', (signal) => call('GET /api/pictures', { signal }))
  const set = (way: Way, name: string | null) => {
    setOpen(undefined)
    if (way === 'icon') return act({ op: 'set_icon', id, icon: name })
    return act({ op: 'set_picture', id, picture: name === null ? null : { glyph: name } })
  }
  const ways =
    (answer?.glyphs.length ?? 0) > 0 ? (['picture', 'icon'] as const) : (['icon'] as const)
  return (
    <>
      {ways.map((way) => (
        <Acts
          key={way}
          name={said[way]}
          acts={[
            { label: said.chooseOne[way], off: !answer, act: () => setOpen(way) },
            { label: said.without, named: said.takeAway[way], act: () => set(way, null) },
          ]}
        />
      ))}
      {answer && open && (
        <Chooser
          way={open}
          from={answer}
          chosen={(name) => set(open, name)}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** A window with small pictures of all that may be chosen, found by words. */
function Chooser({
  way,
  from,
  chosen,
  close,
}: {
  way: Way
  from: Pictures
  chosen: (name: string) => void
  close: () => void
}) {
  const said = words.editor
  const [wanted, setWanted] = useState('')
  const all =
    way === 'icon'
      ? from.icons.map(({ name, shows: about, path }) => ({
          name,
          about,
          preview: <Icon path={path} />,
        }))
      : from.glyphs.map(({ name, help: about, svg }) => ({
          ...{ name, about },
          preview: <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />,
        }))
  const found = all.filter(({ name, about }) =>
    wanted.split(/\s+/).every((part) => `${name} ${about}`.toLowerCase().includes(part)),
  )
  return (
    <Dialog title={said.chooseOne[way]} close={close}>
      <input
        type="search"
        aria-label={said.search}
        placeholder={said.search}
        onInput={({ currentTarget }) => setWanted(currentTarget.value.toLowerCase())}
        onKeyDown={({ key }) => key === 'Enter' && found[0] && chosen(found[0].name)}
      />
      <ul class="choices">
        {found.map(({ name, about, preview }) => (
          <li key={name}>
            <button type="button" title={about} onClick={() => chosen(name)}>
              <span class="tile">{preview}</span>
              {name.replaceAll('-', ' ')}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const Icon = ({ path }: { path: string }) => (
  <svg viewBox="-1 -1 26 26" aria-hidden="true">
    <path d={path} />
  </svg>
)
