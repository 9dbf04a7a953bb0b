/** The marks of Vega-Lite and what may be said of them. */
import { type TSchema, Type } from '@sinclair/typebox'
import { COMPOSITES } from './composites'
import {
  align,
  any,
  baseline,
  dash,
  Expr,
  flag,
  Ignored,
  list,
  nil,
  number,
  oneOf,
  orExpr,
  Paint,
  part,
  record,
  split,
  strict,
  text,
  weight,
} from './parts'

const VEGA_LITE_MARKS = split(
  'arc area bar circle line point rect rule square text tick trail boxplot errorbar errorband',
)
/** All marks: those of Vega-Lite, then our composites. */
export const MARKS: readonly string[] = [...VEGA_LITE_MARKS, ...Object.keys(COMPOSITES)]

const Interpolate = oneOf(
  'linear linear-closed step step-before step-after basis basis-open basis-closed cardinal cardinal-open cardinal-closed bundle monotone natural',
)

const markStyle = {
  color: orExpr(Paint),
  fill: orExpr(Paint),
  stroke: orExpr(Paint),
  filled: flag,
  opacity: orExpr(number),
  fillOpacity: orExpr(number),
  strokeOpacity: orExpr(number),
  strokeWidth: orExpr(number),
  strokeDash: dash,
  strokeDashOffset: number,
  strokeCap: oneOf('butt round square'),
  strokeJoin: oneOf('miter round bevel'),
  size: orExpr(number),
  shape: text,
  angle: orExpr(number),
  interpolate: Interpolate,
  tension: number,
  orient: oneOf('horizontal vertical'),
  clip: flag,
  invalid: any(
    nil,
    oneOf(
      'filter break-paths-filter-domains break-paths-show-domains break-paths-show-path-domains show',
    ),
  ),
  thickness: number,
  cornerRadius: number,
  cornerRadiusEnd: number,
  cornerRadiusTopLeft: number,
  cornerRadiusTopRight: number,
  cornerRadiusBottomLeft: number,
  cornerRadiusBottomRight: number,
  binSpacing: number,
  bandSize: number,
  minBandSize: number,
  width: any(number, Type.Object({ band: number }, strict)),
  height: any(number, Type.Object({ band: number }, strict)),
  innerRadius: orExpr(number),
  outerRadius: orExpr(number),
  padAngle: number,
  radius: orExpr(number),
  radius2: orExpr(number),
  theta: orExpr(number),
  theta2: orExpr(number),
  radiusOffset: number,
  thetaOffset: number,
  x: any(number, oneOf('width'), Expr),
  x2: any(number, oneOf('width'), Expr),
  y: any(number, oneOf('height'), Expr),
  y2: any(number, oneOf('height'), Expr),
  xOffset: number,
  x2Offset: number,
  yOffset: number,
  y2Offset: number,
  timeUnitBandPosition: number,
  timeUnitBandSize: number,
  text: orExpr(any(text, list(text, 10))),
  align: orExpr(align),
  baseline: orExpr(baseline),
  dx: orExpr(number),
  dy: orExpr(number),
  font: text,
  fontSize: orExpr(number),
  fontStyle: oneOf('normal italic'),
  fontWeight: weight,
  lineBreak: text,
  lineHeight: number,
  limit: number,
  ellipsis: text,
  order: any(flag, nil),
  style: any(text, list(text, 10)),
  aria: flag,
  description: text,
  tooltip: Ignored,
  cursor: Ignored,
}
const partStyle = any(flag, part(markStyle))

const MarkDef = record(
  { type: oneOf(...VEGA_LITE_MARKS) },
  {
    ...markStyle,
    point: any(flag, oneOf('transparent'), part(markStyle)),
    line: any(flag, part(markStyle)),
    extent: any(number, oneOf('min-max ci iqr stderr stdev'), list(number, 2)),
    borders: partStyle,
    band: partStyle,
    box: partStyle,
    median: partStyle,
    outliers: partStyle,
    rule: partStyle,
    ticks: partStyle,
  },
)

/** A mark by its name, or with what may be said of it; `markOf` has its members. */
export const Mark = Type.Unknown({ mark: true })

/** The schema of a mark of that name; undefined for unknown ones. */
export function markOf(name: string): TSchema | undefined {
  const own = Object.hasOwn(COMPOSITES, name) ? COMPOSITES[name] : undefined
  if (own) return record({ type: Type.Literal(name) }, { ...own.options, color: Paint })
  return VEGA_LITE_MARKS.includes(name) ? MarkDef : undefined
}
