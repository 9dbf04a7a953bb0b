import type { Point, SceneElement } from '../../forms/scene'
import { centreOf, hullOf, overlap, within } from '../geometry'
import { dataAttributes, datumOf, listsOf, onScale, startOf, written } from './datum'
import { fieldValue, type MarkEncode, type MarkEncodes } from './encodes'
import { axisParts, headOf, legendParts, titleParts } from './guides'
import { grouped, groupPart, onCanvas, type Part, painted, styleOf, textOf } from './items'
import { scaleData } from './scales'
import { joinedShapes, shapeOf } from './shapes'
import { UNIT } from './spec/house'
import type { VegaItem, VegaMark, VegaScale } from './spec/vega'
import { seen } from './thin'
import {
  type AxisFound,
  type Frame,
  type LegendFound,
  type MarkGroup,
  type Walked,
  Z,
} from './walked'

/** A line's data are written out up to this many points. */
const MOST_WRITTEN = 400

/** Turns Vega's scenegraph into elements of a scene, each with an id that depends on the chart alone. */
export function walk(
  root: VegaMark,
  origin: Point,
  encodes: MarkEncodes,
  again: (by: Point) => Walked,
): Walked {
  const walker = new Walker(encodes)
  walker.mark(root, origin)
  walker.panels()
  const { elements, frames, groups, legends, axes } = walker
  const blank = [...encodes.values()].some(showsData) && !walker.showsData()
  const bounds = hullOf([...elements.map(({ box }) => box), ...frames])
  return { elements, frames, groups, legends, axes, blank, bounds, again }
}

/** Where the walk stands: the origin of the group, its frame, its scales. */
interface Place extends Point {
  frame?: Frame
  context?: VegaItem['context']
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

  constructor(readonly encodes: MarkEncodes) {}

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
    const guide = { ...here, next: (stem: string) => this.id(stem) }
    if (role === 'axis') {
      const { elements, found } = axisParts(item, guide)
      this.elements.push(...elements)
      if (found) this.axes.push(found)
    } else if (role === 'legend') {
      const made = legendParts(item, guide)
      if (made) this.legends.push(made.found)
      this.elements.push(...(made?.elements ?? []))
    } else if (role === 'title' || role.endsWith('-title'))
      this.elements.push(...titleParts(item, guide, role))
    else {
      const keys = facetOf(item, this.encodes.get(mark.name ?? ''))
      if (mark.name?.endsWith('pathgroup')) here.series = keys
      else if (mark.name !== undefined && isFrame(item))
        this.#frame(item, here, keys || (role === 'frame' ? '' : headOf(item, guide)))
      for (const inner of item.items ?? []) this.mark(inner, here)
    }
  }

  #frame(item: VegaItem, here: Place, facet: string): void {
    const { width = 0, height = 0 } = item
    const box = { ...onCanvas(here), width: width * UNIT, height: height * UNIT }
    here.frame = { ...box, facet }
    this.frames.push(here.frame)
    const style = styleOf(item)
    const geometry = { form: 'rect' as const, ...box, radius: 0 }
    const ground = { id: this.id('ground'), kind: 'shape' as const, z: Z.grid - 1 }
    if (style.fill || style.stroke) this.elements.push({ ...ground, box, geometry, style })
  }

  /** Whether a mark that stands for data lies inside a frame. */
  showsData(): boolean {
    const own = new Set(this.groups.filter(({ encode }) => showsData(encode)).map(({ id }) => id))
    return this.elements.some(
      ({ parent, box }) =>
        parent !== undefined &&
        own.has(parent) &&
        this.frames.some((frame) => overlap(box, frame, -1)),
    )
  }

  /** Small charts share their axes, others have none: each panel says itself how its pixels become data. */
  panels(): void {
    const has = (name: string) => this.axes.some(({ channel }) => channel === name)
    if (this.frames.length === 1 && has('x') && has('y')) return
    for (const frame of this.frames) {
      const own = this.groups.find((each) => each.frame === frame && each.scales.x && each.scales.y)
      const data = Object.fromEntries(
        (['x', 'y'] as const).flatMap((channel) => {
          const scale = own?.scales[channel]
          const said = scale ? scaleData(scale, frame[channel] / UNIT, UNIT) : {}
          return Object.entries(said).map(([name, value]) => [`${channel}-${name}`, value])
        }),
      )
      const { facet, ...box } = frame
      if (own || this.frames.length > 1)
        this.elements.push(
          groupPart(this.id('panel'), 'group', Z.grid, box, {
            ...(facet && { label: facet }),
            data,
          }),
        )
    }
  }

  #marks(mark: VegaMark, at: Place): void {
    if (mark.items.length === 0) return
    const encode = this.encodes.get(mark.name ?? '')
    const isJoined = /^(?:line|area|trail)$/.test(mark.marktype)
    const series = (item: VegaItem) =>
      encode?.color?.field === undefined ? '' : written(fieldValue(item, encode.color.field))
    // A ramp tells amounts, not series: each value has its own colour.
    const ramp = encode?.color?.scale ? at.context?.scales[encode.color.scale]?.value : undefined
    const isApart = ramp === undefined || ramp.type === 'ordinal'
    const lists = isJoined
      ? runsOf(mark.items)
      : isApart
        ? [...Map.groupBy(mark.items, series).values()]
        : [mark.items]
    this.#order++
    for (const items of lists) this.#list(mark, items, encode, at, isJoined, series)
  }

  #list(
    mark: VegaMark,
    items: VegaItem[],
    encode: MarkEncode | undefined,
    at: Place,
    joined: boolean,
    seriesOfItem: (item: VegaItem) => string,
  ): void {
    const { marktype } = mark
    const kind = encode?.kind ?? marktype
    const id = this.id(kind)
    // Points lie over the axis, which would cut those that stand on it.
    if (marktype === 'symbol') this.#over = true
    const layer = marktype === 'text' ? Z.text : this.#over ? Z.axis + 1 : Z.mark
    // Whiskers lie over the boxes that they start from.
    const z = kind === 'box' ? Z.mark : layer + Math.min(80, this.#order)
    const scale = (name: string | undefined) => (name ? at.context?.scales[name]?.value : undefined)
    const [x, y, color] = [encode?.x, encode?.y, encode?.color].map((each) => scale(each?.scale))
    const data = items.map((item) => datumIn(item, encode, seriesOfItem(item), x, y))
    const frame = mark.clip && at.frame ? at.frame : undefined
    const shown = joined ? seen(items) : items
    const part = (i: number): Part => ({ id: `${id}-${i + 1}`, parent: id, z })
    const drawn = (item: VegaItem, i: number): SceneElement[] => {
      const said = dataAttributes(data[i])
      const own = said ? { ...part(i), data: said } : part(i)
      if (marktype !== 'text') return shapeOf(marktype, item, at, own, frame)
      const made = textOf(item, at, own)
      return made && (!frame || within(centreOf(made.box), frame)) ? [made] : []
    }
    const shapes = joined ? joinedShapes(marktype, shown, at, part(0), frame) : items.flatMap(drawn)
    const [first] = items
    if (shapes.length === 0 || !first) return
    const isShared = data.every((one) => one.series === data[0]?.series)
    const series = (isShared ? seriesOfItem(first) : '') || (at.series ?? '')
    const half = marktype === 'area' ? 2 : Number.POSITIVE_INFINITY
    this.groups.push({
      id,
      kind,
      frame: at.frame,
      series,
      encode,
      joined,
      shown: joined ? shown.length : shapes.length,
      data,
      places: items.map((item) => onCanvas(at, item.x, (item.y ?? 0) + (item.height ?? 0) / half)),
      cut: frame ? data.filter((_, i) => isCut(items[i], encode, frame)) : [],
      stacked: items.some((item) => startOf(item, encode) !== 0),
      color: painted(first.stroke)?.color ?? painted(first.fill)?.color,
      scales: { ...(x && { x }), ...(y && { y }), ...(color && { color }) },
    })
    const said = {
      mark: kind,
      ...(series === '' ? {} : { series }),
      ...(kind === 'slice' ? dataAttributes(data[0]) : {}),
      ...(joined && items.length <= MOST_WRITTEN ? listsOf(data) : {}),
      ...(at.frame?.facet ? { facet: at.frame.facet } : {}),
    }
    this.elements.push(...grouped(id, 'mark', z, shapes, said))
  }
}

/** Whether an end of an item, or the middle of what has none, lies more than one of Vega's pixels outside its frame. */
function isCut(
  { x = 0, y = 0, x2, y2, width = 0, height = 0 }: VegaItem = {},
  encode: MarkEncode | undefined,
  frame: Frame,
): boolean {
  const beyond = (end: number, side: number) => end < -1 || end > side / UNIT + 1
  const ends = (from: number, to: number) =>
    encode?.x2 || encode?.y2 ? [from, to] : [(from + to) / 2]
  return (
    ends(x, x2 ?? x + width).some((end) => beyond(end, frame.width)) ||
    ends(y, y2 ?? y + height).some((end) => beyond(end, frame.height))
  )
}

/** What an item stands for; `x` is what its values depend on, whichever way the marks lie. */
function datumIn(
  item: VegaItem,
  encode: MarkEncode | undefined,
  series: string,
  xScale: VegaScale | undefined,
  yScale: VegaScale | undefined,
) {
  const found = datumOf(item, encode, series)
  const x = encode?.x?.units ? found.x : onScale(found.x, xScale)
  const y = encode?.y?.units ? found.y : onScale(found.y, yScale)
  const isLying = yScale?.bandwidth !== undefined && xScale !== undefined && !xScale.bandwidth
  return isLying ? { ...found, x: y, y: x } : { ...found, x, y }
}

const showsData = (encode: MarkEncode | undefined): boolean =>
  [encode?.x, encode?.y, encode?.theta, encode?.text, encode?.color].some(
    (channel) => channel?.field !== undefined,
  )

/** Groups without a name round the corners of stacks. */
const isFrame = ({ items = [], width, height }: VegaItem): boolean =>
  width !== undefined &&
  height !== undefined &&
  items.some(({ role = '', marktype, name }) =>
    marktype === 'group'
      ? name?.endsWith('pathgroup') || (name === undefined && !/^(?:axis|legend|title)$/.test(role))
      : role === 'mark',
  )

/** The keys of a panel, or of a group of points that are joined. */
const facetOf = (item: VegaItem, { said = [] }: Partial<MarkEncode> = {}): string =>
  said.map((field) => written(fieldValue(item, field))).join(', ')

/** A line breaks where a value is missing. */
function runsOf(items: readonly VegaItem[]): VegaItem[][] {
  const runs: VegaItem[][] = [[]]
  for (const item of items) {
    if (item.defined !== false) runs.at(-1)?.push(item)
    else if (runs.at(-1)?.length) runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}
