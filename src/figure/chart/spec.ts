import type { TopLevelSpec } from 'vega-lite'
import { COLOR, HOUSE, SIZE } from './house'
import type { Axis, Layer, Plot } from './plot'
import type { Ticks } from './ticks'
import { quotable } from './vega'

export interface Layout {
  /** Pixels of the whole canvas where one panel is drawn, of each panel where there are several. */
  width: number
  height: number
  padding: { left: number; right: number; top: number; bottom: number }
  columns: number
  across: Ticks
  upwards: Ticks
}

type Json = Record<string, unknown>

/**
 * A plot as Vega-Lite: layers of simple marks over values that are computed already. Colours, ticks and labels come
 * with the data, so no word of a client is ever read as a field, a signal or an expression.
 */
export function vegaLite(plot: Plot, layout: Layout): TopLevelSpec {
  const faceted = plot.facets.length > 0
  const values = plot.layers.flatMap(({ rows }, layer) =>
    faceted ? rows.map((row) => ({ ...row, f: quotable(row.f), layer })) : [],
  )
  const layer = plot.layers.map((each, index) => ({
    ...(faceted
      ? { transform: [{ filter: { field: 'layer', equal: index } }] }
      : { data: { values: each.rows } }),
    ...layerOf(each, plot),
  }))
  const encoding = { encoding: positions(plot, layout) }
  const common = { config: HOUSE, background: COLOR.background, padding: layout.padding }
  const size = { width: layout.width, height: layout.height }
  const spec: Json = faceted
    ? {
        ...common,
        data: { values },
        facet: { field: 'f', type: 'nominal', sort: plot.facets.map(quotable), title: null },
        columns: layout.columns,
        spacing: { row: 26, column: 30 },
        spec: { ...size, ...encoding, layer },
      }
    : { ...common, ...size, autosize: { type: 'fit', contains: 'padding' }, ...encoding, layer }
  return spec as unknown as TopLevelSpec
}

function positions(plot: Plot, { across, upwards }: Layout): Json {
  const [x, y] = plot.flipped ? [plot.v, plot.a] : [plot.a, plot.v]
  const [xf, yf] = plot.flipped ? ['v', 'a'] : ['a', 'v']
  return {
    x: { field: xf, type: 'quantitative', scale: scaleOf(x), axis: axisOf(x, across) },
    y: { field: yf, type: 'quantitative', scale: scaleOf(y), axis: axisOf(y, upwards) },
  }
}

function scaleOf(axis: Axis): Json {
  const type = axis.kind === 'log' || axis.kind === 'symlog' ? axis.kind : 'linear'
  return { type, domain: axis.domain, nice: false, zero: false, round: false }
}

function axisOf(axis: Axis, { ticks, angle }: Ticks): Json {
  const labels = ticks
    .map(({ lines }) => lines.map(quotable))
    .map((lines) => (lines.length === 1 ? lines[0] : lines))
  const names = axis.kind === 'category'
  return {
    values: ticks.map(({ value }) => value),
    // By value: Vega counts the ticks of a descending axis from its other end.
    labelExpr: `${literal(labels)}[indexof(${JSON.stringify(ticks.map(({ value }) => value))}, datum.value)]`,
    title: axis.title === '' ? null : quotable(axis.title),
    ...(axis.aside === undefined ? {} : { titlePadding: axis.aside }),
    grid: axis.grid,
    domain: !axis.bare,
    ticks: !axis.bare && !names,
    ...(angle === 0
      ? { labelAngle: 0 }
      : {
          labelAngle: angle,
          labelAlign: 'right',
          labelBaseline: angle === -90 ? 'middle' : 'top',
        }),
    ...(axis.bare || names ? { labelPadding: 10 } : {}),
  }
}

/** As an expression's literal; the parser takes these two separators for ends of lines. */
function literal(labels: unknown): string {
  return JSON.stringify(labels).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Marks that reach beyond limits are cut off, or the chart would be fitted around all of them. */
function layerOf(layer: Layer, plot: Plot): Json {
  const { mark, ...rest } = unclipped(layer, plot)
  const past = ({ domain: [one, two] }: Axis, value: number | undefined) =>
    value !== undefined && (value < Math.min(one, two) || value > Math.max(one, two))
  const beyond =
    layer.mark !== 'text' &&
    layer.rows.some(
      ({ a, a2, v, v2 }) =>
        past(plot.a, a) || past(plot.a, a2) || past(plot.v, v) || past(plot.v, v2),
    )
  return { mark: beyond ? { ...(mark as Json), clip: true } : mark, ...rest }
}

function unclipped(layer: Layer, plot: Plot): Json {
  const [a, v] = plot.flipped ? ['y', 'x'] : ['x', 'y']
  const ends: Json = {
    ...(layer.rows.some(({ a2 }) => a2 !== undefined) ? { [`${a}2`]: { field: 'a2' } } : {}),
    ...(layer.rows.some(({ v2 }) => v2 !== undefined) ? { [`${v}2`]: { field: 'v2' } } : {}),
  }
  const ink = { field: 'c', type: 'nominal', scale: null }
  const { look = {} } = layer
  const opacity = { opacity: look.opacity ?? 1 }
  const dash = look.dash ? { strokeDash: look.dash } : {}
  switch (layer.mark) {
    case 'rect':
      return {
        mark: {
          type: 'rect',
          strokeWidth: look.strokeWidth ?? 0,
          ...(look.stroke ? { stroke: look.stroke } : {}),
          ...(look.opacity === undefined ? {} : { fillOpacity: look.opacity }),
        },
        encoding: { ...ends, fill: ink },
      }
    case 'rule':
      return {
        mark: { type: 'rule', strokeWidth: look.strokeWidth ?? 2, ...dash, ...opacity },
        encoding: { ...ends, stroke: ink },
      }
    case 'line':
      return {
        mark: {
          type: 'line',
          strokeWidth: look.strokeWidth ?? 3,
          strokeJoin: 'round',
          ...dash,
          ...opacity,
        },
        encoding: {
          ...ends,
          stroke: ink,
          detail: { field: 's', type: 'nominal' },
          order: { value: null },
        },
      }
    case 'area':
      return {
        mark: {
          type: 'area',
          orient: (look.along === 'v') === plot.flipped ? 'vertical' : 'horizontal',
          line: false,
          ...opacity,
        },
        encoding: {
          ...ends,
          fill: ink,
          detail: { field: 's', type: 'nominal' },
          order: { value: null },
        },
      }
    case 'symbol':
      return {
        mark: { type: 'point', filled: !look.hollow, ...symbolInk(look), ...opacity },
        encoding: {
          ...ends,
          [look.hollow ? 'stroke' : 'fill']: ink,
          size: { field: 'k', type: 'quantitative', scale: null },
          shape: { field: 'h', type: 'nominal', scale: null },
        },
      }
    case 'text':
      return {
        mark: textMark(layer, plot.flipped),
        encoding: { ...ends, fill: ink, text: { field: 't' } },
      }
  }
}

function symbolInk({ hollow, stroke, strokeWidth }: NonNullable<Layer['look']>): Json {
  if (hollow) return { fill: null, strokeWidth: strokeWidth ?? 2 }
  return stroke ? { stroke, strokeWidth: strokeWidth ?? 1 } : { stroke: null }
}

function textMark({ look = {} }: Layer, flipped: boolean): Json {
  const { away = 0, aside = 0 } = look
  const [dx, dy] = flipped ? [away, -aside] : [aside, -away]
  return {
    type: 'text',
    dx,
    dy,
    align: dx > 0 ? 'left' : dx < 0 ? 'right' : 'center',
    baseline: dy < 0 ? 'bottom' : dy > 0 ? 'top' : 'middle',
    fontSize: SIZE.text * (look.size ?? 1),
    fontWeight: look.weight ?? 400,
    ...(look.italic ? { fontStyle: 'italic' } : {}),
    clip: false,
  }
}
