import { useEffect, useRef } from 'preact/hooks'
import type { Point } from './figure'
import { type Hand, isPicture } from './use-hand'

type Deed = () => unknown
/** What keys do beside what a hand does; `zoom` undefined: as large as the sheet. */
type Page = Readonly<{ help: Deed; zoom: (up: boolean | undefined) => void }>

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Whether something takes keys for itself. */
const isTyping = ({ target }: Event) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, summary') !== null

const isSaving = (event: Event) =>
  event instanceof KeyboardEvent &&
  (event.ctrlKey || event.metaKey) &&
  event.key.toLowerCase() === 's'

/** On the whole page: a button that has just become useless has the focus no more. */
export function useKeys(hand: Hand, page: Page): void {
  const now = useRef({ hand, page })
  now.current = { hand, page }
  useEffect(() => {
    const over = new AbortController()
    const on = <K extends keyof WindowEventMap>(
      type: K,
      deedOf: (event: WindowEventMap[K], hand: Hand, page: Page) => Deed | undefined,
    ) => {
      const heard = (event: WindowEventMap[K]) => {
        if (event.defaultPrevented || (isTyping(event) && !isSaving(event))) return
        // Words that are being typed are saved with the rest.
        if (isTyping(event) && event.target instanceof HTMLElement) event.target.blur()
        const deed = deedOf(event, now.current.hand, now.current.page)
        if (deed) event.preventDefault()
        deed?.()
      }
      addEventListener(type, heard, { signal: over.signal })
    }
    on('keydown', deedOf)
    // By the browser's own clipboard: what another page has copied since is meant instead.
    for (const type of ['copy', 'cut'] as const)
      on(type, ({ clipboardData }, { copy, drop }) => {
        const lines = String(getSelection()) === '' ? copy() : undefined
        if (lines === undefined) return undefined
        clipboardData?.setData('text/plain', lines)
        return type === 'cut' ? drop : () => undefined
      })
    on('paste', ({ clipboardData }, { paste, picture }) => {
      const file = [...(clipboardData?.files ?? [])].find(isPicture)
      return file ? () => picture(file) : paste
    })
    return () => over.abort()
  }, [])
}

function deedOf(event: KeyboardEvent, hand: Hand, page: Page): Deed | undefined {
  const { key, shiftKey: shift, target } = event
  if (event.altKey) return undefined
  const { only, edits } = hand
  const part = target instanceof HTMLElement ? target.dataset.part : undefined
  const letter = key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (letter === 'z' || letter === 'y') return () => edits.step(letter === 'y' || shift ? 1 : -1)
    const { all: a, duplicate } = hand
    const named: Record<string, Deed> = { a, s: edits.save, d: () => duplicate() }
    return named[letter]
  }
  const way = WAYS[key]
  if (way) return hand.ids.length > 0 ? () => hand.nudge(way, shift) : undefined
  if (part !== undefined && hand.joint && (key === 'Enter' || key === ' '))
    return () => hand.meet(part)
  const type = only && (() => hand.type(only.id))
  const named: Record<string, Deed | undefined> = {
    ...{ '?': page.help, escape: hand.back, delete: hand.drop, backspace: hand.drop, f2: type },
    // Buttons of the page have uses of their own for it.
    enter: part === undefined && target instanceof HTMLButtonElement ? undefined : type,
    ...{ a: hand.connect, '+': () => page.zoom(true), '-': () => page.zoom(false) },
    0: () => page.zoom(undefined),
  }
  return named[letter]
}
