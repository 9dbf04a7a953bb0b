import type { CompositePlan } from '../../forms/figure-tools'
import { roundedTo } from '../../forms/numbers'
import { PAPER, pointsOf } from '../canvas/paper'
import { svgSize } from '../svg/size'
import { element, escapeText, INKSCAPE, number, XLINK } from '../svg/xml'
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
    element('title', {}, merged(plan.title, plan, sources, 'title')),
    element('desc', {}, merged(plan.description, plan, sources, 'desc')),
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

/** The words of a figure's own element, then those of its panels, each after its label: one element for all. */
function merged(
  own: string,
  { labels }: CompositePlan,
  sources: readonly string[],
  name: 'title' | 'desc',
): string {
  const words = sources.flatMap((source, index) => {
    const said = new RegExp(`<${name}>([^<]*)</${name}>`).exec(source)?.[1]?.trim()
    if (!said) return []
    const label = escapeText(labels[index]?.text.trim() ?? '')
    return [label === '' ? said : `${label} ${said}`]
  })
  return words.length === 0 ? escapeText(own) : `${escapeText(own)}: ${words.join('; ')}`
}

/** The smallest text of each panel on the composite's paper in points; 0 where a panel has none. */
export function panelTexts(plan: CompositePlan, sources: readonly string[]): number[] {
  return sources.map((source, index) => {
    const sizes = [...source.matchAll(/<text\b[^>]*\sfont-size="([\d.]+)"/g)]
    const place = plan.panels[index]
    if (!place || sizes.length === 0) return 0
    const scale = place.width / svgSize(source).width
    const smallest = Math.min(...sizes.map(([, size]) => Number(size)))
    return roundedTo((smallest * scale * pointsOf(PAPER.wide)) / plan.width, 3)
  })
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

/** What stands inside the root but its title and description, every id and every reference to one prefixed. */
function inner(svg: string, prefix: string): string {
  const content = svg
    .replace(/^[\s\S]*?<svg\b[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/^\s*<title>[^<]*<\/title>/, '')
    .replace(/^\s*<desc>[^<]*<\/desc>/, '')
  return content
    .replace(
      /\s(id|data-(?:node|edge|panel|from|to))="([^"]*)"/g,
      (_, name, id) => ` ${name}="${prefix}${id}"`,
    )
    .replace(/(href)="#([^"]*)"/g, (_, name, id) => `${name}="#${prefix}${id}"`)
    .replace(/url\(#([^)"]*)\)/g, (_, id) => `url(#${prefix}${id})`)
}
