import { useEffect, useRef } from 'preact/hooks'
import type { Point } from './figure'

/** What keys and the clipboard are for; undefined: not now. */
export interface Deeds {
  step: (by: number) => void
  save: () => void
  help: () => void
  /** Out of whatever is going on, else nothing is selected any more. */
  back: () => void
  all: () => void
  /** Gives their words, for other pages; undefined: nothing is copied. */
  copy: () => string | undefined
  paste: () => void
  picture: (file: File) => void
  duplicate: () => void
  drop: () => void
  type: (() => void) | undefined
  connect: () => void
  /** The part that has the focus is meant by an arrow that is being drawn. */
  meet: ((id: string) => void) | undefined
  /** By a step: 1 along an axis. */
  nudge: ((way: Point, fine: boolean) => void) | undefined
  zoom: (up: boolean | undefined) => void
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Whether something takes keys for itself. */
const isTyping = ({ target }: Event) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, summary') !== null

export const isPicture = ({ type }: File) => type === 'image/png' || type === 'image/jpeg'

/** On the whole page: a button that has just become useless has the focus no more. */
export function useKeys(deeds: Deeds): void {
  const now = useRef(deeds)
  now.current = deeds
  useEffect(() => {
    const over = new AbortController()
    const on = <K extends keyof WindowEventMap>(
      type: K,
      deedOf: (event: WindowEventMap[K], deeds: Deeds) => (() => void) | undefined,
    ) => {
      const heard = (event: WindowEventMap[K]) => {
        if (event.defaultPrevented || isTyping(event)) return
        const deed = deedOf(event, now.current)
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

function deedOf(event: KeyboardEvent, deeds: Deeds): (() => void) | undefined {
  const { key, shiftKey: shift, target, altKey } = event
  if (altKey) return undefined
  const part = target instanceof HTMLElement ? target.dataset.part : undefined
  const letter = key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (letter === 'z' || letter === 'y') return () => deeds.step(letter === 'y' || shift ? 1 : -1)
    const named = new Map([
      ['a', deeds.all],
      ['s', deeds.save],
      ['d', deeds.duplicate],
    ])
    return named.get(letter)
  }
  const { nudge, meet } = deeds
  const way = WAYS[key]
  if (way) return nudge && (() => nudge(way, shift))
  if (key === '+' || key === '-' || key === '0')
    return () => deeds.zoom(key === '0' ? undefined : key === '+')
  if (part !== undefined && meet && (key === 'Enter' || key === ' ')) return () => meet(part)
  // Buttons of the page have uses of their own for it.
  const enter =
    part !== undefined || !(target instanceof HTMLButtonElement) ? deeds.type : undefined
  const named = new Map<string, (() => void) | undefined>([
    ...([
      ['?', deeds.help],
      ['escape', deeds.back],
      ['delete', deeds.drop],
      ['backspace', deeds.drop],
    ] as const),
    ...([
      ['enter', enter],
      ['f2', deeds.type],
      ['a', deeds.connect],
    ] as const),
  ])
  return named.get(letter)
}
