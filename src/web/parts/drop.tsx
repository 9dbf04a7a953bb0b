import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Fault } from './field'
import { useEvent } from './use-event'
import { words } from './words'

interface DropProps {
  label: string
  accept: string
  pasted?: (file: File) => boolean
  fault?: string | undefined
  take: (file: File) => void
  children?: ComponentChildren
}

/**
 * A place for one file: dropped, chosen, or pasted anywhere on the page.
 * @param accept as of a file input
 * @param pasted whether a file of the clipboard is meant
 */
export function Drop({ label, accept, pasted, fault, take, children }: DropProps) {
  const id = useId()
  useEvent<ClipboardEvent>('paste', (event) => {
    const file = pasted && [...(event.clipboardData?.files ?? [])].find(pasted)
    if (!file) return
    event.preventDefault()
    take(file)
  })
  const zone = useDropping(({ dataTransfer }) => {
    const [file] = dataTransfer?.files ?? []
    if (file) take(file)
  })
  return (
    <div class="field">
      <div class="drop" {...zone}>
        <FileInput
          id={id}
          accept={accept}
          aria-describedby={fault ? `${id}-fault` : undefined}
          aria-invalid={fault !== undefined}
          take={take}
        />
        <label for={id}>
          {label} <span class="button">{words.choose}</span>
        </label>
        {children}
      </div>
      <Fault id={`${id}-fault`} fault={fault} />
    </div>
  )
}

/** What makes an element a place where things are dropped, marked while they are over it. @param fits whether they may be */
export function useDropping(
  dropped: (event: DragEvent) => void,
  fits: (event: DragEvent) => boolean = () => true,
) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over,
    onDragOver: (event: DragEvent) => {
      if (!fits(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      dropped(event)
    },
  }
}

interface Taking {
  id: string
  accept: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  take: (file: File) => void
}

/** The way to a file through the browser's own window; its label stands beside it. */
export const FileInput = ({ take, ...own }: Taking) => (
  <input
    {...own}
    class="unseen"
    type="file"
    onChange={({ currentTarget }) => {
      const [file] = currentTarget.files ?? []
      if (file) take(file)
      // The same file again is a choice too.
      currentTarget.value = ''
    }}
  />
)
