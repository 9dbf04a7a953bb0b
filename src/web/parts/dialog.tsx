import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Act, Sender } from './act'
import { words } from './words'

interface DialogProps {
  title: string
  close: () => void
  /** As wide as the window. */
  wide?: boolean
  children: ComponentChildren
}

/** A modal window: the browser holds the focus inside, Escape closes it, the focus returns to where it was. */
export function Dialog({ title, close, wide = false, children }: DialogProps) {
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

interface ConfirmProps {
  title: string
  warning: string
  /** What the button says. */
  act: string
  /** Another way out. */
  beside?: ComponentChildren
  close: () => void
  confirmed: () => Promise<unknown>
}

/** Asks before something is gone for good. */
export function Confirm({ title, warning, act, beside, close, confirmed }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      <p>{warning}</p>
      <div class="row ends">
        <Act label={words.dialog.cancel} look="" act={close} />
        {beside}
        <Sender label={act} look="danger" act={confirmed} />
      </div>
    </Dialog>
  )
}
