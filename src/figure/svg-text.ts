import type { Geometry, Style, TextLine } from '../forms/scene'
import { type Attributes, element, escapeText, number } from './xml'

/** A block of text: one line is a `<text>`, more are one `<tspan>` each; runs of a line are tspans in it. */
export function writeLines(geometry: Extract<Geometry, { form: 'lines' }>, style: Style): string {
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
    fill: style.fill,
    opacity: style.opacity,
  }
  if (geometry.lines.length === 1) return element('text', attributes, content(first))
  const spans = geometry.lines.map((line) =>
    element('tspan', { x: number(line.x), y: number(line.y) }, content(line)),
  )
  return element('text', attributes, spans.join(''))
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
        'text-anchor': run.x === undefined ? undefined : 'start',
        dy: dy === 0 ? undefined : dy,
        'font-family': run.fonts && families(run.fonts),
        'font-size': run.fontSize === undefined ? undefined : number(run.fontSize),
        'font-style': run.italic ? 'italic' : undefined,
      }
      const plain = Object.values(attributes).every((value) => value === undefined)
      return plain ? escapeText(run.text) : element('tspan', attributes, escapeText(run.text))
    })
    .join('')
}
