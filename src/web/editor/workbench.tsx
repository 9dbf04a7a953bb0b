import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from '../parts/words'
import { Zoom } from '../parts/zoom'
import { Canvas } from './canvas'
import type { Moves } from './drawing'
import type { Box, Figure, Part, Point } from './figure'
import { Help } from './help'
import type { Change, Edits } from './use-edits'
import type { Typing } from './use-gestures'

/** A step of the arrow keys, as a share of the figure's width; a small one with Shift. */
const STEP = 1 / 100
const FINE_STEP = 1 / 1000

/** What an editor of one kind of figures does with what people do. */
export interface Craft<C extends Change> {
  figure: Figure
  edits: Edits<C>
  /** What changes that are not drawn yet have done already. */
  moved: Moves
  gone: ReadonlySet<string>
  wordings: ReadonlyMap<string, string>
  /** `dropped`: by a pointer, so that what lies there takes it in. */
  move: (ids: readonly string[], by: Point, dropped: boolean) => C[]
  /** Whether it has words, or may get some. */
  isWorded: (part: Part) => boolean
  word: (part: Part, field: Typing['field'], text: string) => C[]
  drop: (part: Part) => C
  /** Absent: there are no new arrows. */
  join?: (from: string, to: string) => C
  resize?: (group: string, box: Box) => C
  panel: (
    chosen: readonly Part[],
    fault: string | undefined,
    select: (id: string | undefined) => void,
  ) => ComponentChildren
}

/** A figure on its sheet, with bar and panel: what is pointed at, typed and pressed becomes changes. */
export function Workbench<C extends Change>({
  craft,
  done,
}: {
  craft: Craft<C>
  /** Leaves the editor. */
  done: () => void
}) {
  const { figure, edits, moved, gone } = craft
  const [selected, setSelected] = useState<readonly string[]>([])
  const [typing, setTyping] = useState<Typing>()
  const [help, setHelp] = useState(false)
  const [zoom, setZoom] = useState(1)
  const root = useRef<HTMLElement>(null)
  const said = words.editor
  const chosen = selected.flatMap((id) => {
    const part = gone.has(id) ? undefined : figure.parts.get(id)
    return part ? [part] : []
  })
  const ids = chosen.map(({ id }) => id)
  const isWrong = edits.fault?.part !== undefined && edits.fault.part === ids[0]
  const focus = (id: string) =>
    root.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`)?.focus()
  const select = (id: string | undefined, more = false) =>
    setSelected((now) => {
      if (id === undefined) return []
      if (!more) return now.length === 1 && now[0] === id ? now : [id]
      return now.includes(id) ? now.filter((one) => one !== id) : [...now, id]
    })
  const type = (next: Typing | undefined) => {
    if (typing && !next) queueMicrotask(() => focus(typing.part))
    setTyping(next)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(FIELDS)) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey: shift } = event
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() === 'z') return (shift ? edits.redo : edits.undo) ?? ignore
      return key === 'y' ? (edits.redo ?? ignore) : undefined
    }
    if (key === '?') return () => setHelp(true)
    if (key === 'Escape') return () => select(undefined)
    if (!(event.target instanceof HTMLElement && event.target.dataset.part)) return undefined
    const [only] = chosen
    if (key === 'Delete' || key === 'Backspace')
      return () => edits.change(...chosen.map(craft.drop))
    if ((key === 'F2' || key === 'Enter') && only && craft.isWorded(only))
      return () => type({ part: only.id, field: 'label' })
    const way = WAYS[key]
    const step = figure.width * (shift ? FINE_STEP : STEP)
    return way && (() => edits.change(...craft.move(ids, scaled(way, step), false)))
  }
  const listening = useRef(keys)
  listening.current = keys
  useEffect(() => {
    // On the whole page: a button that has just become useless has the focus no more.
    const pressed = (event: KeyboardEvent) => listening.current(event)
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  const { join, resize } = craft
  return (
    <section class="editing" ref={root} aria-label={said.name}>
      <div class="row bar">
        <button type="button" class="small" disabled={!edits.undo} onClick={edits.undo}>
          {said.undo}
        </button>
        <button type="button" class="small" disabled={!edits.redo} onClick={edits.redo}>
          {said.redo}
        </button>
        <button type="button" class="small" onClick={() => setHelp(true)}>
          {said.help}
        </button>
        <p class="soft" role="status">
          {edits.ahead.length > 0 && !edits.fault?.again ? said.drawing : ''}
        </p>
        <button type="button" class="small" onClick={done}>
          {said.done}
        </button>
      </div>
      {edits.fault && (
        <div class="note doubtful row" role="alert">
          <p class="fault">
            {nameOf(figure, edits.fault.part)}
            {edits.fault.sentence}
          </p>
          {edits.fault.again && (
            <button type="button" class="small" onClick={edits.retry}>
              {said.again}
            </button>
          )}
          <button type="button" class="small" onClick={edits.dismiss}>
            {edits.fault.again ? said.discard : words.dialog.close}
          </button>
        </div>
      )}
      <div class="desk">
        <div>
          <section
            class="sheet plain"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            tabIndex={0}
            aria-label={words.figure.sheet}
            style={{ '--zoom': zoom, '--aspect': figure.width / figure.height }}
          >
            <Canvas
              figure={figure}
              moved={moved}
              gone={gone}
              wordings={craft.wordings}
              selected={ids}
              typing={typing}
              actions={{
                select,
                type,
                typed: ({ part: id, field }, text) => {
                  type(undefined)
                  const of = figure.parts.get(id)
                  if (of) edits.change(...craft.word(of, field, text))
                },
                move: (which, by) => edits.change(...craft.move(which, by, true)),
                ...(join && { join: (from, to) => edits.change(join(from, to)) }),
                ...(resize && { resize: (id, box) => edits.change(resize(id, box)) }),
              }}
            />
          </section>
          <Zoom zoom={zoom} set={setZoom} />
        </div>
        {craft.panel(chosen, isWrong ? edits.fault?.sentence : undefined, select)}
      </div>
      {help && <Help close={() => setHelp(false)} />}
    </section>
  )
}

const ignore = () => undefined

/** What takes keys for itself. */
const FIELDS = 'input, textarea, select, dialog'

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function nameOf({ parts }: Figure, id: string | undefined): string {
  const label = id === undefined ? undefined : parts.get(id)?.label
  return label ? `${label.replaceAll('\n', ' ')}: ` : ''
}

const scaled = ({ x, y }: Point, by: number): Point => ({ x: x * by, y: y * by })
