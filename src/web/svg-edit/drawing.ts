/** What SVG-edit is given of a figure, and what is kept of what it gives back. */

const SVG = 'http://www.w3.org/2000/svg'

/** A text of several lines as one text a line: SVG-edit edits texts of one line alone. */
export function oneTextALine(svg: string): string {
  const drawing = parsed(svg)
  if (!drawing) return svg
  for (const text of drawing.querySelectorAll('text')) {
    const lines = linesOf(text)
    if (lines.length > 0) text.replaceWith(...lines.map((line) => textOf(text, line)))
  }
  return new XMLSerializer().serializeToString(drawing)
}

/** Whether a text of the drawing has several lines. */
export function hasLines(svg: string): boolean {
  const texts = parsed(svg)?.querySelectorAll('text') ?? []
  return [...texts].some((text) => linesOf(text).length > 0)
}

/** The lines of a text, where it consists of nothing else. */
function linesOf(text: Element): Element[] {
  const lines = [...text.children]
  const isPlaced = (one: Element) =>
    one.localName === 'tspan' && one.hasAttribute('x') && one.hasAttribute('y')
  const isAll = text.textContent === lines.map((one) => one.textContent).join('')
  return lines.length > 1 && isAll && lines.every(isPlaced) ? lines : []
}

function textOf(text: Element, line: Element): Element {
  const own = text.cloneNode() as Element
  own.removeAttribute('id')
  for (const { name, value } of line.attributes) own.setAttribute(name, value)
  own.append(...[...line.childNodes].map((node) => node.cloneNode(true)))
  return own
}

/** Of the root SVG-edit keeps width and height in pixels alone: the size on paper and the view come from the figure. */
export function withRootOf(figure: string, edited: string): string {
  const [before, after] = [parsed(figure), parsed(edited)]
  if (!before || !after) return edited
  const [width, height] = [after.getAttribute('width'), after.getAttribute('height')]
  const view = `0 0 ${width} ${height}`
  after.setAttribute('viewBox', view)
  if (before.getAttribute('viewBox') === view)
    for (const name of ['width', 'height'])
      after.setAttribute(name, before.getAttribute(name) ?? after.getAttribute(name) ?? '')
  return new XMLSerializer().serializeToString(after)
}

function parsed(svg: string): Element | undefined {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  return root.namespaceURI === SVG && root.localName === 'svg' ? root : undefined
}
