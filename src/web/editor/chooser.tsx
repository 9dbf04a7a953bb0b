import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog'
import { Field } from '../parts/field'
import { words } from '../parts/words'

export interface Option {
  name: string
  /** What it shows: found by these words too. */
  about: string
  preview: ComponentChildren
}

/** A window with small pictures of all that may be chosen, found by words. */
export function Chooser({
  title,
  options,
  current,
  chosen,
  close,
}: {
  title: string
  options: readonly Option[]
  current: string | undefined
  chosen: (name: string) => void
  close: () => void
}) {
  const [wanted, setWanted] = useState('')
  const parts = wanted.toLowerCase().split(/\s+/)
  const found = options.filter(({ name, about }) =>
    parts.every((part) => `${name} ${about}`.toLowerCase().includes(part)),
  )
  return (
    <Dialog title={title} close={close}>
      <Field label={words.editor.search}>
        {(ties) => (
          <input
            {...ties}
            type="search"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && found[0]) chosen(found[0].name)
            }}
          />
        )}
      </Field>
      <p class="soft" role="status">
        {words.editor.found(found.length)}
      </p>
      <ul class="choices">
        {found.map(({ name, about, preview }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === current}
              title={about}
              onClick={() => chosen(name)}
            >
              <span class="tile">{preview}</span>
              {name.replaceAll('-', ' ')}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        {words.dialog.cancel}
      </button>
    </Dialog>
  )
}
