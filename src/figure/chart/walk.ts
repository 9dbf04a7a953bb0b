import type { Box, Point, SceneElement } from '../../forms/scene'
import { centreOf } from '../geometry'
import { inside } from './clip'
import { dataAttributes, datumOf, listsOf, onScale, startOf, written } from './datum'
import { fieldValue, type MarkEncode, type MarkEncodes } from './encodes'
import { axisParts, headOf, legendParts, titleParts } from './guides'
import { UNIT } from './house'
import { painted, styleOf, textOf } from './items'
import { boxAround, groupPart } from './parts'
import { scaleData } from './scales'
import { around, cornersOf, joinedShapes, onCanvas, type PathOf, shapeOf } from './shapes'
import { seen } from './thin'
import type { VegaItem, VegaMark } from './vega'
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
    blank: [...encodes.values()].some(showsData) && !walker.showsData(),
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
    const next = (stem: string) => this.id(stem)
    if (role === 'axis') {
      const { elements, found } = axisParts(item, here, here.context, next)
      this.elements.push(...elements)
      if (found) this.axes.push(found)
    } else if (role === 'legend') {
      const made = legendParts(item, here, next, this.pathOf)
      if (made) this.legends.push(made.found)
      this.elements.push(...(made?.elements ?? []))
    } else if (role === 'title' || role.endsWith('-title'))
      this.elements.push(...titleParts(item, here, role, next))
    else this.#inside(mark, item, here)
  }

  #inside(mark: VegaMark, item: VegaItem, here: Place): void {
    if (mark.name?.endsWith('pathgroup')) here.series = seriesOf(item)
    else if (mark.name !== undefined && isFrame(item))
      this.#frame(item, here, facetOf(item) || (mark.role === 'frame' ? '' : headOf(item)))
    for (const inner of item.items ?? []) this.mark(inner, here)
  }

  #frame(item: VegaItem, here: Place, facet: string): void {
    const [width, height] = [item.width ?? 0, item.height ?? 0]
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

  /** Whether a mark that stands for data lies inside a frame. */
  showsData(): boolean {
    const own = new Set(this.groups.filter(({ encode }) => showsData(encode)).map(({ id }) => id))
    return this.elements.some(
      ({ parent, box }) =>
        parent !== undefined && own.has(parent) && this.frames.some((frame) => meets(box, frame)),
    )
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
      const one = {
        ...found,
        x: encode?.x?.units ? found.x : onScale(found.x, xScale),
        y: encode?.y?.units ? found.y : onScale(found.y, yScale),
      }
      return lying ? { ...one, x: one.y, y: one.x } : one
    })
    const clip = mark.clip && at.frame ? at.frame : undefined
    const shown = joined ? seen(items) : items
    const parts = joined
      ? joinedShapes(this.pathOf, mark.marktype, shown, at, id, z, clip)
      : items.flatMap((item, i) => {
          const one = dataAttributes(data[i])
          if (text) {
            const made = textOf(item, at, `${id}-${i + 1}`, id, z, one)
            return made && (!clip || inside(centreOf(made.box), clip)) ? [made] : []
          }
          return shapeOf(this.pathOf, mark.marktype, item, at, `${id}-${i + 1}`, id, z, one, clip)
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
      joined,
      shown: shown.length,
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
}

const showsData = (encode: MarkEncode | undefined): boolean =>
  [encode?.x, encode?.y, encode?.theta, encode?.text, encode?.color].some(
    (channel) => channel?.field !== undefined,
  )

/** Whether two boxes meet, be it in a line or a point. */
const meets = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width + 1 &&
  b.x <= a.x + a.width + 1 &&
  a.y <= b.y + b.height + 1 &&
  b.y <= a.y + a.height + 1

function isFrame({ items = [], width, height }: VegaItem): boolean {
  return (
    width !== undefined &&
    height !== undefined &&
    items.some(
      ({ role, marktype, name }) =>
        (role === 'mark' && marktype !== 'group') ||
        name?.endsWith('pathgroup') === true ||
        // Groups without a name round the corners of stacks.
        (role !== 'axis' &&
          role !== 'legend' &&
          role !== 'title' &&
          marktype === 'group' &&
          name === undefined),
    )
  )
}

function facetOf({ datum }: VegaItem): string {
  if (!datum) return ''
  return Object.entries(datum)
    .filter(([name]) => name !== 'count' && !name.endsWith('_sort_index'))
    .map(([, value]) => written(value))
    .join(', ')
}

/** The keys of a group of points that are joined. */
const seriesOf = (item: VegaItem): string => facetOf(item)

/** A line breaks where a value is missing. */
function runsOf(items: readonly VegaItem[]): VegaItem[][] {
  const runs: VegaItem[][] = [[]]
  for (const item of items) {
    if (item.defined !== false) runs.at(-1)?.push(item)
    else if (runs.at(-1)?.length) runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}

function scalesOf({ scales }: MarkGroup, frame: Frame): Record<'x' | 'y', Record<string, string>> {
  return {
    x: scales.x ? scaleData(scales.x, frame.x / UNIT, UNIT) : {},
    y: scales.y ? scaleData(scales.y, frame.y / UNIT, UNIT) : {},
  }
}
