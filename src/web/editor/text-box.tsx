import { useLayoutEffect, useRef } from 'preact/hooks'
import { centreOf } from '../../figure/geometry'
import { words } from '../parts/words'
import { wordsBox } from './drawing'
import { lineOf, type Part } from './figure'
import { halfWay } from './line'
import type { Hand } from './use-hand'

/** Pixels on the screen below which nobody reads what he types, of the figure for words that there are none of yet. */
const LEAST_TYPE = 13
const USUAL_TYPE = 20
/** Of lines, as a share of their size, and how many letters' widths of an em are always there. */
const LEADING = 1.25
const LEAST_EMS = 6

/** Words are typed where they stand: Enter or leaving is done, Shift+Enter begins a line, Escape goes back. */
export function TextBox({
  hand: { figure, typed },
  part,
  refused,
  begun,
  drawing,
  scale: { left, top, by },
}: {
  hand: Hand
  part: Part
  /** What was typed last and cannot be; undefined: nothing was. */
  refused: string | undefined
  /** What was typed before there was a box for it. */
  begun: string | undefined
  drawing: ParentNode | null | undefined
  /** Where the figure begins on the screen, and how many of its pixels one there is. */
  scale: { left: number; top: number; by: number }
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  const before = refused ?? part.label ?? ''
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true })
    area.current?.select()
    if (begun) area.current?.setRangeText(begun, 0, before.length, 'end')
    area.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const own = drawing && lineOf(part) !== '' ? wordsBox(drawing, part.id) : undefined
  const seen = own && centreOf(own)
  const free = part.role === 'edge' ? halfWay(part.points) : centreOf(part.box)
  const at = seen ? { x: (seen.x - left) * by, y: (seen.y - top) * by } : free
  const size = Math.max(LEAST_TYPE, (part.font_size ?? USUAL_TYPE) / by)
  const room = part.role === 'node' ? part.box.width / by - 4 : 0
  const end = (text: string | undefined, goesOn = false) => {
    if (over.current) return
    over.current = true
    void typed(part.id, text === before ? undefined : text, goesOn)
  }
  return (
    <textarea
      ref={area}
      class="typing"
      aria-label={words.editor.label}
      defaultValue={before}
      rows={Math.max(before.split('\n').length, Math.round((own?.height ?? 0) / size / LEADING))}
      style={{
        left: `${(at.x / figure.width) * 100}%`,
        top: `${(at.y / figure.height) * 100}%`,
        width: `${Math.max(LEAST_EMS * size, room, (own?.width ?? 0) + 2 * size)}px`,
        'font-size': `${size}px`,
        'font-weight': part.bold ? 'bold' : 'normal',
        ...(part.ink && { color: part.ink, background: part.fill ?? 'white' }),
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        const finished = event.key === 'Enter' && !event.shiftKey
        if (event.isComposing || (event.key !== 'Escape' && !finished)) return
        event.preventDefault()
        end(finished ? event.currentTarget.value.trim() : undefined)
      }}
      onBlur={({ currentTarget, relatedTarget }) =>
        end(currentTarget.value.trim(), relatedTarget !== null)
      }
    />
  )
}
