import { useEffect, useRef } from 'preact/hooks'
import type { Turn } from '../parts/zoom'
import type { Point } from './figure'
import { type Hand, isPicture } from './use-hand'

type Deed = () => unknown
/** What keys do beside what a hand does. */
type Page = Readonly<{ help: Deed; turn: Turn }>

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** What takes every key for itself: whoever types has an undo and a clipboard of his own there. */
const TYPED =
  'textarea, dialog, input:not([type=color], [type=range], [type=checkbox], [type=radio], [type=file])'
/** What takes keys alone, but neither commands nor the clipboard. */
const SET = 'select, summary, [type=range], [type=radio], [type=file]'

const isCommand = (event: Event): event is KeyboardEvent =>
  event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey)

/** Whether something takes keys for itself. */
const isTyping = (event: Event) => {
  const takers = event instanceof KeyboardEvent && !isCommand(event) ? `${TYPED}, ${SET}` : TYPED
  return event.target instanceof Element && event.target.closest(takers) !== null
}

const isSaving = (event: Event) => isCommand(event) && event.key.toLowerCase() === 's'

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
  const { early } = hand
  if (early.current !== undefined && key.length === 1 && !isCommand(event))
    return () => {
      early.current += key
    }
  if (isCommand(event)) {
    if (letter === 'z' || letter === 'y') return () => edits.step(letter === 'y' || shift ? 1 : -1)
    const { all: a, duplicate } = hand
    const named: Record<string, Deed> = { a, s: edits.save, d: () => duplicate() }
    return named[letter]
  }
  const way = WAYS[key]
  if (way) return hand.ids.length > 0 ? () => hand.nudge(way, shift) : undefined
  if (part !== undefined && hand.joint && (key === 'Enter' || key === ' '))
    return () => hand.meet(part)
  const isOwn = target instanceof Element && target.matches('button:not([data-part]), input')
  const type = only && (() => hand.type(only.id))
  const named: Record<string, Deed | undefined> = {
    ...{ '?': page.help, escape: hand.back, delete: hand.drop, backspace: hand.drop, f2: type },
    // Buttons and fields of the page have uses of their own for it.
    enter: isOwn ? undefined : type,
    ...{ a: hand.connect, '+': () => page.turn(true), '-': () => page.turn(false) },
    0: () => page.turn(),
  }
  return named[letter]
}
