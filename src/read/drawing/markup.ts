import { cleaned, type Markup, SvgRefused } from '../../figure/svg/clean'
import { DrawingRefused } from './refused'

/** Bytes and elements of a drawing, as it is written and with every `use` unfolded. */
const MOST = { bytes: 200_000, elements: 4000, unfolded: 12_000, steps: 400_000 } as const

export interface Drawn {
  root: Markup
  /** By id. */
  named: ReadonlyMap<string, Markup>
  /** How many elements, and lines and curves of them, are still to be had. */
  left: { elements: number; steps: number }
  dropped: string[]
}

/** What a drawing is made of; the house's own SVG has pictures, soft shadows and grounds besides. */
const ELEMENTS = new Set(
  `svg g defs title desc symbol use marker clipPath linearGradient radialGradient stop
  rect circle ellipse line polyline polygon path text tspan`.split(/\s+/),
)
const OWN = new Set(['image', 'filter', 'feGaussianBlur', 'pattern'])

/** Parses and cleans a drawing. @throws DrawingRefused */
export function markupOf(svg: string, own = false): Drawn {
  if (!own && Buffer.byteLength(svg) > MOST.bytes)
    throw new DrawingRefused(
      `The drawing is ${Math.ceil(Buffer.byteLength(svg) / 1000)} kB large; it may have 200 kB.`,
    )
  if (/<!DOCTYPE/i.test(svg))
    throw new DrawingRefused('The drawing has a DOCTYPE; it must begin with <svg>.')
  if (!/<svg[\s>]/.test(svg)) throw new DrawingRefused('There is no <svg> in it.')
  const { root, dropped } = safe(withNamespaces(svg))
  const gone = new Map(dropped)
  const named = new Map<string, Markup>()
  let count = 0
  const visit = (one: Markup) => {
    if (!own && ++count > MOST.elements)
      throw new DrawingRefused(`The drawing has more than ${MOST.elements} elements.`)
    const { id } = one.attributes
    if (id !== undefined && !named.has(id)) named.set(id, one)
    one.children = one.children.filter((child) => {
      if (typeof child === 'string' || ELEMENTS.has(child.name)) return true
      if (own && OWN.has(child.name)) return true
      gone.set(child.name, (gone.get(child.name) ?? 0) + 1)
      return false
    })
    for (const child of elementsIn(one)) visit(child)
  }
  visit(root)
  const left = own
    ? { elements: 200_000, steps: 10_000_000 }
    : { elements: MOST.unfolded, steps: MOST.steps }
  return { root, named, left, dropped: [...gone].map(leftOut) }
}

function safe(svg: string) {
  try {
    return cleaned(svg)
  } catch (error) {
    if (!(error instanceof SvgRefused)) throw error
    throw new DrawingRefused(`The drawing cannot be read: ${error.message}.`)
  }
}

const leftOut = ([name, times]: [string, number]) =>
  `${name} is no part of a drawing and was left out${times > 1 ? ` (${times} times)` : ''}.`

/** Models and people leave these away where the SVG stands in a page, and the value of what needs none. */
function withNamespaces(svg: string): string {
  const at = svg.search(/<svg[\s>]/)
  const start = svg.slice(Math.max(0, at))
  const tag = /^<svg\b[^>]*>/.exec(start)?.[0] ?? ''
  const lacks = (name: string, used: boolean) => used && !tag.includes(`${name}=`)
  const added = [
    lacks('xmlns', true) && ' xmlns="http://www.w3.org/2000/svg"',
    lacks('xmlns:xlink', start.includes('xlink:href')) &&
      ' xmlns:xlink="http://www.w3.org/1999/xlink"',
  ].filter((each) => each !== false)
  return start
    .replace(/^<svg/, `<svg${added.join('')}`)
    .replace(/(<rect\b[^<>]*?\sdata-crop)(?=[\s/>])/g, '$1=""')
}

export const elementsIn = ({ children }: Markup): Markup[] =>
  children.filter((child): child is Markup => typeof child !== 'string')

export const textIn = ({ children }: Markup): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

export const hrefOf = ({ attributes }: Markup): string =>
  (attributes.href ?? attributes['xlink:href'] ?? '').trim().replace(/^#/, '')

/** The id in `url(#id)`. */
export const idIn = (value: string | undefined): string | undefined =>
  /^\s*url\(\s*["']?#([^"')]+)["']?\s*\)/.exec(value ?? '')?.[1]

/** Takes so many elements, lines and curves off what is left. @throws DrawingRefused where nothing is */
export function spend(left: Drawn['left'], elements: number, steps: number): void {
  left.elements -= elements
  left.steps -= steps
  if (left.elements < 0 || left.steps < 0)
    throw new DrawingRefused(
      'The drawing unfolds to more than 12,000 elements, or 400,000 lines and curves.',
    )
}
