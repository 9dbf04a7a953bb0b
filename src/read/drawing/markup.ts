import { SaxesParser } from 'saxes'
import { cleaning, SvgRefused } from '../../figure/clean'
import { element, escapeText } from '../../figure/xml'
import { DrawingRefused } from './refused'

/** Bytes and elements of a drawing, as it is written and with every `use` unfolded. */
const MOST = { bytes: 200_000, elements: 4000, unfolded: 12_000, steps: 400_000 } as const

export interface Markup {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Markup | string)[]
}

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
  const { clean, dropped } = cleaned(withNamespaces(svg))
  const named = new Map<string, Markup>()
  const gone = new Map<string, number>()
  const open: Markup[] = []
  let root: Markup | undefined
  let count = 0
  let skipped = 0
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (!own && ++count > MOST.elements)
      throw new DrawingRefused(`The drawing has more than ${MOST.elements} elements.`)
    if (skipped > 0 || !(ELEMENTS.has(name) || (own && OWN.has(name)))) {
      if (skipped++ === 0) gone.set(name, (gone.get(name) ?? 0) + 1)
      return
    }
    const one: Markup = { name, attributes: attributes as Record<string, string>, children: [] }
    if (attributes.id !== undefined && !named.has(String(attributes.id)))
      named.set(String(attributes.id), one)
    open.at(-1)?.children.push(one)
    root ??= one
    open.push(one)
  })
  parser.on('closetag', () => {
    if (skipped > 0) skipped--
    else open.pop()
  })
  parser.on('text', (text) => {
    if (skipped === 0) open.at(-1)?.children.push(text)
  })
  parser.write(clean).close()
  if (!root) throw new DrawingRefused('The drawing is empty.')
  const left = own
    ? { elements: 200_000, steps: 10_000_000 }
    : { elements: MOST.unfolded, steps: MOST.steps }
  return { root, named, left, dropped: [...dropped, ...[...gone].map(leftOut)] }
}

function cleaned(svg: string) {
  try {
    const { svg: clean, dropped } = cleaning(svg)
    return { clean, dropped: [...dropped].map(leftOut) }
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

/** An element as it was. */
export function written(one: Markup | string): string {
  if (typeof one === 'string') return escapeText(one)
  return element(one.name, { ...one.attributes }, one.children.map(written).join(''))
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
