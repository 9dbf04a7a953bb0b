import { Fault } from './field'
import { useSending } from './use-sending'

export interface Deed {
  label: string
  act: () => unknown
  /** What it is called where its neighbours are not seen. */
  named?: string
  off?: boolean
  pressed?: boolean
  look?: string
}

/** A button that does something. @example <Act label="Undo" off={!done} act={undo} /> */
export const Act = ({ label, named, act, off = false, pressed, look = 'small' }: Deed) => (
  <button
    type="button"
    class={look || undefined}
    disabled={off}
    aria-label={named}
    aria-pressed={pressed}
    onClick={() => void act()}
  >
    {label}
  </button>
)

/** A button that asks the server for something; what is refused stands beside it. */
export function Sender({ act, ...deed }: Deed & { act: () => Promise<unknown> }) {
  const { busy, fault, send } = useSending()
  return (
    <>
      <Act {...deed} off={busy} act={() => send(act)} />
      <Fault fault={fault} />
    </>
  )
}

interface Deeds {
  name: string
  acts: readonly Deed[]
  look?: string
}

/** Some beside each other. */
export const Acts = ({ name, acts, look = 'row acts' }: Deeds) =>
  acts.length > 0 && (
    <fieldset class={look}>
      <legend class="unseen">{name}</legend>
      {acts.map((one) => (
        <Act key={one.label} {...one} />
      ))}
    </fieldset>
  )
