import { hullOf } from '../../figure/geometry'
import type { Box } from './figure'

/** An SVG of the server, which has cleaned it, as an element that may stand in the page; its policy runs and loads nothing. */
export function drawingOf(svg: string): Element {
  const root = document.importNode(
    new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement,
    true,
  )
  for (const words of root.querySelectorAll('title, desc')) words.remove()
  root.removeAttribute('width')
  root.removeAttribute('height')
  root.setAttribute('aria-hidden', 'true')
  return root
}

/** Where parts are shown for now: that much further, or as large as another box. */
export type Shifts = ReadonlyMap<
  string,
  { x: number; y: number; scale?: readonly [number, number] }
>

/** Shows parts elsewhere until the server has drawn them there, and hides those that are drawn otherwise meanwhile. */
export function show(drawing: ParentNode, shifts: Shifts, hidden: ReadonlySet<string>): void {
  for (const element of drawing.querySelectorAll<SVGElement>('g[id]')) {
    const shift = isIn(element.parentElement, shifts) ? undefined : shifts.get(element.id)
    if (element.hasAttribute('style')) element.removeAttribute('style')
    if (shift) element.style.translate = `${shift.x}px ${shift.y}px`
    if (shift?.scale) element.style.scale = shift.scale.join(' ')
    if (hidden.has(element.id)) element.style.visibility = 'hidden'
  }
}

function isIn(element: Element | null, shifts: Shifts): boolean {
  return element !== null && (shifts.has(element.id) || isIn(element.parentElement, shifts))
}

/** Where the words of a part are seen, in pixels of the window; undefined: it has none. */
export function wordsBox(drawing: ParentNode, id: string): Box | undefined {
  const own = [...drawing.querySelectorAll<SVGTextElement>(`[id="${CSS.escape(id)}"] text`)].filter(
    (text) => text.closest('g[id]')?.id === id,
  )
  const seen = own.map((text) => text.getBoundingClientRect())
  return own.length > 0 ? hullOf(seen) : undefined
}

/** What is painted topmost at a place of the window, by the id of an element that is known. */
export function paintedAt(
  drawing: ShadowRoot,
  { clientX, clientY }: { clientX: number; clientY: number },
  isKnown: (id: string) => boolean,
): string | undefined {
  const all = drawing.elementsFromPoint(clientX, clientY)
  let one = all.find((each) => drawing.contains(each))?.closest('g[id]')
  while (one && !isKnown(one.id)) one = one.parentElement?.closest('g[id]')
  return one?.id
}
