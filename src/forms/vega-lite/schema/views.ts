/**
 * The part of Vega-Lite 6 that is drawn (https://vega.github.io/vega-lite/docs/spec.html), as one closed schema. What
 * would load, interact or run for ever is outside it, as is everything that would be left out without a word. Lengths
 * are Vega-Lite's pixels. Marks of our own are in `composites.ts`.
 */

import { Type } from '@sinclair/typebox'
import { CHANNELS, Encoding, Facet } from './channels'
import { Mark } from './marks'
import {
  align,
  anchor,
  any,
  baseline,
  between,
  dash,
  flag,
  Ignored,
  list,
  Name,
  nil,
  number,
  oneOf,
  Paint,
  part,
  record,
  side,
  strict,
  text,
  weight,
  whole,
} from './parts'
import { Transform } from './transforms'

const Resolve = part(
  Object.fromEntries(
    ['scale', 'axis', 'legend'].map((kind) => [
      kind,
      part(Object.fromEntries(CHANNELS.map((channel) => [channel, oneOf('shared independent')]))),
    ]),
  ),
)

const size = any(
  between(1, 4000),
  oneOf('container'),
  Type.Object({ step: between(1, 400), for: Type.Optional(oneOf('position offset')) }, strict),
)
const TitleDef = any(
  text,
  list(text, 6),
  nil,
  part({
    text: any(text, list(text, 6)),
    subtitle: any(text, list(text, 6)),
    align,
    anchor: any(anchor, nil),
    angle: number,
    baseline,
    color: Paint,
    dx: number,
    dy: number,
    fontSize: number,
    fontStyle: oneOf('normal italic'),
    fontWeight: weight,
    frame: oneOf('bounds group'),
    limit: number,
    offset: number,
    orient: side,
    subtitleColor: Paint,
    subtitleFontSize: number,
    subtitleFontStyle: text,
    subtitleFontWeight: weight,
    subtitlePadding: number,
    zindex: number,
    style: Ignored,
  }),
)

/** The data are the request's: absent, named, or the same rows again. */
const Data = any(
  nil,
  part({
    name: Name,
    values: Type.Unknown(),
    format: part({
      type: oneOf('json csv tsv'),
      parse: any(nil, Type.Record(Type.String(), any(nil, text))),
      property: text,
    }),
  }),
)

const viewStyle = part({
  fill: Paint,
  stroke: Paint,
  fillOpacity: number,
  strokeOpacity: number,
  strokeWidth: number,
  strokeDash: dash,
  cornerRadius: number,
  opacity: number,
  style: Ignored,
  cursor: Ignored,
})

const common = {
  $schema: text,
  name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$', title: 'a short name of small letters' }),
  description: Type.String({ maxLength: 2000 }),
  title: TitleDef,
  data: Data,
  transform: Transform,
  width: size,
  height: size,
  view: viewStyle,
  resolve: Resolve,
  projection: nil,
  /** Only at the top. */
  background: Paint,
  padding: any(number, part({ left: number, right: number, top: number, bottom: number })),
  autosize: Ignored,
  config: Ignored,
  usermeta: Type.Object({}, { additionalProperties: true }),
}
const grid = {
  align: any(
    oneOf('all each none'),
    part({ row: oneOf('all each none'), column: oneOf('all each none') }),
  ),
  bounds: oneOf('full flush'),
  center: any(flag, part({ row: flag, column: flag })),
  spacing: any(number, part({ row: number, column: number })),
}
const View = Type.Unknown({ view: true })

const RepeatFields = list(Name, 40)

/** What a view may be, by the member that tells its kind. */
export const VIEWS = {
  mark: record(
    { mark: Mark },
    {
      ...common,
      spacing: grid.spacing,
      align: grid.align,
      bounds: grid.bounds,
      encoding: Encoding,
    },
  ),
  layer: record({ layer: list(View, 60) }, { ...common, encoding: Encoding }),
  facet: record(
    { facet: any(Facet, part({ row: Facet, column: Facet })), spec: View },
    { ...common, ...grid, columns: whole(1, 30) },
  ),
  repeat: record(
    {
      repeat: any(
        RepeatFields,
        part({ row: RepeatFields, column: RepeatFields, layer: RepeatFields }),
      ),
      spec: View,
    },
    { ...common, ...grid, columns: whole(1, 30) },
  ),
  hconcat: record({ hconcat: list(View, 30) }, { ...common, ...grid }),
  vconcat: record({ vconcat: list(View, 30) }, { ...common, ...grid }),
  concat: record({ concat: list(View, 30) }, { ...common, ...grid, columns: whole(1, 30) }),
} as const
export type ViewKind = keyof typeof VIEWS
