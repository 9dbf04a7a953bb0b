import { type ComponentChildren, type ComponentProps, h, type VNode } from 'preact'
import { useId } from 'preact/hooks'

/** What ties an input to its label and its notes. */
export interface Ties {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface Labels {
  label: string
  hint?: ComponentChildren
  fault?: string | undefined
}

/**
 * A labelled input; what is wrong with it stands below it and is read with it.
 * @param fault undefined: nothing is wrong
 * @example <Field label="Name" fault={fields.name}>{(ties) => <input {...ties} />}</Field>
 */
export function Field({
  label,
  hint,
  fault,
  children,
}: Labels & { children: (ties: Ties) => VNode }) {
  const id = useId()
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': fault !== undefined,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Fault id={`${id}-fault`} fault={fault} />
    </div>
  )
}

/** What is wrong, where something is. */
export function Fault({ id, fault }: { id?: string; fault: string | undefined }) {
  if (!fault) return null
  return (
    <p class="fault" id={id} role="alert">
      {fault}
    </p>
  )
}

interface Typed extends Labels {
  value: string
  set: (value: string) => void
}

const typed =
  <Tag extends 'input' | 'textarea'>(tag: Tag) =>
  ({ label, hint, fault, set, ...own }: Typed & Omit<ComponentProps<Tag>, keyof Typed>) => (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) =>
        h(tag as 'input', {
          ...(own as ComponentProps<'input'>),
          ...ties,
          onInput: ({ currentTarget }) => set(currentTarget.value),
        })
      }
    </Field>
  )

/** One line that is typed. @example <Entry label="Name" value={name} set={setName} /> */
export const Entry = typed('input')

/** Several lines that are typed. */
export const Lines = typed('textarea')

export type Option = string | readonly [value: string, name: string]

interface Chosen {
  value: string
  set: (value: string) => void
  /** Values, with what they are called where it is something else. */
  options: readonly Option[]
}

/** One of several. */
export function Choice({ label, hint, fault, ...chosen }: Labels & Chosen) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => <Select {...ties} {...chosen} />}
    </Field>
  )
}

export function Select({ set, options, ...own }: Chosen & ComponentProps<'select'>) {
  return (
    <select {...own} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {options.map((one) => {
        const [value, name] = typeof one === 'string' ? [one, one] : one
        return (
          <option key={value} value={value}>
            {name}
          </option>
        )
      })}
    </select>
  )
}

interface CheckProps {
  label: string
  checked: boolean
  set: (checked: boolean) => void
}

/** Yes or no. */
export function Check({ label, checked, set }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
