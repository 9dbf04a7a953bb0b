import type { Box, Point, SceneElement, Style } from '../../forms/scene'
import { clipBox, clipLine, clipPolygon, clipSegment, inside } from './clip'
import { boxAround, groupPart, shapePart } from './draw'
import { COLOR } from './house'
import type { Axis, Frame, Layer, Plot } from './plot'
import { symbolGeometry } from './symbols'
import { unquoted, type VegaItem, type VegaMark } from './vega'
import { colorOf, dataOf, listsOf, opacityOf, ruleEnds, styleOf, textOf } from './vega-items'

export interface Walked {
  elements: SceneElement[]
  frames: Frame[]
  /** Around everything that was drawn. */
  bounds: Box
}

/** Painting order: grid, marks in the order of their layers, axes, words. */
export const Z = { grid: 0, mark: 10, axis: 500, text: 600, legend: 700 } as const

/** Turns Vega's scenegraph into elements of a scene, each with an id that depends on the chart alone. */
export function walk(root: VegaMark, plot: Plot, origin: Point): Walked {
  const walker = new Walker(plot)
  walker.mark(root, origin.x, origin.y)
  walker.silentAxes()
  return { elements: walker.elements, frames: walker.frames, bounds: walker.bounds() }
}

class Walker {
  elements: SceneElement[] = []
  frames: Frame[] = []
  #counts = new Map<string, number>()
  #frame: Frame = { x: 0, y: 0, width: 0, height: 0, facet: '' }

  constructor(readonly plot: Plot) {}

  bounds(): Box {
    const corners = this.elements.flatMap(({ box }) => [
      { x: box.x, y: box.y },
      { x: box.x + box.width, y: box.y + box.height },
    ])
    return boxAround([
      ...corners,
      ...this.frames.flatMap((box) => [
        { x: box.x, y: box.y },
        { x: box.x + box.width, y: box.y + box.height },
      ]),
    ])
  }

  /** An axis without line and ticks still says how pixels become data. */
  silentAxes(): void {
    if (this.plot.facets.length > 0) return
    for (const channel of ['x', 'y'] as const) {
      const id = `axis-${channel}`
      if (this.elements.some((each) => each.id.startsWith(`${id}-`))) continue
      const across = channel === 'x'
      const axis = across === this.plot.flipped ? this.plot.v : this.plot.a
      const { facet: _, ...box } = this.#frame
      const data = { channel, ...scaleData(axis, box, across) }
      this.elements.push(groupPart(this.id(id), 'axis', Z.axis, box, { data }))
    }
  }

  /** `x` and `y` are where the mark's group has its origin. */
  mark(mark: VegaMark, x: number, y: number): void {
    if (mark.role?.startsWith('axis') && mark.marktype === 'group') {
      for (const item of mark.items) this.axis(item, x + (item.x ?? 0), y + (item.y ?? 0))
      return
    }
    const layer = /layer_(\d+)_marks$/.exec(mark.name ?? '')?.[1]
    if (layer !== undefined && mark.marktype !== 'group') {
      this.layer(mark, Number(layer), x, y)
      return
    }
    if (mark.marktype === 'text') {
      for (const item of mark.items) this.words(item, x, y, undefined, Z.text)
      return
    }
    if (mark.marktype !== 'group') return
    for (const item of mark.items) {
      const [left, top] = [x + (item.x ?? 0), y + (item.y ?? 0)]
      if (this.#isFrame(mark)) {
        this.#frame = {
          x: left,
          y: top,
          width: item.width ?? 0,
          height: item.height ?? 0,
          facet: unquoted(String(item.datum?.f ?? '')),
        }
        this.frames.push(this.#frame)
        this.#panel()
      }
      for (const inner of item.items ?? []) this.mark(inner, left, top)
    }
  }

  #isFrame({ role, name }: VegaMark): boolean {
    if (this.plot.facets.length > 0) return name === 'cell'
    return role === 'frame' || name === 'root'
  }

  /** Small charts share their axes, so each panel says itself how its pixels become data. */
  #panel(): void {
    if (this.plot.facets.length === 0) return
    const [x, y] = this.plot.flipped ? [this.plot.v, this.plot.a] : [this.plot.a, this.plot.v]
    const named = (channel: string, data: Record<string, string>) =>
      Object.fromEntries(Object.entries(data).map(([name, value]) => [`${channel}-${name}`, value]))
    const data = {
      ...named('x', scaleData(x, this.#frame, true)),
      ...named('y', scaleData(y, this.#frame, false)),
    }
    const { facet, ...box } = this.#frame
    this.elements.push(groupPart(this.id('panel'), 'group', Z.grid, box, { label: facet, data }))
  }

  id(stem: string): string {
    const count = (this.#counts.get(stem) ?? 0) + 1
    this.#counts.set(stem, count)
    return `${stem}-${count}`
  }

  axis(item: VegaItem, x: number, y: number): void {
    const parts = item.items ?? []
    if (parts.every(({ items }) => items.length === 0)) return
    const grid = parts.some(({ role }) => role === 'axis-grid')
    const across = item.orient === 'bottom' || item.orient === 'top'
    const channel = across ? 'x' : 'y'
    const id = this.id(grid ? `grid-${channel}` : `axis-${channel}`)
    const own: SceneElement[] = []
    for (const part of parts) {
      part.items.forEach((each, i) => {
        const name = `${id}-${part.role?.replace('axis-', '') ?? 'part'}-${i + 1}`
        const made =
          part.marktype === 'rule'
            ? this.#rule(each, x, y, name, id, grid)
            : part.marktype === 'text'
              ? textOf(each, x, y, name, id, Z.axis)
              : undefined
        if (made) own.push(made)
      })
    }
    const axis = across === this.plot.flipped ? this.plot.v : this.plot.a
    const box = boxAround(own.flatMap(corners))
    const data: Record<string, string> = grid
      ? {}
      : { channel, ...(this.plot.facets.length > 0 ? {} : scaleData(axis, this.#frame, across)) }
    this.elements.push(groupPart(id, 'axis', grid ? Z.grid : Z.axis, box, { data }), ...own)
  }

  #rule(
    item: VegaItem,
    x: number,
    y: number,
    id: string,
    parent: string,
    grid: boolean,
  ): SceneElement {
    const [from, to] = ruleEnds(item, x, y)
    return shapePart(
      id,
      parent,
      Z.axis,
      { form: 'polyline', points: [from, to], radius: 0 },
      {
        stroke: colorOf(item.stroke) ?? COLOR.axis,
        strokeWidth: item.strokeWidth ?? 1,
        ...(grid ? { opacity: 1 } : {}),
      },
      boxAround([from, to]),
    )
  }

  words(item: VegaItem, x: number, y: number, parent: string | undefined, z: number): void {
    const id = this.id('text')
    const made = textOf(item, x, y, id, parent, z)
    if (made) this.elements.push(made)
  }

  layer(mark: VegaMark, index: number, x: number, y: number): void {
    const layer = this.plot.layers[index]
    if (!layer) return
    const joined = mark.marktype === 'line' || mark.marktype === 'area'
    const groups = joined
      ? [mark.items]
      : [...Map.groupBy(mark.items, ({ datum }) => String(datum?.ds ?? '')).values()]
    for (const items of groups) {
      const id = this.id(layer.name)
      // Points lie over the axis, which would cut those that stand on it.
      const points = this.plot.layers.findIndex((each) => each.mark === 'symbol')
      const z = (points >= 0 && index >= points ? Z.axis + 1 : Z.mark) + index
      const parts = joined
        ? this.#joined(items, layer, id, x, y)
        : items.flatMap((item, i) => this.#single(item, layer, `${id}-${i + 1}`, id, x, y))
      if (parts.length === 0) continue
      const series = items[0]?.datum?.ds
      const data = {
        mark: layer.name,
        ...(typeof series === 'string' ? { series } : {}),
        ...(joined ? listsOf(items) : {}),
        ...(this.#frame.facet === '' ? {} : { facet: this.#frame.facet }),
      }
      const text = layer.mark === 'text'
      this.elements.push(
        groupPart(id, 'mark', text ? Z.text : z, boxAround(parts.flatMap(corners)), { data }),
        ...parts,
      )
    }
  }

  #joined(
    items: readonly VegaItem[],
    layer: Layer,
    id: string,
    x: number,
    y: number,
  ): SceneElement[] {
    const [first] = items
    if (!first) return []
    const points = items.map((item) => ({ x: x + (item.x ?? 0), y: y + (item.y ?? 0) }))
    const z = Z.mark
    if (layer.mark === 'line') {
      const style: Style = {
        stroke: colorOf(first.stroke) ?? COLOR.ink,
        strokeWidth: first.strokeWidth ?? 2,
        ...(first.strokeDash ? { dash: first.strokeDash } : {}),
        ...opacityOf(first),
      }
      return clipLine(points, this.#frame).map((run, i) =>
        shapePart(
          `${id}-${i + 1}`,
          id,
          z,
          { form: 'polyline', points: run, radius: 0 },
          style,
          boxAround(run),
        ),
      )
    }
    const back = items.map((item) =>
      first.orient === 'horizontal'
        ? { x: x + (item.x2 ?? item.x ?? 0), y: y + (item.y ?? 0) }
        : { x: x + (item.x ?? 0), y: y + (item.y2 ?? item.y ?? 0) },
    )
    const polygon = clipPolygon([...points, ...back.reverse()], this.#frame)
    if (polygon.length < 3) return []
    return [
      shapePart(
        `${id}-1`,
        id,
        z,
        { form: 'polygon', points: polygon },
        { fill: colorOf(first.fill) ?? COLOR.ink, ...opacityOf(first) },
        boxAround(polygon),
      ),
    ]
  }

  #single(
    item: VegaItem,
    layer: Layer,
    id: string,
    parent: string,
    x: number,
    y: number,
  ): SceneElement[] {
    const z = Z.mark
    const data = dataOf(item)
    if (layer.mark === 'text') {
      const made = textOf(item, x, y, id, parent, z, data)
      return made &&
        (layer.look?.free || inside({ x: x + (item.x ?? 0), y: y + (item.y ?? 0) }, this.#frame))
        ? [made]
        : []
    }
    const style = styleOf(item)
    if (layer.mark === 'rect') {
      const box = clipBox(
        {
          x: x + (item.x ?? 0),
          y: y + (item.y ?? 0),
          width: item.width ?? 0,
          height: item.height ?? 0,
        },
        this.#frame,
      )
      return box
        ? [shapePart(id, parent, z, { form: 'rect', ...box, radius: 0 }, style, box, data)]
        : []
    }
    if (layer.mark === 'rule') {
      const kept = clipSegment(...ruleEnds(item, x, y), this.#frame)
      return kept
        ? [
            shapePart(
              id,
              parent,
              z,
              { form: 'polyline', points: kept, radius: 0 },
              style,
              boxAround(kept),
              data,
            ),
          ]
        : []
    }
    const centre = { x: x + (item.x ?? 0), y: y + (item.y ?? 0) }
    if (!inside(centre, this.#frame)) return []
    const { geometry, box } = symbolGeometry(item.shape ?? 'circle', centre, item.size ?? 64)
    return [shapePart(id, parent, z, geometry, style, box, data)]
  }
}

/** What turns pixels back into data: the domain, and where its ends lie on the canvas. */
function scaleData(axis: Axis, frame: Box, across: boolean): Record<string, string> {
  const ends = across ? [frame.x, frame.x + frame.width] : [frame.y + frame.height, frame.y]
  const names: Record<string, string> = axis.categories
    ? { names: JSON.stringify(axis.categories.slice(0, 200)) }
    : {}
  return {
    scale: axis.kind,
    domain: axis.domain.join(' '),
    range: ends.map((each) => Number(each.toFixed(3))).join(' '),
    ...names,
  }
}

const corners = ({ box }: SceneElement): Point[] => [
  { x: box.x, y: box.y },
  { x: box.x + box.width, y: box.y + box.height },
]
