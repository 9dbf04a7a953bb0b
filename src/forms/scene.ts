import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from './schema'

/** Axis-parallel rectangle in pixels of the 1K canvas, y downwards. */
export const Box = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
})

export const Point = Type.Object({ x: Type.Number(), y: Type.Number() })

/** A place on an element's outline: the side, and how far along it (0 = left or top end, 1 = the other). */
export const Anchor = Type.Object({
  element: Type.String(),
  side: oneOf(['top', 'right', 'bottom', 'left']),
  at: Type.Number({ minimum: 0, maximum: 1 }),
})

/** One line of text with one style; `x` is where it starts, is centred or ends (by `anchor`), `y` its baseline. */
export const TextLine = Type.Object({
  text: Type.String(),
  x: Type.Number(),
  y: Type.Number(),
  /** Advance width in pixels, from the font's own table. */
  width: Type.Number(),
  /** The letters are made narrower or wider, so that the line is as wide as `width` says. */
  stretched: Type.Optional(Type.Boolean()),
  /** Where the line changes face, size or baseline: its text in parts, in order. */
  runs: Type.Optional(
    Type.Array(
      Type.Object({
        text: Type.String(),
        fonts: Type.Optional(Type.Array(Type.String())),
        fontSize: Type.Optional(Type.Number()),
        /** Where the run starts; given in all runs of a line in which families differ. */
        x: Type.Optional(Type.Number()),
        /** Pixels above the line's baseline. */
        rise: Type.Optional(Type.Number()),
        italic: Type.Optional(Type.Boolean()),
        fontWeight: Type.Optional(Type.Integer()),
        fill: Type.Optional(Type.String()),
      }),
    ),
  ),
  /** What no letters can show, as outlines in canvas pixels in the line's colour; a stroke makes them as heavy as it. */
  formulas: Type.Optional(
    Type.Array(
      Type.Object({
        tex: Type.String(),
        d: Type.String(),
        strokeWidth: Type.Optional(Type.Number()),
      }),
    ),
  ),
})

/** What may stand at the end of a line in place of an arrow-head: a bar (no effect, inhibition), a cross, a circle. */
export const TIPS = ['bar', 'cross', 'circle'] as const

/** An arrow-head, in stroke widths: a filled triangle, the same with a notched back, two open strokes, or a tip. */
export const Head = Type.Object({
  form: oneOf(['triangle', 'barbed', 'open', ...TIPS]),
  length: Type.Number(),
  width: Type.Number(),
  /** Where it is not the line's. */
  color: Type.Optional(Type.String()),
})

const PEN = { stroke: Type.String(), strokeWidth: Type.Number() }

/**
 * What lies under all elements: lines over the background, a frame along the border, marks on it. Lines of a grid are upright
 * every `x` pixels, level every `y`; with both they fall by `y` for every `x` across, or rise where it is negative.
 */
export const Ground = Type.Object({
  grid: Type.Optional(
    Type.Array(
      Type.Object({
        x: Type.Optional(Type.Number()),
        y: Type.Optional(Type.Number()),
        ...PEN,
      }),
    ),
  ),
  frame: Type.Optional(Type.Array(Type.Object({ inset: Type.Number(), ...PEN }))),
  marks: Type.Optional(Type.Object({ d: Type.String(), ...PEN })),
})

export const Geometry = Type.Union([
  Type.Object({ form: Type.Literal('rect'), ...Box.properties, radius: Type.Number() }),
  Type.Object({
    form: Type.Literal('ellipse'),
    cx: Type.Number(),
    cy: Type.Number(),
    rx: Type.Number(),
    ry: Type.Number(),
  }),
  Type.Object({ form: Type.Literal('polygon'), points: Type.Array(Point) }),
  /** A cylinder standing upright; `cap` is the half height of its lid's ellipse. */
  Type.Object({ form: Type.Literal('cylinder'), ...Box.properties, cap: Type.Number() }),
  /** A polyline through `points`, its corners rounded by `radius`. */
  Type.Object({
    form: Type.Literal('polyline'),
    points: Type.Array(Point),
    radius: Type.Number(),
  }),
  /** SVG path data in canvas pixels. */
  Type.Object({ form: Type.Literal('path'), d: Type.String() }),
  Type.Object({
    form: Type.Literal('lines'),
    lines: Type.Array(TextLine),
    anchor: oneOf(['start', 'middle', 'end']),
    /** Degrees clockwise around the first line's place; a chart's vertical axis title has -90. */
    turn: Type.Optional(Type.Number()),
  }),
  /** A raster image, as a data URL. */
  Type.Object({ form: Type.Literal('image'), ...Box.properties, href: Type.String() }),
])

/**
 * A linear ramp of colours over a shape's box, of which places are shares: from the left, from the top. With `radius` a
 * radial one from (x1, y1) to the circle around (x2, y2); with `matrix` (SVG's a to f) places lead to the canvas instead.
 */
export const Gradient = Type.Object({
  x1: Type.Number(),
  y1: Type.Number(),
  x2: Type.Number(),
  y2: Type.Number(),
  radius: Type.Optional(Type.Number()),
  matrix: Type.Optional(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 })),
  stops: Type.Array(
    Type.Object({
      offset: Type.Number(),
      color: Type.String(),
      opacity: Type.Optional(Type.Number()),
    }),
  ),
})

/** What a shape casts: moved by `dx` and `dy`, softened by a Gaussian of `blur` pixels' standard deviation. */
export const Shadow = Type.Object({
  dx: Type.Number(),
  dy: Type.Number(),
  blur: Type.Number(),
  color: Type.String(),
  opacity: Type.Number(),
})

/** Everything a writer needs to paint an element; colours as `#rrggbb`, lengths in pixels. A stroke of words is their halo. */
export const Style = Type.Object({
  fill: Type.Optional(Type.String()),
  /** Painted instead of `fill`, which is its mean. */
  gradient: Type.Optional(Gradient),
  shadow: Type.Optional(Shadow),
  stroke: Type.Optional(Type.String()),
  strokeWidth: Type.Optional(Type.Number()),
  dash: Type.Optional(Type.Array(Type.Number())),
  opacity: Type.Optional(Type.Number()),
  /** Of one paint alone, beside `opacity`. */
  fillOpacity: Type.Optional(Type.Number()),
  strokeOpacity: Type.Optional(Type.Number()),
  /** What a path goes round twice is a hole. */
  evenOdd: Type.Optional(Type.Boolean()),
  /** Corners of strokes; round where absent. */
  join: Type.Optional(oneOf(['miter', 'bevel'])),
  /** Ends of strokes that reach half their width beyond the line. */
  square: Type.Optional(Type.Boolean()),
  dashOffset: Type.Optional(Type.Number()),
  /** Pixels between letters. */
  letterSpacing: Type.Optional(Type.Number()),
  /** Family names, the theme's first, a metric-near common one, a generic last. */
  fonts: Type.Optional(Type.Array(Type.String())),
  fontSize: Type.Optional(Type.Number()),
  fontWeight: Type.Optional(Type.Integer()),
  italic: Type.Optional(Type.Boolean()),
  /** Round ends of lines. */
  round: Type.Optional(Type.Boolean()),
  /** Of a connector; its colour is the stroke's. */
  head: Type.Optional(Head),
})

/** The label of an icon that is lettering which could not be read: pixels of words. */
export const LETTERING = 'lettering'

export const SceneElement = Type.Object({
  id: Type.String(),
  kind: oneOf(['group', 'shape', 'text', 'connector', 'icon', 'picture', 'residual']),
  /** What the element stands for: becomes `class` in the SVG. Parts of a node (its text, its icon) have none. */
  role: Type.Optional(
    oneOf([
      'group',
      'node',
      'edge',
      'text',
      'icon',
      'picture',
      'residual',
      'axis',
      'mark',
      'legend',
      /** A picture that spans several nodes and lies behind them. */
      'scheme',
      'key',
      'note',
    ]),
  ),
  /** What the element stands for in the data, by names of lower-case letters: written as `data-*`. */
  data: Type.Optional(Type.Record(Type.String(), Type.String())),
  parent: Type.Optional(Type.String()),
  /** Painting order: lower first; ties by place in the list. */
  z: Type.Integer(),
  box: Box,
  geometry: Type.Optional(Geometry),
  style: Style,
  label: Type.Optional(Type.String()),
  from: Type.Optional(Anchor),
  to: Type.Optional(Anchor),
  heads: Type.Optional(oneOf(['end', 'both', 'none'])),
  /** Something that the reader inferred: drawn dashed, written as `data-inferred`. */
  inferred: Type.Optional(Type.Boolean()),
  /** What a theme paints instead of `geometry` (hand-drawn strokes, oblique faces), which stays for measuring. */
  paint: Type.Optional(Type.Array(Type.Object({ d: Type.String(), style: Style }))),
  /** What the source says of it, word for word. */
  quote: Type.Optional(Type.String()),
  /** Only what lies in this path is shown of the element and its parts. */
  clip: Type.Optional(Type.Object({ d: Type.String(), evenOdd: Type.Optional(Type.Boolean()) })),
  evidence: Type.Optional(Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }))),
  confidence: Type.Optional(Type.Number()),
})

/** Everything placed: what text reaches by layout, pixels by reading, and panels by compositing. One unit = one pixel of the 1K canvas. */
export const Scene = Type.Object({
  width: Type.Number(),
  height: Type.Number(),
  /** Width on paper, in millimetres; absent where the canvas is that of a picture. */
  paper: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 10_000 })),
  background: Type.String(),
  theme: Type.String(),
  title: Type.String(),
  description: Type.String(),
  ground: Type.Optional(Ground),
  /** A drawing: what stands in what, and what lies over what, is as its author drew it, by `parent` and `z` alone. */
  drawn: Type.Optional(Type.Boolean()),
  /** Where its author's coordinates have their zero. */
  origin: Type.Optional(Point),
  elements: Type.Array(SceneElement),
})

export type Box = Static<typeof Box>
export type Point = Static<typeof Point>
export type Anchor = Static<typeof Anchor>
export type Side = Anchor['side']
export type TextLine = Static<typeof TextLine>
export type Geometry = Static<typeof Geometry>
export type Head = Static<typeof Head>
export type Ground = Static<typeof Ground>
export type Gradient = Static<typeof Gradient>
export type Shadow = Static<typeof Shadow>
export type Style = Static<typeof Style>
export type SceneElement = Static<typeof SceneElement>
export type Scene = Static<typeof Scene>
