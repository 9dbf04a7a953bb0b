import { svgSize } from '../svg-size'
import { element, escapeText, number } from '../xml'
import type { Grid } from './grid'
import { LABEL_STYLE, type PlacedLabel } from './labels'

/** Nests whole figures as panels of one SVG; their ids get the prefix `p1-`, `p2-`... */
export function compositeSvg(
  grid: Grid,
  labels: readonly (PlacedLabel | undefined)[],
  sources: readonly string[],
  meta: { title: string; description: string; version: string },
): string {
  const panels = sources.map((source, index) => {
    const place = grid.panels[index]
    if (!place) return ''
    const scale = place.width / svgSize(source).width
    const transform = `translate(${place.x} ${place.y}) scale(${Number(scale.toFixed(6))})`
    const label = labels[index]?.text
    const name = { class: 'group', id: `panel-${index + 1}`, 'data-label': label ?? '' }
    return element('g', name, element('g', { transform }, inner(source, `p${index + 1}-`)))
  })
  const texts = labels.flatMap((label) => (label ? [labelText(label)] : []))
  const body = [
    element('title', {}, escapeText(meta.title)),
    element('desc', {}, escapeText(meta.description)),
    element('rect', { x: 0, y: 0, width: grid.width, height: grid.height, fill: '#ffffff' }),
    ...panels,
    ...texts,
  ]
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
    width: grid.width,
    height: grid.height,
    viewBox: `0 0 ${grid.width} ${grid.height}`,
    'data-generator': `burin/${meta.version}`,
  }
  return `${element('svg', root, `\n${body.join('\n')}\n`)}\n`
}

function labelText({ text, x, baseline, size }: PlacedLabel): string {
  return element(
    'text',
    {
      class: 'text',
      x: number(x),
      y: number(baseline),
      fill: LABEL_STYLE.fill,
      'font-family': LABEL_STYLE.fonts.join(', '),
      'font-size': number(size),
      'font-weight': LABEL_STYLE.weight,
      'text-anchor': 'middle',
    },
    escapeText(text),
  )
}

/** What stands inside the root, every id and every reference to one prefixed. */
function inner(svg: string, prefix: string): string {
  const content = svg.replace(/^[\s\S]*?<svg\b[^>]*>/, '').replace(/<\/svg>\s*$/, '')
  return content
    .replace(/\s(id|data-from|data-to)="([^"]*)"/g, (_, name, id) => ` ${name}="${prefix}${id}"`)
    .replace(/(href)="#([^"]*)"/g, (_, name, id) => `${name}="#${prefix}${id}"`)
    .replace(/url\(#([^)"]*)\)/g, (_, id) => `url(#${prefix}${id})`)
}
