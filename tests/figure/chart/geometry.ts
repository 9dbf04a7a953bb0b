import { type SvgNode, textOf, walkSvg, withClass } from './read-svg'

/** Turns pixels of one axis back into data. */
export interface AxisReader {
  scale: string
  domain: [number, number]
  names: string[]
  title: string
  labels: string[]
  value: (pixel: number) => number
}

export interface Recovered {
  mark: string
  series: string
  /** As the file says it. */
  x: string
  y: string
  /** As the geometry shows it: the value that the mark reaches, or its length where it starts elsewhere. */
  value: number
  /** As the geometry shows it, where the argument is a number. */
  argument?: number
}

const pair = (text: string | undefined): [number, number] => {
  const [low = Number.NaN, high = Number.NaN] = (text ?? '').split(' ').map(Number)
  return [low, high]
}

/** The axes of a chart; of a panel, where small charts share them. */
export function axesOf(svg: SvgNode, facet?: string): { x: AxisReader; y: AxisReader } {
  const panels = withClass(svg, 'group').filter(({ attributes }) => attributes['data-x-scale'])
  const panel = panels.find(({ attributes }) => attributes['data-label'] === facet) ?? panels[0]
  const reader = (channel: 'x' | 'y'): AxisReader => {
    const axis = withClass(svg, 'axis').find(
      ({ attributes }) => attributes['data-channel'] === channel,
    )
    if (!axis) throw new Error(`the chart has no ${channel} axis`)
    const said = (name: string) =>
      panel ? panel.attributes[`data-${channel}-${name}`] : axis.attributes[`data-${name}`]
    const scale = said('scale') ?? ''
    const domain = pair(said('domain'))
    const [start, end] = pair(said('range'))
    const names: string[] = JSON.parse(said('names') ?? '[]')
    const words = axis.children.filter(({ name }) => name === 'text')
    const turned = (node: SvgNode) => /rotate\(-90/.test(node.attributes.transform ?? '')
    const weighty = words.filter((node) => node.attributes['font-weight'] === '500')
    return {
      scale,
      domain,
      names,
      title: weighty.map(textOf).join(' '),
      labels: words.filter((node) => !weighty.includes(node) && !turned(node)).map(textOf),
      value: (pixel) => {
        const share = (pixel - start) / (end - start)
        if (scale === 'log')
          return (
            10 ** (Math.log10(domain[0]) + share * (Math.log10(domain[1]) - Math.log10(domain[0])))
          )
        if (scale === 'symlog') {
          const bend = (value: number) => Math.sign(value) * Math.log1p(Math.abs(value))
          const inner = bend(domain[0]) + share * (bend(domain[1]) - bend(domain[0]))
          return Math.sign(inner) * Math.expm1(Math.abs(inner))
        }
        return domain[0] + share * (domain[1] - domain[0])
      },
    }
  }
  return { x: reader('x'), y: reader('y') }
}

/** Every mark that carries data, with what its geometry says of it. */
export function recover(svg: SvgNode): Recovered[] {
  const polar = withClass(svg, 'mark').filter(
    ({ attributes }) => attributes['data-mark'] === 'slice',
  )
  if (polar.length > 0) return polar.flatMap(slice)
  const shared = axesOf(svg)
  const lying = isLying(svg, shared)
  return withClass(svg, 'mark').flatMap((group) => {
    const mark = group.attributes['data-mark'] ?? ''
    const series = group.attributes['data-series'] ?? ''
    const facet = group.attributes['data-facet']
    const axes = facet === undefined ? shared : axesOf(svg, facet)
    if (mark === 'line' || mark === 'ecdf') return line(group, axes, series)
    if (!['bar', 'point', 'estimate', 'cell'].includes(mark)) return []
    return group.children.flatMap((shape) => single(shape, { mark, series, lying }, axes))
  })
}

/** A bar whose names stand on the upright axis lies. */
function isLying(svg: SvgNode, { x, y }: ReturnType<typeof axesOf>): boolean {
  const cells = withClass(svg, 'mark').some(({ attributes }) => attributes['data-mark'] === 'cell')
  return !cells && y.names.length > 0 && x.names.length === 0
}

function single(
  shape: SvgNode,
  { mark, series, lying }: { mark: string; series: string; lying: boolean },
  axes: ReturnType<typeof axesOf>,
): Recovered[] {
  const { attributes } = shape
  const said = {
    mark,
    series: attributes['data-series'] ?? series,
    x: attributes['data-x'] ?? '',
    y: attributes['data-y'] ?? '',
  }
  if (said.x === '' && said.y === '') return []
  const number = (name: string) => Number(attributes[name])
  const [across, upwards] = [axes.x, axes.y]
  if (shape.name === 'rect' && mark === 'bar') {
    const [from, to] = lying
      ? [across.value(number('x')), across.value(number('x') + number('width'))]
      : [upwards.value(number('y') + number('height')), upwards.value(number('y'))]
    const axis = lying ? across : upwards
    // On a log axis, and where the axis begins above zero, the end is the value; the length is none.
    const cut = axis.scale === 'log' || (axis.domain[0] > 0 && from <= axis.domain[0] * 1.001)
    return [{ ...said, value: cut ? to : Number(said.y) < 0 ? from - to : to - from }]
  }
  const [cx, cy] = centre(shape)
  const value = lying ? across.value(cx) : upwards.value(cy)
  return [{ ...said, value, argument: lying ? upwards.value(cy) : across.value(cx) }]
}

function centre({ name, attributes }: SvgNode): [number, number] {
  if (name === 'ellipse') return [Number(attributes.cx), Number(attributes.cy)]
  if (name === 'rect')
    return [
      Number(attributes.x) + Number(attributes.width) / 2,
      Number(attributes.y) + Number(attributes.height) / 2,
    ]
  const points = (attributes.points ?? '').split(' ').map((each) => each.split(',').map(Number))
  const [xs, ys] = [points.map(([x]) => x ?? 0), points.map(([, y]) => y ?? 0)]
  const middle = (list: number[]) => (Math.min(...list) + Math.max(...list)) / 2
  return [middle(xs), middle(ys)]
}

function line(group: SvgNode, { x, y }: ReturnType<typeof axesOf>, series: string): Recovered[] {
  const listed = (name: string): unknown[] => JSON.parse(group.attributes[name] ?? '[]')
  const [xs, ys] = [listed('data-x'), listed('data-y')]
  const points = group.children.flatMap(({ attributes }) =>
    (attributes.d ?? '')
      .split(/[ML]/)
      .filter(Boolean)
      .map((each) => each.trim().split(/[ ,]/).map(Number)),
  )
  if (points.length !== ys.length) return []
  return points.map(([px = 0, py = 0], i) => ({
    mark: 'line',
    series,
    x: String(xs[i]),
    y: String(ys[i]),
    value: y.value(py),
    argument: x.value(px),
  }))
}

/** The share of a slice from the angle that its arc sweeps. */
function slice(group: SvgNode): Recovered[] {
  const path = [...walkSvg(group)].find(({ name }) => name === 'path')?.attributes.d ?? ''
  const found = /^M([\d.]+) ([\d.]+)A([\d.]+) [\d.]+ 0 ([01]) 1 ([\d.]+) ([\d.]+)/.exec(path)
  if (!found) return []
  const [x1 = 0, y1 = 0, r = 1, large = 0, x2 = 0, y2 = 0] = found.slice(1).map(Number)
  const chord = Math.hypot(x2 - x1, y2 - y1)
  const angle = 2 * Math.asin(Math.min(1, chord / (2 * r)))
  const sweep = large === 1 ? 2 * Math.PI - angle : angle
  return [
    {
      mark: 'slice',
      series: group.attributes['data-series'] ?? '',
      x: group.attributes['data-x'] ?? '',
      y: group.attributes['data-y'] ?? '',
      value: sweep / (2 * Math.PI),
    },
  ]
}

/** How far geometry and data are apart, as a share of the value; near zero, of the axis. */
export function apart(geometry: number, data: number, axis: { domain: [number, number] }): number {
  const floor = Math.abs(axis.domain[1] - axis.domain[0]) * 0.05
  return Math.abs(geometry - data) / Math.max(Math.abs(data), floor)
}
