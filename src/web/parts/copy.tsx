import { useState } from 'preact/hooks'
import { Act } from './act'
import { words } from './words'

/** Copies a text, or what `copy` does; says so. @param act what the button says */
export function CopyButton({
  text = '',
  copy = () => copyText(text),
  label,
  act = words.copy.copy,
}: {
  text?: string
  copy?: () => Promise<void>
  label?: string
  act?: string
}) {
  const [said, set] = useState('')
  const told = () =>
    copy().then(
      () => set(words.copy.done),
      () => set(words.figure.noCopy),
    )
  return (
    <>
      <Act label={said || act} named={label} act={told} />
      <span class="unseen" role="status">
        {said}
      </span>
    </>
  )
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text).catch(() => copyBySelection(text))
  if (!navigator.clipboard) copyBySelection(text)
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
