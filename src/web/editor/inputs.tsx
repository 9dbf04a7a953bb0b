import { useState } from 'preact/hooks'
import { Field } from '../parts/field'
import { words } from '../parts/words'

/** Told when it is left, not at every letter. */
export function Words({
  label,
  value,
  typed,
}: {
  label: string
  value: string
  typed: (words: string) => void
}) {
  const [text, setText] = useState<string>()
  const end = () => {
    if (text !== undefined && text.trim() !== value) typed(text.trim())
    setText(undefined)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Escape') setText(undefined)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      end()
    }
  }
  return (
    <Field label={label}>
      {(ties) => (
        <textarea
          {...ties}
          value={text ?? value}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={end}
          onKeyDown={keys}
          rows={Math.max(2, value.split('\n').length)}
        />
      )}
    </Field>
  )
}

export function Choice<const V extends string>({
  label,
  value,
  values,
  names,
  chosen,
}: {
  label: string
  value: V
  values: readonly V[]
  names: Readonly<Record<string, string>>
  chosen: (value: V) => unknown
}) {
  return (
    <Field label={label}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          onChange={({ currentTarget }) => chosen(currentTarget.value as V)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {names[one] ?? one}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Colour({
  label = words.editor.colour,
  value,
  chosen,
  always = false,
}: {
  label?: string
  value: string | undefined
  chosen: (color: string | null) => void
  /** There is no style that would have one. */
  always?: boolean
}) {
  return (
    <Field label={label}>
      {(ties) => (
        <div class="row">
          <input
            {...ties}
            type="color"
            value={value ?? '#3f72ad'}
            onChange={({ currentTarget }) => chosen(currentTarget.value)}
          />
          {!always && (
            <button
              type="button"
              class="small"
              disabled={value === undefined}
              onClick={() => chosen(null)}
            >
              {words.editor.noColour}
            </button>
          )}
        </div>
      )}
    </Field>
  )
}

export function Check({
  label,
  on,
  set,
}: {
  label: string
  on: boolean
  set: (on: boolean) => void
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />{' '}
      {label}
    </label>
  )
}

/** A number between limits; told when it is left, not at every digit. */
export function Amount({
  label,
  value,
  least,
  most,
  set,
}: {
  label: string
  value: number
  least: number
  most: number
  set: (value: number) => void
}) {
  return (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="number"
          min={least}
          max={most}
          value={value}
          onChange={({ currentTarget }) => {
            const given = currentTarget.valueAsNumber
            if (Number.isFinite(given)) set(Math.min(most, Math.max(least, given)))
          }}
        />
      )}
    </Field>
  )
}

export function Drop({ act, label = words.editor.drop }: { act: () => void; label?: string }) {
  return (
    <div class="row acts">
      <button type="button" class="small danger" onClick={act}>
        {label}
      </button>
    </div>
  )
}
