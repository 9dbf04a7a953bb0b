import type { ComponentChildren, ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { Entry, Fault } from './field'
import { useSending } from './use-sending'
import { words } from './words'

type Values = Readonly<Record<string, string>>
type Field = Pick<ComponentProps<'input'>, 'autocomplete' | 'disabled'> & {
  value?: string
  hint?: string
}

/** Of inputs, by how their names end. */
const TYPES: Readonly<Record<string, 'password' | 'url'>> = {
  key: 'password',
  secret: 'password',
  url: 'url',
}

/**
 * Fields of a body that are sent together, called as the interface calls them; what is refused stands at its field.
 * @param asked what is special about each
 * @param send what was typed into each, empty where nothing was
 * @param above, beside stand over the fields, and beside the button
 */
export function Form({
  asked,
  act,
  send,
  above,
  beside,
  ...own
}: {
  asked: Readonly<Partial<Record<keyof typeof words.admin.fields, Field>>>
  act: string
  send: (values: Values) => Promise<unknown>
  above?: ComponentChildren
  beside?: ComponentChildren
  class?: string
}) {
  const fields = Object.entries(asked)
  const [values, set] = useState<Values>({})
  const sending = useSending(Object.keys(asked))
  const typed = Object.fromEntries(
    fields.map(([name, { value = '' }]) => [name, values[name] ?? value]),
  )
  return (
    <form
      {...own}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void sending.send(() => send(typed))
      }}
    >
      {above}
      {fields.map(([name, field]) => (
        <Entry
          key={name}
          name={name}
          type={TYPES[name.split('_').at(-1) ?? '']}
          autocomplete="off"
          {...words.admin.fields[name as keyof typeof asked]}
          {...field}
          fault={sending.fields[name]}
          value={typed[name] ?? ''}
          set={(value) => set({ ...values, [name]: value })}
        />
      ))}
      <Fault fault={sending.fault} />
      <div class="row ends">
        {beside}
        <button type="submit" class="main" disabled={sending.busy}>
          {act}
        </button>
      </div>
    </form>
  )
}
