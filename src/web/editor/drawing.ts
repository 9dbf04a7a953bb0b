import { hullOf } from '../../figure/geometry'
import type { Box } from './figure'

const SVG = 'http://www.w3.org/2000/svg'

/** What an SVG of the server consists of; nothing else comes into the page. */
const ELEMENTS: ReadonlySet<string> = new Set(
  'svg g defs marker linearGradient radialGradient stop pattern clipPath mask filter feGaussianBlur feDropShadow feOffset feFlood feComposite feMerge feMergeNode rect circle ellipse line polyline polygon path text tspan image use title desc'.split(
    ' ',
  ),
)

/**
 * An SVG as an element that may stand in the page. The server has cleaned it; here only what is known passes, so that not
 * even a foreign file could run or load anything.
 */
export function safeDrawing(svg: string): Element | undefined {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const root = parsed.documentElement
  if (root.namespaceURI !== SVG || root.localName !== 'svg') return undefined
  for (const element of [...root.querySelectorAll('*')])
    if (element.namespaceURI !== SVG || !ELEMENTS.has(element.localName)) element.remove()
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes])
      if (!isHarmless(name, value)) element.removeAttribute(name)
  for (const words of root.querySelectorAll('title, desc')) words.remove()
  root.removeAttribute('width')
  root.removeAttribute('height')
  root.setAttribute('aria-hidden', 'true')
  return document.importNode(root, true)
}

function isHarmless(name: string, value: string): boolean {
  if (/^on|^style$/i.test(name)) return false
  if (/(^|:)href$/i.test(name)) return /^#|^data:image\/(png|jpeg|webp|gif);base64,/.test(value)
  return !/url\(\s*['"]?(?!#)/i.test(value)
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
