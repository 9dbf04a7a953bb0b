import { instance } from '@viz-js/viz'
import { picker, random, type Truth } from './truth'

const WORDS =
  'Load Parse Index Query Rank Merge Split Train Score Filter Encode Decode Sample Plot Align Count'.split(
    ' ',
  )

interface VizObject {
  name: string
  pos?: string
  width?: string
  height?: string
  shape?: string
  label?: string
  _gvid: number
}

interface VizJson {
  bb: string
  objects: VizObject[]
  edges?: { tail: number; head: number; pos: string }[]
}

/** Pixels of the drawing for each of Graphviz' points. */
const SCALE = 1.6

/** A figure that Graphviz drew; the truth is its own layout. */
export async function graphviz(seed: number): Promise<Truth> {
  const next = random(seed * 31337 + 5)
  const pick = picker(next)
  const count = 6 + Math.floor(next() * 7)
  const shapes = ['box', 'ellipse', 'diamond', 'box', 'hexagon']
  const plain = next() < 0.5
  const nodes = Array.from({ length: count }, (_, i) => {
    const words = next() < 0.5 ? pick(WORDS) : `${pick(WORDS)} ${pick(WORDS).toLowerCase()}`
    const fill = plain
      ? ''
      : `, style="filled${next() < 0.3 ? ',rounded' : ''}", fillcolor="${pick(['#dbeafe', '#fde68a', '#bbf7d0', '#fecaca'])}"`
    return `n${i} [label="${words}", shape=${pick(shapes)}${fill}]`
  })
  const edges = Array.from(
    { length: count - 1 },
    (_, i) =>
      `n${Math.floor(next() * (i + 1))} -> n${i + 1}${next() < 0.2 ? ' [style=dashed]' : ''}`,
  )
  const dot = `digraph { rankdir=${pick(['TB', 'LR'])}; nodesep=.5; ranksep=.6; node [fontname="${pick(['Inter', 'IBM Plex Sans', 'Nunito'])}", fontsize=14]; ${nodes.join(';')}; ${edges.join(';')} }`
  const viz = await instance()
  const json = viz.renderJSON(dot) as unknown as VizJson
  const drawn = viz.renderString(dot, { format: 'svg' })
  return truthOf(`graphviz-${seed}`, json, drawn)
}

function truthOf(name: string, json: VizJson, drawn: string): Truth {
  const [, , right = 0, top = 0] = json.bb.split(',').map(Number)
  const margin = 4
  const width = Math.round((right + 2 * margin) * SCALE)
  const height = Math.round((top + 2 * margin) * SCALE)
  const at = (pair: string) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return { x: (x + margin) * SCALE, y: (top - y + margin) * SCALE }
  }
  const objects = json.objects.filter(({ pos }) => pos)
  const index = new Map(objects.map(({ _gvid }, i) => [_gvid, i]))
  const body = drawn
    .slice(drawn.indexOf('<svg'))
    .replace(/<svg[^>]*>/, (tag) =>
      tag
        .replace(/width="[^"]*"/, `width="${width}"`)
        .replace(/height="[^"]*"/, `height="${height}"`),
    )
  return {
    name,
    svg: body,
    width,
    height,
    texts: objects.map(({ pos = '0,0', label = '' }) => ({ text: label, ...at(pos) })),
    shapes: objects.map(({ pos = '0,0', width: w = '0', height: h = '0', shape }) => {
      const middle = at(pos)
      const size = { width: Number(w) * 72 * SCALE, height: Number(h) * 72 * SCALE }
      return {
        form: shape === 'ellipse' ? 'ellipse' : shape === 'box' ? 'rect' : 'polygon',
        x: middle.x - size.width / 2,
        y: middle.y - size.height / 2,
        ...size,
      }
    }),
    connectors: (json.edges ?? []).map(({ tail, head, pos }) => {
      const places = pos.replace(/^e,/, '').split(' ')
      return {
        from: index.get(tail) ?? 0,
        to: index.get(head) ?? 0,
        start: at(places[1] ?? '0,0'),
        end: at(places[0] ?? '0,0'),
        directed: true,
      }
    }),
  }
}
