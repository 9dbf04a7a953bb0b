import { useState } from 'preact/hooks'
import { words } from './words'

/** Copies a text; says so. */
export function CopyButton({
  text,
  label,
  act = words.copy.copy,
}: {
  text: string
  label?: string
  /** What the button says. */
  act?: string
}) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => copyBySelection(text))
    if (!navigator.clipboard) copyBySelection(text)
    setCopied(true)
  }
  return (
    <>
      <button type="button" class="small" aria-label={label} onClick={copy}>
        {copied ? words.copy.done : act}
      </button>
      <span class="unseen" role="status">
        {copied && words.copy.done}
      </span>
    </>
  )
}

/** The way of pages that came without TLS: browsers keep the clipboard from them. */
function copyBySelection(text: string): void {
  const held = document.createElement('textarea')
  held.value = text
  held.className = 'unseen'
  // Beside the button: a modal window lets nothing outside of it be selected.
  const beside = document.activeElement?.parentElement ?? document.body
  beside.append(held)
  held.select()
  document.execCommand('copy')
  held.remove()
}
