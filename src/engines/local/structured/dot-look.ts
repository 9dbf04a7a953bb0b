import type { NodeForm } from '../../../forms/composition'
import type { NodeKind } from '../../../forms/diagram'
import type { Point } from '../../../forms/scene'
import type { DotAttributes, DotNode } from './dot-graph'
import { type Dress, dressOf } from './dress'
import { glyphNamed, type Look, noGlyph, type Shape } from './looks'

/** Shapes of Graphviz that have a form of their own here, then others by the nearest; what is in neither is a plain process. */
const SHAPES: readonly (readonly [NodeKind, NodeForm | undefined, own: RegExp, near?: RegExp])[] = [
  ['process', undefined, /^(box|rect|rectangle|square|M?record|)$/],
  ['store', undefined, /^cylinder$/],
  ['decision', undefined, /^diamond$/, /^Mdiamond$/],
  ['document', undefined, /^note$/, /^(tab|folder)$/],
  ['data', 'parallelogram', /^parallelogram$/],
  ['data', undefined, /^(plaintext|plain|none)$/],
  ['process', 'pill', /^(ellipse|oval)$/, /^egg$/],
  ['process', 'circle', /^(circle|point)$/, /^(doublecircle|Mcircle)$/],
  ['process', 'hexagon', /^hexagon$/, /^((double|triple)?octagon|septagon)$/],
  ['process', 'trapezoid', /^(inv)?trapezium$/],
]

export function shapeNamed(name = ''): Shape {
  const isOwn = SHAPES.find(([, , own]) => own.test(name))
  const found = isOwn ?? SHAPES.find(([, , , near]) => near?.test(name))
  const [kind = 'process' as const, form] = found ?? []
  return { kind, ...(form && { form }), ...(!isOwn && { like: name.slice(0, 60) }) }
}

/** What `shape`, `image`, `labelloc` and `xlabel` say of how a node looks, and what of it cannot be kept. */
export function dotLook({ attributes }: Pick<DotNode, 'attributes'>): {
  look: Look
  refused: string[]
} {
  const text = (name: 'shape' | 'image' | 'labelloc' | 'pos') => attributes.get(name)?.text ?? ''
  const { form } = shapeNamed(text('shape'))
  const image = text('image')
  const glyph = glyphNamed(image)
  // A table of HTML has its own borders.
  const isBare = /^(plaintext|plain|none)$/.test(text('shape')) && !attributes.get('label')?.html
  const beside = attributes.get('label')?.text === '' && attributes.has('xlabel')
  return {
    look: {
      ...(form && { form }),
      ...(isBare && { form: 'bare' }),
      ...(glyph !== undefined && { picture: { glyph } }),
      ...(((isBare && glyph !== undefined) || beside) && {
        labelAt: text('labelloc') === 't' || beside ? 'above' : 'below',
      }),
    },
    refused: [
      ...(image !== '' && glyph === undefined ? [noGlyph(image)] : []),
      ...(text('pos') !== '' && !POSITION.test(text('pos')) ? [NO_PLACE] : []),
    ],
  }
}

const NO_PLACE = 'the pos of a node must be two numbers; it was left out.'
const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`
const POSITION = new RegExp(
  String.raw`^\s*(${NUMBER})\s*,\s*(${NUMBER})(?:\s*,\s*${NUMBER})?\s*!?\s*$`,
  'i',
)

/**
 * The middles of nodes by their `pos`, y downwards. Inches and points are alike: only where nodes stand to each other
 * counts, and `pitch`, how far neighbours usually are from each other.
 */
export function dotPlaces(given: readonly (readonly [string, string | undefined])[]): {
  places: Map<string, Point>
  pitch: Point
} {
  const places = new Map(
    given.flatMap(([id, pos]) => {
      const found = POSITION.exec(pos ?? '')
      return found ? [[id, { x: Number(found[1]), y: -Number(found[2]) }] as const] : []
    }),
  )
  const all = [...places.values()]
  const nearest = all
    .flatMap((one) => {
      const others = all.map(({ x, y }) => Math.max(Math.abs(x - one.x), Math.abs(y - one.y)))
      return Math.min(...others.filter((far) => far > 0))
    })
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  const usual = nearest[Math.floor(nearest.length / 2)] ?? 1
  return { places, pitch: { x: usual, y: 0.6 * usual } }
}

/** A colour of DOT as CSS writes it: hue, saturation and value from 0 to 1, and the schemes X11 and SVG, which CSS has. */
function colourNamed(text: string | undefined): string | undefined {
  const words = text?.trim().replace(/^\/(?:x11|svg)?\//i, '')
  const shares = words?.split(/[\s,]+/).map(Number) ?? []
  const [hue = 0, saturation = 0, value = 0] = shares
  if (shares.length !== 3 || !shares.every((share) => share >= 0 && share <= 1)) return words
  const channels = [5, 3, 1].map((from) => {
    const at = (from + 6 * hue) % 6
    return Math.round(255 * value * (1 - saturation * Math.max(0, Math.min(at, 4 - at, 1))))
  })
  return `rgb(${channels.join(', ')})`
}

/** What `color`, `fillcolor`, `bgcolor`, `fontcolor`, `penwidth` and `style` say. */
export function dotDress(attributes: DotAttributes): Dress {
  // Lists (`red:blue`) and shares of them (`red;0.5`) begin with what counts most.
  const colour = (name: 'color' | 'fillcolor' | 'bgcolor' | 'fontcolor') =>
    colourNamed(attributes.get(name)?.text.split(/[:;]/)[0])
  const style = attributes.get('style')?.text ?? ''
  const isFilled = /\b(filled|radial|striped|wedged)\b/.test(style)
  const width = Number(attributes.get('penwidth')?.text ?? (/\bbold\b/.test(style) ? 2 : 1))
  return dressOf({
    colours: [colour('color'), isFilled ? colour('fillcolor') : undefined, colour('bgcolor')],
    font: colour('fontcolor'),
    ...(Number.isFinite(width) && { width }),
    dashed: /\b(dashed|dotted)\b/.test(style),
  })
}
