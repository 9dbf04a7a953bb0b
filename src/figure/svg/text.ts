import type { Geometry, Style, TextLine } from '../../forms/scene'
import { LEFT_OF } from '../geometry'
import { type Attributes, element, escapeText, number } from './xml'

type Lines = Extract<Geometry, { form: 'lines' }>

/**
 * A block of text: one line is a `<text>`, more are one `<tspan>` each; runs of a line are tspans in it. Formulas that
 * letters cannot show follow as outlines.
 */
export function writeLines(geometry: Lines, style: Style): string {
  return writeWords(geometry, style) + writeFormulas(geometry, style)
}

function writeFormulas({ lines }: Lines, { fill, opacity }: Style): string {
  return lines
    .flatMap(({ formulas = [] }) => formulas)
    .map(({ tex, d, strokeWidth }) => {
      const stroke = strokeWidth === undefined ? undefined : fill
      const heavy = { stroke, 'stroke-width': strokeWidth, 'stroke-linejoin': stroke && 'round' }
      const path = element('path', { d, fill, ...heavy, opacity })
      return element('g', { class: 'formula', 'data-tex': tex }, path)
    })
    .join('')
}

function writeWords(whole: Lines, style: Style): string {
  const geometry = fromStarts({
    ...whole,
    lines: whole.lines.filter(({ runs }) => runs?.length !== 0),
  })
  const [first] = geometry.lines
  if (!first) return ''
  const attributes: Attributes = {
    x: number(first.x),
    y: number(first.y),
    'text-anchor': geometry.anchor === 'start' ? undefined : geometry.anchor,
    transform: geometry.turn
      ? `rotate(${number(geometry.turn)} ${number(first.x)} ${number(first.y)})`
      : undefined,
    'font-family': style.fonts && families(style.fonts),
    'font-size': number(style.fontSize ?? 16),
    'font-weight': style.fontWeight === 400 ? undefined : style.fontWeight,
    'font-style': style.italic ? 'italic' : undefined,
    textLength: first.stretched ? number(first.width) : undefined,
    lengthAdjust: first.stretched ? 'spacingAndGlyphs' : undefined,
    'letter-spacing': style.letterSpacing,
    fill: style.fill,
    ...haloOf(style),
    opacity: style.opacity,
  }
  if (geometry.lines.length === 1) return element('text', attributes, content(first))
  const spans = geometry.lines.map((line) =>
    element('tspan', { x: number(line.x), y: number(line.y) }, content(line)),
  )
  return element('text', attributes, spans.join(''))
}

/** A stroke under the letters, in the colour of their ground. */
function haloOf({ stroke, strokeWidth }: Style): Attributes {
  if (stroke === undefined) return {}
  const width = number(strokeWidth ?? 1)
  return { stroke, 'stroke-width': width, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }
}

/**
 * A block with placed runs begins where each of its lines does: drawing programs know one anchor for a whole text, and set
 * runs with another aside.
 */
function fromStarts(geometry: Lines): Lines {
  const { anchor, lines } = geometry
  if (!lines.some(({ runs }) => runs?.some(({ x }) => x !== undefined))) return geometry
  const starts = lines.map((line) => {
    const placed = (line.runs ?? []).flatMap(({ x }) => (x === undefined ? [] : [x]))
    return {
      ...line,
      x: placed.length > 0 ? Math.min(...placed) : line.x - LEFT_OF[anchor] * line.width,
    }
  })
  return { ...geometry, anchor: 'start', lines: starts }
}

function families(names: readonly string[]): string {
  return names.join(', ')
}

/** `dy` moves from where the run before it stood. */
function content(line: TextLine): string {
  if (!line.runs) return escapeText(line.text)
  let stood = 0
  return line.runs
    .map((run) => {
      const rise = run.rise ?? 0
      const dy = number(stood - rise)
      stood = rise
      const attributes: Attributes = {
        // Rasterisers shape what has no place of its own as one, and let one substitute draw all of it.
        x: run.x === undefined ? undefined : number(run.x),
        dy: dy === 0 ? undefined : dy,
        'font-family': run.fonts && families(run.fonts),
        'font-size': run.fontSize === undefined ? undefined : number(run.fontSize),
        'font-style': run.italic ? 'italic' : undefined,
        'font-weight': run.fontWeight,
        fill: run.fill,
      }
      const plain = Object.values(attributes).every((value) => value === undefined)
      return plain ? escapeText(run.text) : element('tspan', attributes, escapeText(run.text))
    })
    .join('')
}
