import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { element, escapeText, INKSCAPE, XLINK } from './xml'

/** An element, with the attributes that it is painted by. */
export interface Markup {
  name: string
  attributes: Record<string, string>
  children: (Markup | string)[]
}

/** The SVG cannot be made safe; the message is a sentence for the client. */
export class SvgRefused extends Error {
  override name = 'SvgRefused'
}

/** Larger than any figure of ours with its pictures; the parser keeps the whole string in memory. */
const MOST_CHARACTERS = 60_000_000
const MOST_ELEMENTS = 200_000
/** Renderers recurse: resvg and typst overflow their stacks at some thousand levels. */
const DEEPEST = 64

const SVG = 'http://www.w3.org/2000/svg'
const XML = 'http://www.w3.org/XML/1998/namespace'

const ELEMENTS = new Set(
  `svg g defs title desc symbol use marker clipPath mask pattern linearGradient radialGradient stop
  rect circle ellipse line polyline polygon path text tspan textPath image filter feGaussianBlur
  switch`.split(/\s+/),
)

const ATTRIBUTES = new Set(
  `id class role width height viewBox preserveAspectRatio version x y x1 y1 x2 y2 cx cy r rx ry fx fy d points pathLength
  transform gradientTransform gradientUnits patternTransform patternUnits patternContentUnits spreadMethod offset
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit opacity color display visibility clip-path clip-rule clipPathUnits mask
  maskUnits maskContentUnits overflow paint-order vector-effect shape-rendering text-rendering image-rendering
  stop-color stop-opacity marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient
  font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing text-anchor
  text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi
  textLength lengthAdjust startOffset dx dy rotate filter filterUnits primitiveUnits stdDeviation
  color-interpolation color-interpolation-filters isolation mix-blend-mode
  aria-label aria-hidden`.split(/\s+/),
)

const KEPT_NAMESPACES = new Map([
  ['xmlns:xlink', XLINK],
  ['xmlns:inkscape', INKSCAPE],
])
const LABEL = 'inkscape:label'

const PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]*$/
const FRAGMENT = /^#[\w.:-]+$/

/**
 * Keeps what a figure needs and drops the rest: scripts, foreign objects, styles (an element's own becomes attributes), event handlers, comments, processing
 * instructions, DOCTYPE, filters but the blur that softens a shadow, and every reference but `#id` and embedded PNG, JPEG
 * and WebP pictures. What {@link toSvg} writes comes back byte for byte, and cleaning twice is cleaning once.
 *
 * @throws SvgRefused when it is no well-formed SVG, or too large, too deep, or built on entities.
 */
export function cleanSvg(svg: string): string {
  if (last?.svg === svg) return last.clean
  const clean = `${written(cleaned(svg).root)}\n`
  if (svg.length <= MOST_KEPT) last = { svg, clean }
  return clean
}

/** A figure is cleaned for each of its files, one after the other. */
let last: { svg: string; clean: string } | undefined
/** In characters: large ones would only fill the memory. */
const MOST_KEPT = 2_000_000

/** What {@link cleanSvg} writes, and how often each name of SVG was dropped; what other programs keep in theirs is not counted. */
export function cleaned(svg: string): { root: Markup; dropped: ReadonlyMap<string, number> } {
  if (svg.length > MOST_CHARACTERS) throw new SvgRefused('the SVG is larger than 60 MB')
  const parser = new SaxesParser({ xmlns: true })
  const reader = new Reader()
  parser.on('doctype', (text) => {
    if (/\[|<!ENTITY/i.test(text))
      throw new SvgRefused('the SVG declares entities, which are not accepted')
  })
  parser.on('opentag', (tag) => reader.open(tag))
  parser.on('closetag', () => reader.close())
  parser.on('text', (text) => reader.text(text))
  parser.on('cdata', (text) => reader.text(text))
  parser.on('error', (error) => {
    throw new SvgRefused(`the SVG is not well-formed XML: ${error.message}`)
  })
  parser.write(svg).close()
  return { root: reader.result(), dropped: reader.dropped }
}

class Reader {
  readonly dropped = new Map<string, number>()
  #root: Markup | undefined
  /** What is open, outermost first. */
  readonly #open: Markup[] = []
  readonly #filters = new Map<string, Markup>()
  readonly #filtered: Markup[] = []
  #depth = 0
  #count = 0
  /** Depth below a dropped element; what is in there is dropped too. */
  #dropped = 0
  /** Whether the root declares what `inkscape:label` needs. */
  #labelled = false

  open(tag: SaxesTagNS): void {
    this.#depth++
    if (this.#depth > DEEPEST)
      throw new SvgRefused(`the SVG is nested deeper than ${DEEPEST} levels`)
    if (++this.#count > MOST_ELEMENTS) {
      throw new SvgRefused(`the SVG has more than ${MOST_ELEMENTS} elements`)
    }
    const root = this.#depth === 1
    if (root && (tag.local !== 'svg' || tag.uri !== SVG)) {
      throw new SvgRefused('the document is not an SVG: its root must be svg in the SVG namespace')
    }
    if (this.#dropped > 0 || tag.uri !== SVG || !ELEMENTS.has(tag.local)) {
      const isOwn = this.#dropped++ === 0 && (tag.uri === SVG || tag.uri === '')
      if (isOwn && tag.local !== 'metadata') this.#drop(tag.local)
      // What a filter does by a step that is dropped is nothing that can be shown.
      if (this.#open.at(-1)?.name === 'filter') this.#open.at(-1)?.children.push('')
      return
    }
    if (root) this.#labelled = tag.ns.inkscape === INKSCAPE
    const drop = (name: string) => this.#drop(name)
    const attributes = keptAttributes(tag, root, this.#labelled, drop)
    const each: Markup = { name: tag.local, attributes, children: [] }
    this.#open.at(-1)?.children.push(each)
    this.#open.push(each)
    this.#root ??= each
    if (each.name === 'filter') this.#filters.set(attributes.id ?? '', each)
    if (attributes.filter !== undefined) this.#filtered.push(each)
  }

  close(): void {
    this.#depth--
    if (this.#dropped > 0) {
      this.#dropped--
      return
    }
    const each = this.#open.pop()
    if (each?.name === 'filter' && !isShadow(each)) this.#open.at(-1)?.children.pop()
  }

  text(text: string): void {
    const parent = this.#open.at(-1)
    if (this.#dropped > 0 || !parent || parent.name === 'filter') return
    const { children } = parent
    const before = children.at(-1)
    if (typeof before === 'string') children[children.length - 1] = before + text
    else children.push(text)
  }

  #drop(name: string): void {
    this.dropped.set(name, (this.dropped.get(name) ?? 0) + 1)
  }

  result(): Markup {
    for (const { attributes } of this.#filtered) {
      const id = /#([^"')\s]+)/.exec(attributes.filter ?? '')?.[1]
      if (!isShadow(this.#filters.get(id ?? ''))) delete attributes.filter
    }
    return this.#root as Markup
  }
}

/** In user units. */
const SOFTEST = 200

/** Whether a filter is one as {@link toSvg} writes them: a blur alone, its region in shares of what it is used on. */
function isShadow(filter: Markup | undefined): boolean {
  const [blur, ...others] = filter?.children ?? []
  if (!filter || typeof blur !== 'object' || others.length > 0) return false
  const { filterUnits, primitiveUnits } = filter.attributes
  const radius = Number(blur.attributes.stdDeviation)
  return (
    filterUnits !== 'userSpaceOnUse' &&
    primitiveUnits !== 'objectBoundingBox' &&
    radius >= 0 &&
    radius <= SOFTEST
  )
}

export function written(one: Markup | string): string {
  if (typeof one === 'string') return escapeText(one)
  return element(one.name, one.attributes, one.children.map(written).join(''))
}

function keptAttributes(
  tag: SaxesTagNS,
  root: boolean,
  labelled: boolean,
  drop: (name: string) => void,
): Markup['attributes'] {
  const kept: Markup['attributes'] = root ? { xmlns: SVG } : {}
  const styled: Markup['attributes'] = {}
  for (const attribute of Object.values(tag.attributes)) {
    const name = keptName(attribute, root)
    if (name === LABEL && !labelled) continue
    if (attribute.name === 'style') Object.assign(styled, declared(attribute.value, tag.local))
    else if (name !== undefined && isSafe(name, attribute.value, tag.local))
      kept[name] = attribute.value
    else if (attribute.uri === '' && !/^xmlns/.test(attribute.name)) drop(attribute.local)
  }
  // What a style says of an element goes before its attributes.
  Object.assign(kept, styled)
  // A reference to a dropped declaration would not be well-formed.
  if (root && tag.ns.xlink === XLINK) kept['xmlns:xlink'] = XLINK
  return kept
}

/** The presentation attributes that a `style` stands for. */
function declared(style: string, element: string): Markup['attributes'] {
  const pairs = style.split(';').map((each) => each.split(/:(.*)/s, 2).map((part) => part.trim()))
  const safe = pairs.filter(
    ([name = '', value = '']) =>
      PRESENTATION.test(name) && ATTRIBUTES.has(name) && isSafe(name, value, element),
  )
  return Object.fromEntries(
    safe.map(([name = '', value = '']) => [name, value.replace(/\s*!important$/, '')]),
  )
}

const PRESENTATION =
  /^(?:fill|stroke|stop|font|text|marker|clip|letter|word|dominant|baseline|paint)\b|^(?:opacity|display|visibility|color|flood-color|flood-opacity)$/

function keptName(attribute: SaxesAttributeNS, root: boolean): string | undefined {
  const { local, prefix, uri, name } = attribute
  if (name === 'xmlns') return undefined
  if (prefix === 'xmlns') {
    const known = root && KEPT_NAMESPACES.get(name) === attribute.value
    return known ? name : undefined
  }
  if (uri === XML) return local === 'space' || local === 'lang' ? `xml:${local}` : undefined
  if (local === 'href') return uri === XLINK ? 'xlink:href' : uri === '' ? 'href' : undefined
  if (uri === INKSCAPE) return local === 'label' ? LABEL : undefined
  if (uri !== '') return undefined
  return ATTRIBUTES.has(local) || /^data-[a-z][a-z0-9-]*$/.test(local) ? local : undefined
}

function isSafe(name: string, value: string, element: string): boolean {
  if (name === 'href' || name === 'xlink:href') {
    const target = value.trim()
    return FRAGMENT.test(target) || (element === 'image' && PICTURE.test(target))
  }
  // Labels and other data are words; nothing ever resolves them.
  if (name.startsWith('data-') || name === 'aria-label' || name === LABEL) return true
  if (/\\|javascript:|expression\s*\(/i.test(value)) return false
  const urls = value.match(/url\s*\([^)]*\)?/gi) ?? []
  return urls.every((url) => /^url\(\s*(["']?)#[\w.:-]+\1\s*\)$/.test(url))
}
