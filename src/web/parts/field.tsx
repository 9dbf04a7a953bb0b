import type { ComponentChildren, VNode } from 'preact'
import { useId } from 'preact/hooks'

/** What ties an input to its label and its notes. */
export interface Ties {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
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
}: {
  label: string
  hint?: ComponentChildren
  fault?: string | undefined
  children: (ties: Ties) => VNode
}) {
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
      {fault && (
        <p class="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
