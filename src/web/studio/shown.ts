import { useState } from 'preact/hooks'
import { keep, recalled, SHOWN } from '../parts/kept'
import { words } from '../parts/words'
import type { Draft } from './draft'
import { nameOfFile } from './submit'

/** The figure that the page shows; kept, so that a reload finds it again. */
export interface Shown {
  id: string
  /** What it is called; empty: as it says itself. */
  name: string
  /** What it was drawn from; absent: it was reopened. */
  asked?: string
  /** It is a prompt, not a figure. */
  prompt?: boolean
}

export function useShown(): [Shown | undefined, (next: Shown | undefined) => void] {
  const [shown, set] = useState(() => recalled<Shown>(SHOWN))
  return [
    shown,
    (next) => {
      keep(SHOWN, next ? JSON.stringify(next) : null)
      set(next)
    },
  ]
}

export function nameOf(
  { tab, caption, paper, whole, intent, picture }: Draft,
  pdf: File | undefined,
): string {
  if (tab === 'picture') return nameOfFile(picture?.name)
  if (tab === 'data') return intent.trim().slice(0, 120)
  if (tab === 'prompt') return words.studio.tabs.prompt
  if (tab === 'composite') return whole.trim()
  return tab === 'pdf' ? paper.trim() || nameOfFile(pdf?.name) : caption.trim()
}
