import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Act } from './act'
import { Fault } from './field'
import type { Sending } from './use-sending'
import { words } from './words'

/** A modal window: the browser holds the focus inside, Escape closes it, the focus returns to where it was. */
export function Dialog({
  title,
  close,
  wide = false,
  children,
}: {
  title: string
  close: () => void
  /** As wide as the window. */
  wide?: boolean
  children: ComponentChildren
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} class={wide ? 'card wide' : 'card'} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

/** Asks before something is gone for good. */
export function Confirm({
  title,
  warning,
  act,
  sending,
  beside,
  close,
  confirmed,
}: {
  title: string
  warning: string
  /** What the button says. */
  act: string
  sending: Sending
  /** Another way out. */
  beside?: ComponentChildren
  close: () => void
  confirmed: () => void
}) {
  return (
    <Dialog title={title} close={close}>
      <p>{warning}</p>
      <Fault fault={sending.fault} />
      <div class="row ends">
        <Act label={words.dialog.cancel} look="" act={close} />
        {beside}
        <Act label={act} look="danger" off={sending.busy} act={confirmed} />
      </div>
    </Dialog>
  )
}
