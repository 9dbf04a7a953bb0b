import type { CompositePlan } from '../../forms/figure-tools'
import { PAPER } from '../paper'
import { svgSize } from '../svg-size'
import { element, escapeText, INKSCAPE, number, XLINK } from '../xml'
import { labelText, placeLabels } from './labels'

/** Nests whole figures as panels of one SVG; their ids get the prefix `p1-`, `p2-`... */
export function compositeSvg(
  plan: CompositePlan,
  sources: readonly string[],
  version: string,
): string {
  const { width, height } = plan
  const panels = sources.map((source, index) => panel(plan, source, index))
  const body = [
    element('title', {}, escapeText(plan.title)),
    element('desc', {}, escapeText(plan.description)),
    element('rect', { x: 0, y: 0, width, height, fill: '#ffffff' }),
    ...panels,
    ...placeLabels(plan).map(labelText),
  ]
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...(panels.some((markup) => markup.includes('xlink:')) && { 'xmlns:xlink': XLINK }),
    'xmlns:inkscape': INKSCAPE,
    width: `${PAPER.wide}mm`,
    height: `${number((PAPER.wide * height) / width)}mm`,
    viewBox: `0 0 ${width} ${height}`,
    'data-generator': `burin/${version}`,
  }
  return `${element('svg', root, `\n${body.join('\n')}\n`)}\n`
}

function panel(plan: CompositePlan, source: string, index: number): string {
  const place = plan.panels[index]
  if (!place) return ''
  const scale = place.width / svgSize(source).width
  const transform = `translate(${place.x} ${place.y}) scale(${Number(scale.toFixed(6))})`
  const label = plan.labels[index]?.text.trim() ?? ''
  return element(
    'g',
    { class: 'group', id: `panel-${index + 1}`, 'data-label': label, 'inkscape:label': label },
    element('g', { transform }, inner(source, `p${index + 1}-`)),
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
