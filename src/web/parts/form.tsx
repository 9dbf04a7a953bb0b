import type { ComponentChildren, ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { Entry, Fault } from './field'
import { useSending } from './use-sending'

/** A field of a body. */
export interface Asked {
  name: string
  label: string
  hint?: string
  type?: 'url' | 'password'
  value?: string
  autocomplete?: string
  placeholder?: string
  disabled?: boolean
}

/**
 * Fields that are sent together; what is refused stands at its field.
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
  asked: readonly Asked[]
  act: string
  send: (values: Readonly<Record<string, string>>) => Promise<unknown>
  above?: ComponentChildren
  beside?: ComponentChildren
} & Pick<ComponentProps<'form'>, 'class'>) {
  const start = Object.fromEntries(asked.map(({ name, value = '' }) => [name, value]))
  const [values, set] = useState<Readonly<Record<string, string>>>(start)
  const sending = useSending(asked.map(({ name }) => name))
  return (
    <form
      {...own}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void sending.send(() => send(values))
      }}
    >
      {above}
      {asked.map(({ name, ...field }) => (
        <Entry
          key={name}
          name={name}
          autocomplete="off"
          {...field}
          fault={sending.fields[name]}
          value={values[name] ?? ''}
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
