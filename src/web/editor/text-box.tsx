import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../parts/words'
import { type Box, type Figure, halfWay } from './figure'
import type { Typing } from './use-gestures'

/** Pixels on the screen below which nobody reads what he types. */
const LEAST_TYPE = 13

/** Words are typed where they stand: Enter begins a line, Ctrl+Enter or leaving is done, Escape goes back. */
export function TextBox({
  figure,
  typing,
  scale,
  done,
  back,
}: {
  figure: Figure
  typing: Typing
  /** Screen pixels to a pixel of the figure. */
  scale: number
  done: (text: string) => void
  back: () => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  const part = figure.parts.get(typing.part)
  const before = part ? textOf(part, typing.field) : ''
  useLayoutEffect(() => {
    const element = area.current
    element?.focus({ preventScroll: true })
    element?.select()
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  if (!part) return null
  const lettering = figure.lettering.find(
    (one) => one.part === typing.part && one.field === typing.field,
  )
  const box = lettering?.box ?? standIn(part.kind === 'edge' ? halfWay(part.points) : part.box)
  const size = Math.max(LEAST_TYPE, (lettering?.size ?? 20) * scale)
  const end = (text: string | undefined) => {
    if (over.current) return
    over.current = true
    if (text === undefined || text === before) back()
    else done(text)
  }
  const keys = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (event.isComposing) return
    const finished = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !finished) return event.stopPropagation()
    event.preventDefault()
    event.stopPropagation()
    end(finished ? event.currentTarget.value : undefined)
  }
  return (
    <textarea
      ref={area}
      class="typing"
      aria-label={typing.field === 'detail' ? words.editor.detail : words.editor.label}
      defaultValue={before}
      rows={Math.max(2, before.split('\n').length + 1)}
      style={{
        left: `${((box.x + box.width / 2) / figure.width) * 100}%`,
        top: `${((box.y + box.height / 2) / figure.height) * 100}%`,
        width: `${Math.max(9 * size, box.width * scale + 3 * size)}px`,
        'font-size': `${size}px`,
      }}
      onKeyDown={keys}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
    />
  )
}

function textOf(part: { label: string; said: object }, field: Typing['field']): string {
  if (field === 'label') return part.label
  return 'detail' in part.said && typeof part.said.detail === 'string' ? part.said.detail : ''
}

/** Where words will stand that there are none of yet. */
const standIn = ({
  x,
  y,
  width = 0,
  height = 0,
}: Partial<Box> & { x: number; y: number }): Box => ({
  x: x + width / 2,
  y: y + height / 2,
  width: 0,
  height: 0,
})
