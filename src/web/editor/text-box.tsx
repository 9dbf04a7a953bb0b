import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../parts/words'
import { wordsBox } from './drawing'
import { middle, type Part } from './figure'
import { halfWay } from './line'
import type { Hand } from './use-hand'

/** Pixels on the screen below which nobody reads what he types, and of the figure for words that there are none of yet. */
const LEAST_TYPE = 13
const USUAL_TYPE = 20

/** Words are typed where they stand: Enter begins a line, Ctrl+Enter or leaving is done, Escape goes back. */
export function TextBox({
  hand: { figure, typed },
  part,
  drawing,
  scale,
}: {
  hand: Hand
  part: Part
  drawing: ParentNode | null | undefined
  /** Screen pixels to a pixel of the figure. */
  scale: number
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  const before = part.label ?? ''
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true })
    area.current?.select()
    area.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const own = drawing ? wordsBox(drawing, part.id) : undefined
  const at = own ? middle(own) : part.role === 'edge' ? halfWay(part.points) : middle(part.box)
  const size = Math.max(LEAST_TYPE, (part.font_size ?? USUAL_TYPE) * scale)
  const end = (text?: string) => {
    if (over.current) return
    over.current = true
    typed(part.id, text === before ? undefined : text)
  }
  return (
    <textarea
      ref={area}
      class="typing"
      aria-label={words.editor.label}
      defaultValue={before}
      rows={Math.max(2, before.split('\n').length + 1)}
      style={{
        left: `${(at.x / figure.width) * 100}%`,
        top: `${(at.y / figure.height) * 100}%`,
        width: `${Math.max(9 * size, (own?.width ?? 0) * scale + 3 * size)}px`,
        'font-size': `${size}px`,
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        const finished = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (event.isComposing || (event.key !== 'Escape' && !finished)) return
        event.preventDefault()
        end(finished ? event.currentTarget.value.trim() : undefined)
      }}
      onBlur={({ currentTarget }) => end(currentTarget.value.trim())}
    />
  )
}
