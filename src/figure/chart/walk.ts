import type { Box, Point, SceneElement, Style } from '../../forms/scene'
import { clipBox, clipLine, clipPolygon, clipSegment, inside } from './clip'
import { fieldValue, type MarkEncode, type MarkEncodes } from './encodes'
import { UNIT } from './house'
import { linesOf, painted, styleOf, textOf } from './items'
import { boxAround, groupPart, shapePart } from './parts'
import { movedPath, pointsOf } from './paths'
import { spoken } from './prepare'
import { scaleData } from './scales'
import { symbolGeometry } from './symbols'
import type { VegaItem, VegaMark, VegaScale } from './vega'

/** One value that a mark stands for, as it is written beside it. */
export interface Datum {
  x: string
  y: string
  series: string
}

/** What is drawn with one mark definition in one frame. */
export interface MarkGroup {
  id: string
  /** `bar`, `line`, `point`, `cell`, `slice`, or the name of its view. */
  kind: string
  frame: Frame | undefined
  series: string
  encode: MarkEncode | undefined
  data: Datum[]
  /** Where its items stand, in canvas pixels; of a line its points. */
  places: Point[]
  color: string | undefined
  /** Some stand on others. */
  stacked: boolean
  scales: { x?: VegaScale; y?: VegaScale }
}

/** Where a view's marks stand, in canvas pixels. */
export interface Frame extends Box {
  /** Which panel it is; empty where there is one. */
  facet: string
}

export interface LegendFound {
  box: Box
  scales: string[]
  entries: string[]
}

export interface AxisFound {
  scale: string
  channel: 'x' | 'y'
  orient: string
  title: string
  /** Pixels of Vega along the axis. */
  length: number
  values: VegaScale | undefined
  labels: { text: string; value: unknown; at: number }[]
}

export interface Walked {
  elements: SceneElement[]
  frames: Frame[]
  groups: MarkGroup[]
  legends: LegendFound[]
  axes: AxisFound[]
  /** Around everything that was drawn, in canvas pixels. */
  bounds: Box
  /** The same moved by so many of Vega's pixels. */
  again: (by: Point) => Walked
}

/** Painting order: grid, marks in the order of their layers, axes, words. */
export const Z = { grid: 0, mark: 10, axis: 500, text: 600, legend: 700 } as const

/** A line's data are written out up to this many points. */
const MOST_WRITTEN = 400

export type PathOf = (type: string, item: VegaItem) => string

/** Turns Vega's scenegraph into elements of a scene, each with an id that depends on the chart alone. */
export function walk(
  root: VegaMark,
  origin: Point,
  encodes: MarkEncodes,
  pathOf: PathOf,
  moved: (dx: number, dy: number) => Walked,
): Walked {
  const walker = new Walker(encodes, pathOf)
  walker.mark(root, origin)
  walker.panels()
  const { elements, frames, groups, legends, axes } = walker
  const boxes = [...elements.map(({ box }) => box), ...frames]
  return {
    elements,
    frames,
    groups,
    legends,
    axes,
    bounds: boxAround(boxes.flatMap(cornersOf)),
    again: ({ x, y }) => moved(x, y),
  }
}

/** Where the walk stands: the origin of the group, its frame, its scales. */
interface Place extends Point {
  frame?: Frame | undefined
  context?: VegaItem['context']
  width?: number
  height?: number
  series?: string
}

class Walker {
  elements: SceneElement[] = []
  frames: Frame[] = []
  groups: MarkGroup[] = []
  legends: LegendFound[] = []
  axes: AxisFound[] = []
  #counts = new Map<string, number>()
  #order = 0
  /** Once points are drawn: what follows lies over the axis as they do. */
  #over = false

  constructor(
    readonly encodes: MarkEncodes,
    readonly pathOf: PathOf,
  ) {}

  id(stem: string): string {
    const count = (this.#counts.get(stem) ?? 0) + 1
    this.#counts.set(stem, count)
    return `${stem}-${count}`
  }

  mark(mark: VegaMark, at: Place): void {
    if (mark.marktype !== 'group') this.#marks(mark, at)
    else for (const item of mark.items) this.#group(mark, item, at)
  }

  #group(mark: VegaMark, item: VegaItem, at: Place): void {
    const here: Place = {
      ...at,
      x: at.x + (item.x ?? 0),
      y: at.y + (item.y ?? 0),
      ...(item.context ? { context: item.context } : {}),
    }
    const role = mark.role ?? ''
    if (role === 'axis') this.#axis(item, here)
    else if (role === 'legend') this.#legend(item, here)
    else if (role === 'title' || role.endsWith('-title')) this.#title(item, here, role)
    else this.#inside(mark, item, here)
  }

  #inside(mark: VegaMark, item: VegaItem, here: Place): void {
    if (mark.name?.endsWith('pathgroup')) here.series = seriesOf(item)
    else if (isFrame(item)) this.#frame(item, here)
    for (const inner of item.items ?? []) this.mark(inner, here)
  }

  #frame(item: VegaItem, here: Place): void {
    const [width, height] = [item.width ?? 0, item.height ?? 0]
    const facet = facetOf(item) || headOf(item)
    here.frame = {
      x: here.x * UNIT,
      y: here.y * UNIT,
      width: width * UNIT,
      height: height * UNIT,
      facet,
    }
    here.width = width
    here.height = height
    this.frames.push(here.frame)
    const style = styleOf(item)
    if (style.fill || style.stroke) {
      const { facet: _, ...box } = here.frame
      this.elements.push({
        id: this.id('ground'),
        kind: 'shape',
        z: Z.grid - 1,
        box,
        geometry: { form: 'rect', ...box, radius: 0 },
        style,
      })
    }
  }

  /** Small charts share their axes, so each panel says itself how its pixels become data. */
  panels(): void {
    if (this.frames.length < 2) this.#silentAxes()
    else
      for (const frame of this.frames) {
        const own = this.groups.find(
          (group) => group.frame === frame && group.scales.x && group.scales.y,
        )
        const said: Record<string, Record<string, string>> = own ? scalesOf(own, frame) : {}
        const { facet, ...box } = frame
        const data = Object.fromEntries(
          Object.entries(said).flatMap(([channel, one]) =>
            Object.entries(one).map(([name, value]) => [`${channel}-${name}`, value]),
          ),
        )
        this.elements.push(
          groupPart(this.id('panel'), 'group', Z.grid, box, { label: facet, data }),
        )
      }
  }

  /** An axis without line and ticks still says how pixels become data. */
  #silentAxes(): void {
    const [frame] = this.frames
    if (!frame) return
    for (const channel of ['x', 'y'] as const) {
      if (this.axes.some((each) => each.channel === channel)) continue
      const own = this.groups.find(({ scales }) => scales[channel])
      const said = own && scalesOf(own, frame)[channel]
      if (!said) continue
      const { facet: _, ...box } = frame
      this.elements.push(
        groupPart(this.id(`axis-${channel}`), 'axis', Z.axis, box, { data: { channel, ...said } }),
      )
    }
  }

  #axis(item: VegaItem, at: Place): void {
    const parts = item.items ?? []
    const grid = parts.some(({ role, items }) => role === 'axis-grid' && items.length > 0)
    const labelled = parts.some(({ role }) => role !== 'axis-grid')
    const across = item.orient === 'bottom' || item.orient === 'top'
    const channel = across ? 'x' : 'y'
    if (grid) this.#axisParts(item, at, this.id(`grid-${channel}`), true, channel)
    if (labelled) this.#axisParts(item, at, this.id(`axis-${channel}`), false, channel)
  }

  #axisParts(item: VegaItem, at: Place, id: string, grid: boolean, channel: 'x' | 'y'): void {
    const z = grid ? Z.grid : Z.axis
    const own = (item.items ?? [])
      .filter(({ role }) => (role === 'axis-grid') === grid)
      .flatMap((part) =>
        part.items.flatMap((each, i) => {
          if (each.opacity === 0) return []
          const name = `${id}-${part.role?.replace('axis-', '') ?? 'part'}-${i + 1}`
          const made =
            part.marktype === 'text'
              ? textOf(each, at, name, id, z)
              : this.#ruled(each, at, name, id, z)
          return made ? [made] : []
        }),
      )
    const scale = String(item.datum?.scale ?? '')
    const values = at.context?.scales[scale]?.value
    if (!grid) this.axes.push(axisFound(item, scale, channel, values))
    if (own.length === 0) return
    const origin = channel === 'x' ? at.x - offset(item.x) : at.y - offset(item.y)
    const said = grid || !values ? {} : scaleData(values, origin, UNIT)
    const data: Record<string, string> = grid ? {} : { channel, ...said }
    this.elements.push(groupPart(id, 'axis', z, around(own), { data }), ...own)
  }

  #ruled(
    item: VegaItem,
    at: Point,
    id: string,
    parent: string,
    z: number,
  ): SceneElement | undefined {
    const points = ruleEnds(item, at)
    const style = styleOf(item, false)
    return style.stroke ? lineShape(id, parent, z, points, style) : undefined
  }

  #legend(item: VegaItem, at: Place): void {
    const count = this.id('legend')
    const id = count === 'legend-1' ? 'legend' : count
    const own: SceneElement[] = []
    const visit = (mark: VegaMark, from: Point) => {
      for (const each of mark.items) {
        const name = `${id}-${own.length + 1}`
        if (mark.marktype === 'group') {
          const here = { x: from.x + (each.x ?? 0), y: from.y + (each.y ?? 0) }
          for (const inner of each.items ?? []) visit(inner, here)
        } else if (mark.marktype === 'text') {
          const made = textOf(each, from, name, id, Z.legend)
          if (made) own.push(made)
        } else own.push(...this.#shape(mark.marktype, each, from, name, id, Z.legend, undefined))
      }
    }
    for (const part of item.items ?? []) visit(part, at)
    if (own.length === 0) return
    const box = around(own)
    const { scales } = (item.datum ?? {}) as { scales?: Record<string, string> }
    this.legends.push({
      box,
      scales: [...new Set(Object.values(scales ?? {}))],
      entries: entriesOf(item),
    })
    this.elements.push(groupPart(id, 'legend', Z.legend, box), ...own)
  }

  #title(item: VegaItem, at: Place, role: string): void {
    const visit = (mark: VegaMark, from: Point) => {
      for (const each of mark.items) {
        if (mark.marktype === 'group') {
          const here = { x: from.x + (each.x ?? 0), y: from.y + (each.y ?? 0) }
          for (const inner of each.items ?? []) visit(inner, here)
        } else if (mark.marktype === 'text') {
          const stem =
            role === 'title' ? (mark.role ?? 'title').replace('title-text', 'title') : role
          const made = textOf(
            each,
            from,
            this.id(stem.replace('title-subtitle', 'subtitle')),
            undefined,
            Z.text,
          )
          if (made) this.elements.push(made)
        }
      }
    }
    for (const part of item.items ?? []) visit(part, at)
  }

  #marks(mark: VegaMark, at: Place): void {
    if (mark.items.length === 0) return
    const encode = this.encodes.get(mark.name ?? '')
    const kind = encode?.kind ?? mark.marktype
    const joined = mark.marktype === 'line' || mark.marktype === 'area' || mark.marktype === 'trail'
    const series = (item: VegaItem) =>
      encode?.color?.field === undefined ? '' : written(fieldValue(item, encode.color.field))
    // A ramp tells amounts, not series: each value has its own colour.
    const ramp = encode?.color?.scale ? at.context?.scales[encode.color.scale]?.value : undefined
    const apart = ramp === undefined || ramp.type === 'ordinal'
    const lists: VegaItem[][] = joined
      ? runsOf(mark.items)
      : apart
        ? [...Map.groupBy(mark.items, series).values()]
        : [mark.items]
    this.#order++
    for (const items of lists) this.#list(mark, items, kind, encode, at, joined, series)
  }

  #list(
    mark: VegaMark,
    items: VegaItem[],
    kind: string,
    encode: MarkEncode | undefined,
    at: Place,
    joined: boolean,
    seriesOfItem: (item: VegaItem) => string,
  ): void {
    const id = this.id(kind)
    const text = mark.marktype === 'text'
    // Points lie over the axis, which would cut those that stand on it.
    if (mark.marktype === 'symbol') this.#over = true
    const above = (text ? Z.text : this.#over ? Z.axis + 1 : Z.mark) + Math.min(80, this.#order)
    // Whiskers lie over the boxes that they start from.
    const z = kind === 'box' ? Z.mark : above
    const scale = (name: string | undefined) => (name ? at.context?.scales[name]?.value : undefined)
    const [xScale, yScale] = [scale(encode?.x?.scale), scale(encode?.y?.scale)]
    // `x` is what the values depend on, whichever way the marks lie.
    const lying = yScale?.bandwidth !== undefined && xScale !== undefined && !xScale.bandwidth
    const data = items.map((item) => {
      const found = datumOf(item, encode, seriesOfItem(item))
      const one = { ...found, x: onScale(found.x, xScale), y: onScale(found.y, yScale) }
      return lying ? { ...one, x: one.y, y: one.x } : one
    })
    const clip = mark.clip && at.frame ? at.frame : undefined
    const parts = joined
      ? this.#joined(mark.marktype, items, at, id, z, clip)
      : items.flatMap((item, i) => {
          const one = dataAttributes(data[i])
          if (text) {
            const made = textOf(item, at, `${id}-${i + 1}`, id, z, one)
            return made && (!clip || inside(middleOf(made.box), clip)) ? [made] : []
          }
          return this.#shape(mark.marktype, item, at, `${id}-${i + 1}`, id, z, one, clip)
        })
    const [first] = items
    if (parts.length === 0 || !first) return
    const shared = data.every((one) => one.series === data[0]?.series)
    const series = (shared ? seriesOfItem(first) : '') || (at.series ?? '')
    const own = joined && items.length <= MOST_WRITTEN ? listsOf(data) : {}
    this.groups.push({
      id,
      kind,
      frame: at.frame,
      series,
      encode,
      data,
      places: items.map((item) =>
        onCanvas(
          at,
          item.x,
          (item.y ?? 0) + (mark.marktype === 'area' ? (item.height ?? 0) / 2 : 0),
        ),
      ),
      stacked: items.some((item) => startOf(item, encode) !== 0),
      color: painted(first.stroke)?.color ?? painted(first.fill)?.color,
      scales: { ...(xScale ? { x: xScale } : {}), ...(yScale ? { y: yScale } : {}) },
    })
    this.elements.push(
      groupPart(id, kind === 'legend' ? 'legend' : 'mark', z, around(parts), {
        data: {
          mark: kind,
          ...(series === '' ? {} : { series }),
          ...(kind === 'slice' ? dataAttributes(data[0]) : {}),
          ...own,
          ...(at.frame?.facet ? { facet: at.frame.facet } : {}),
        },
      }),
      ...parts,
    )
  }

  #joined(
    type: string,
    items: readonly VegaItem[],
    at: Place,
    id: string,
    z: number,
    clip: Frame | undefined,
  ): SceneElement[] {
    const [first] = items
    if (!first) return []
    const style = styleOf(first)
    if (!style.fill && !style.stroke) return []
    if (style.fill && style.stroke && first.fillOpacity !== undefined && type !== 'trail') {
      // A scene's style has one opacity: the outline is a part of its own.
      const { stroke: _, ...inside } = first
      const { fill: __, ...edge } = first
      const part = (own: VegaItem, name: string) =>
        this.#joined(type, [own, ...items.slice(1)], at, `${id}-${name}`, z, clip).map((one) => ({
          ...one,
          parent: id,
        }))
      return [...part(inside, 'fill'), ...part(edge, 'line')]
    }
    const straight =
      (first.interpolate ?? 'linear') === 'linear' &&
      items.every(({ defined }) => defined !== false)
    const points = items.map((item) => onCanvas(at, item.x, item.y))
    if (straight && type === 'line') {
      const runs = clip ? clipLine(points, clip) : [points]
      return runs.map((run, i) => lineShape(`${id}-${i + 1}`, id, z, run, style))
    }
    if (straight && type === 'area') {
      const back = items.map((item) =>
        first.orient === 'horizontal'
          ? onCanvas(at, (item.x ?? 0) + (item.width ?? 0), item.y)
          : onCanvas(at, item.x, (item.y ?? 0) + (item.height ?? 0)),
      )
      const ring = [...points, ...back.reverse()]
      const polygon = clip ? clipPolygon(ring, clip) : ring
      return polygon.length < 3
        ? []
        : [
            shapePart(
              `${id}-1`,
              id,
              z,
              { form: 'polygon', points: polygon },
              style,
              boxAround(polygon),
            ),
          ]
    }
    const whole = { ...first, mark: { marktype: type, items: [...items] } }
    return this.#path(type, whole, at, `${id}-1`, id, z, style)
  }

  #path(
    type: string,
    item: VegaItem,
    at: Point,
    id: string,
    parent: string,
    z: number,
    style: Style,
    data?: Record<string, string>,
  ): SceneElement[] {
    const own = type === 'line' || type === 'area' || type === 'trail'
    const from = own ? at : { x: at.x + (item.x ?? 0), y: at.y + (item.y ?? 0) }
    const shape = type === 'arc' ? clockwise(item) : item
    const d = movedPath(this.pathOf(type, shape), from.x * UNIT, from.y * UNIT, UNIT)
    const points = pointsOf(d)
    if (points.length === 0) return []
    return [shapePart(id, parent, z, { form: 'path', d }, style, boxAround(points), data)]
  }

  #shape(
    type: string,
    item: VegaItem,
    at: Point,
    id: string,
    parent: string,
    z: number,
    data?: Record<string, string>,
    clip?: Frame,
  ): SceneElement[] {
    if (item.opacity === 0) return []
    if (type === 'rule') {
      const style = styleOf(item, false)
      const ends = ruleEnds(item, at)
      const kept = clip ? clipSegment(...ends, clip) : ends
      return style.stroke && kept ? [lineShape(id, parent, z, kept, style, data)] : []
    }
    const style = styleOf(item)
    if (!style.fill && !style.stroke) return []
    if (type === 'rect') {
      const corner = onCanvas(at, item.x, item.y)
      const whole = {
        ...corner,
        width: (item.width ?? 0) * UNIT,
        height: (item.height ?? 0) * UNIT,
      }
      const box = clip ? clipBox(whole, clip) : whole
      const radius = Math.min((item.cornerRadius ?? 0) * UNIT, Math.abs(whole.width) / 2)
      return box
        ? [shapePart(id, parent, z, { form: 'rect', ...box, radius }, style, box, data)]
        : []
    }
    if (type === 'symbol' && !item.angle && PLAIN.has(item.shape ?? 'circle')) {
      const centre = onCanvas(at, item.x, item.y)
      if (clip && !inside(centre, clip)) return []
      const found = symbolGeometry(item.shape ?? 'circle', centre, (item.size ?? 64) * UNIT * UNIT)
      return [shapePart(id, parent, z, found.geometry, style, found.box, data)]
    }
    if (type === 'line')
      return this.#joined('line', item.mark?.items ?? [item], at as Place, parent, z, undefined)
    return this.#path(type, item, at, id, parent, z, style, data)
  }
}

/** An arc from its earlier to its later angle. */
function clockwise(item: VegaItem): VegaItem {
  const { startAngle = 0, endAngle = 0 } = item
  return startAngle <= endAngle ? item : { ...item, startAngle: endAngle, endAngle: startAngle }
}

const PLAIN = new Set(['circle', 'square', 'diamond', 'triangle-up', 'triangle-down', 'cross'])

const offset = (value = 0) => value

function isFrame({ items = [], width, height }: VegaItem): boolean {
  return (
    width !== undefined &&
    height !== undefined &&
    items.some(
      ({ role, marktype, name }) =>
        (role === 'mark' && marktype !== 'group') || name?.endsWith('pathgroup') === true,
    )
  )
}

function facetOf({ datum }: VegaItem): string {
  if (!datum) return ''
  return Object.entries(datum)
    .filter(([name]) => name !== 'count')
    .map(([, value]) => written(value))
    .join(', ')
}

/** The title of a view beside others. */
const headOf = ({ items = [] }: VegaItem): string =>
  items.flatMap(({ role, items: own }) => (role === 'title' ? own.flatMap(wordsIn) : [])).join(' ')

const wordsIn = (item: VegaItem): string[] => [
  ...linesOf(item),
  ...(item.items ?? []).flatMap(({ items }) => items.flatMap(wordsIn)),
]

/** The keys of a group of points that are joined. */
const seriesOf = (item: VegaItem): string => facetOf(item)

function entriesOf(item: VegaItem): string[] {
  const found: string[] = []
  const visit = (mark: VegaMark) => {
    for (const each of mark.items) {
      if (mark.role === 'legend-label') found.push(...linesOf(each))
      for (const inner of each.items ?? []) visit(inner)
    }
  }
  for (const part of item.items ?? []) visit(part)
  return found
}

function axisFound(
  item: VegaItem,
  scale: string,
  channel: 'x' | 'y',
  values: VegaScale | undefined,
): AxisFound {
  const parts = item.items ?? []
  const labels = parts.find(({ role }) => role === 'axis-label')?.items ?? []
  const title = parts.find(({ role }) => role === 'axis-title')?.items[0]
  const range = values?.range().map(Number) ?? [0, 0]
  return {
    scale,
    channel,
    orient: item.orient ?? '',
    title: title ? linesOf(title).join(' ') : '',
    length: Math.abs((range.at(-1) ?? 0) - (range[0] ?? 0)),
    values,
    labels: labels.map((label) => ({
      text: linesOf(label).join(' '),
      value: label.datum?.value,
      at: (channel === 'x' ? label.x : label.y) ?? 0,
    })),
  }
}

/** A line breaks where a value is missing. */
function runsOf(items: readonly VegaItem[]): VegaItem[][] {
  const runs: VegaItem[][] = [[]]
  for (const item of items) {
    if (item.defined !== false) runs.at(-1)?.push(item)
    else if (runs.at(-1)?.length) runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}

/** A moment on an axis of time is written as a date, though the data hold its milliseconds. */
function onScale(text: string, scale: VegaScale | undefined): string {
  const timed = scale?.type === 'time' || scale?.type === 'utc'
  return timed && text !== '' && Number.isFinite(Number(text))
    ? dated(new Date(Number(text)))
    : text
}

/** What an item stands for: the fields of its places, a length where it has two ends. */
function datumOf(item: VegaItem, encode: MarkEncode | undefined, series: string): Datum {
  if (!encode) return { x: '', y: '', series }
  if (encode.theta || encode.theta2) {
    const share = span(item, encode.theta?.field, encode.theta2?.field)
    return { x: series, y: share, series }
  }
  return {
    x: span(item, encode.x2?.field, encode.x?.field),
    y: span(item, encode.y2?.field, encode.y?.field),
    series,
  }
}

/** Where a stacked mark begins, nearest to zero. */
function startOf(item: VegaItem, encode: MarkEncode | undefined): number {
  const field = [encode?.y2?.field, encode?.x2?.field].find((each) => each?.endsWith('_start'))
  if (field === undefined) return 0
  const [start, end] = [
    fieldValue(item, field),
    fieldValue(item, field.replace(/_start$/, '_end')),
  ].map(Number)
  return Math.min(Math.abs(start ?? 0), Math.abs(end ?? 0))
}

/** A stacked mark stands for the difference of its ends, a binned one for both. */
function span(item: VegaItem, from: string | undefined, to: string | undefined): string {
  const [start, end] = [fieldValue(item, from), fieldValue(item, to)]
  if (from?.endsWith('_start') && to?.endsWith('_end')) return written(Number(end) - Number(start))
  if (to?.endsWith('_start') && from?.endsWith('_end') && typeof start === 'number')
    return written(Number(start) - Number(end))
  return written(end ?? start)
}

/** A value as it is written beside a mark: unrounded, dates as dates. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : ''
  if (value instanceof Date) return dated(value)
  return spoken(String(value))
}

const dated = (value: Date) => {
  if (Number.isNaN(value.getTime())) return ''
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

function dataAttributes(one: Datum | undefined): Record<string, string> | undefined {
  if (!one) return undefined
  const found = Object.fromEntries(
    Object.entries({ x: one.x, y: one.y, series: one.series }).filter(([, value]) => value !== ''),
  )
  return Object.keys(found).length > 0 ? found : undefined
}

function listsOf(data: readonly Datum[]): Record<string, string> {
  const list = (name: 'x' | 'y') =>
    JSON.stringify(
      data.map((each) => {
        const text = each[name]
        return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
      }),
    )
  return { x: list('x'), y: list('y') }
}

function scalesOf({ scales }: MarkGroup, frame: Frame): Record<'x' | 'y', Record<string, string>> {
  return {
    x: scales.x ? scaleData(scales.x, frame.x / UNIT, UNIT) : {},
    y: scales.y ? scaleData(scales.y, frame.y / UNIT, UNIT) : {},
  }
}

const onCanvas = (from: Point, x = 0, y = 0): Point => ({
  x: (from.x + x) * UNIT,
  y: (from.y + y) * UNIT,
})

function ruleEnds(item: VegaItem, at: Point): [Point, Point] {
  return [
    onCanvas(at, item.x, item.y),
    onCanvas(at, item.x2 ?? item.x ?? 0, item.y2 ?? item.y ?? 0),
  ]
}

function lineShape(
  id: string,
  parent: string,
  z: number,
  points: Point[],
  style: Style,
  data?: Record<string, string>,
): SceneElement {
  return shapePart(
    id,
    parent,
    z,
    { form: 'polyline', points, radius: 0 },
    style,
    boxAround(points),
    data,
  )
}

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
]

const around = (parts: readonly SceneElement[]): Box =>
  boxAround(parts.flatMap(({ box }) => cornersOf(box)))
