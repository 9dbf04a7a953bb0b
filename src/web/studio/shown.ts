import { useState } from 'preact/hooks'
import { keep, recall, SHOWN } from '../parts/kept'
import type { Draft, Style } from './draft'

/** The figure that the page shows; kept, so that a reload finds it again. */
export interface Shown {
  id: string
  /** The figure that it is drawn from in another style; itself where it is none such. */
  base: string
  /** What it is called; empty: as it says itself. */
  name: string
  /** What it was drawn from, but for the style; absent: it was reopened. */
  asked?: string
  style?: Style | undefined
}

export function useShown(): [Shown | undefined, (next: Shown | undefined) => void] {
  const [shown, set] = useState(recalled)
  return [
    shown,
    (next) => {
      keep(SHOWN, next ? JSON.stringify(next) : null)
      set(next)
    },
  ]
}

function recalled(): Shown | undefined {
  // Links of earlier versions named a figure alone.
  const [, id] = /^#([0-9a-f]{32})$/.exec(location.hash) ?? []
  if (id !== undefined) return { id, base: id, name: '' }
  try {
    const kept = JSON.parse(recall(SHOWN) ?? '') as Shown
    return { ...kept, base: kept.base ?? kept.id }
  } catch {
    return undefined
  }
}

/** What decides what is drawn, but for the style: where it has not changed, the figure is drawn already. */
export function askedOf(
  { live, livePaid, caption, style, ...draft }: Draft,
  paid: boolean,
  pdf: File | undefined,
): string {
  const file = draft.tab === 'pdf' && pdf && [pdf.name, pdf.size, pdf.lastModified]
  return JSON.stringify({ ...draft, ...(paid && { caption, paid }), ...(file && { file }) })
}

/** Undefined where the open tab has no say in it. */
export function styleOf({ tab, style }: Draft): Style | undefined {
  return tab === 'text' || tab === 'pdf' ? style : undefined
}

export function nameOf({ tab, caption, intent, picture }: Draft): string {
  if (tab === 'picture') return (picture?.name ?? '').replace(/\.\w+$/, '')
  if (tab === 'data') return intent.trim().slice(0, 120)
  return tab === 'composite' ? '' : caption.trim()
}
