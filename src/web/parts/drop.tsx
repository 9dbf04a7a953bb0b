import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Fault } from './field'
import { useEvent } from './use-event'
import { words } from './words'

/**
 * A place for one file: dropped, chosen, or pasted anywhere on the page.
 * @param accept as of a file input
 * @param pasted whether a file of the clipboard is meant
 */
export function Drop({
  label,
  accept,
  pasted,
  fault,
  take,
  children,
}: {
  label: string
  accept: string
  pasted?: (file: File) => boolean
  fault?: string | undefined
  take: (file: File) => void
  children?: ComponentChildren
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  useEvent<ClipboardEvent>('paste', (event) => {
    const file = pasted && [...(event.clipboardData?.files ?? [])].find(pasted)
    if (!file) return
    event.preventDefault()
    take(file)
  })
  const first = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file) take(file)
  }
  return (
    <div class="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input inside takes what the keyboard does */}
      <div
        class="drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          first(event.dataTransfer?.files)
        }}
      >
        <input
          id={id}
          class="unseen"
          type="file"
          accept={accept}
          aria-describedby={fault ? `${id}-fault` : undefined}
          aria-invalid={fault !== undefined}
          onChange={({ currentTarget }) => {
            first(currentTarget.files)
            // The same file again is a choice too.
            currentTarget.value = ''
          }}
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
