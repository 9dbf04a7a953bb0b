import type { EdgePart, Figure, Point } from './figure'

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

/** How far parts have moved from where they were drawn. */
export type Moves = ReadonlyMap<string, Point>

/** Shows moved boxes moved, and hides what the preview draws itself or what is gone. */
export function show(drawing: ParentNode, moves: Moves, hidden: ReadonlySet<string>): void {
  for (const element of drawing.querySelectorAll('g[id]')) {
    const by = moves.get(element.id)
    if (by) element.setAttribute('transform', `translate(${by.x} ${by.y})`)
    else element.removeAttribute('transform')
    if (hidden.has(element.id)) element.setAttribute('visibility', 'hidden')
    else element.removeAttribute('visibility')
  }
}

/** Shows other words in a part until they are set anew. */
export function reword(drawing: ParentNode, id: string, words: string): void {
  const text = drawing.querySelector(`[id="${CSS.escape(id)}"] > text`)
  const size = Number(text?.getAttribute('font-size'))
  if (!text || !size) return
  const x = text.getAttribute('x') ?? text.querySelector('tspan')?.getAttribute('x') ?? '0'
  const lines = words.split('\n').map((line, at) => {
    const span = document.createElementNS(SVG, 'tspan')
    span.setAttribute('x', x)
    if (at > 0) span.setAttribute('dy', String(size * LINE))
    span.textContent = line
    return span
  })
  text.replaceChildren(...lines)
}

/** From line to line, in sizes of the letters. */
const LINE = 1.3

/** A rough way for an arrow while its ends are moved: right angles where it had them. */
export function roughRoute(figure: Figure, edge: EdgePart, moves: Moves): Point[] {
  const [from, to] = [endOf(figure, edge, 'from', moves), endOf(figure, edge, 'to', moves)]
  if (!from || !to) return [...edge.points]
  const straight = [from.point, to.point]
  const slanted = edge.points.some((point, at) => {
    const next = edge.points[at + 1]
    return next && Math.abs(next.x - point.x) > 1 && Math.abs(next.y - point.y) > 1
  })
  if (slanted) return straight
  const { point: a } = from
  const { point: b } = to
  if (from.level && to.level) {
    const x = (a.x + b.x) / 2
    return [a, { x, y: a.y }, { x, y: b.y }, b]
  }
  if (!from.level && !to.level) {
    const y = (a.y + b.y) / 2
    return [a, { x: a.x, y }, { x: b.x, y }, b]
  }
  return [a, from.level ? { x: b.x, y: a.y } : { x: a.x, y: b.y }, b]
}

/** Where an arrow ends, and whether it leaves there to the left or right. */
function endOf(figure: Figure, { ends, points }: EdgePart, which: 'from' | 'to', moves: Moves) {
  const end = ends?.[which]
  const box = end && figure.parts.get(end.element)?.box
  if (!end || !box) {
    const point = which === 'from' ? points[0] : points.at(-1)
    return point && { point, level: true }
  }
  const by = moves.get(end.element) ?? { x: 0, y: 0 }
  const level = end.side === 'left' || end.side === 'right'
  const at = level
    ? { x: end.side === 'left' ? box.x : box.x + box.width, y: box.y + box.height * end.at }
    : { x: box.x + box.width * end.at, y: end.side === 'top' ? box.y : box.y + box.height }
  return { point: { x: at.x + by.x, y: at.y + by.y }, level }
}
