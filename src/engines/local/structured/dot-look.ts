import type { DotAttributes, DotNode } from './dot-graph'
import { type Dress, dressOf } from './dress'
import { type Look, noPicture, pictured, type Shape, shapesOf } from './looks'

const SHAPES = shapesOf([
  ['process', undefined, 'box rect rectangle square record Mrecord'],
  ['store', undefined, 'cylinder'],
  ['decision', undefined, 'diamond', 'Mdiamond'],
  ['document', undefined, 'note', 'tab folder'],
  ['data', 'parallelogram', 'parallelogram'],
  ['data', undefined, 'plaintext plain none'],
  ['process', 'pill', 'ellipse oval', 'egg'],
  ['process', 'circle', 'circle point', 'doublecircle Mcircle'],
  ['process', 'hexagon', 'hexagon', 'octagon doubleoctagon tripleoctagon septagon'],
  ['process', 'trapezoid', 'trapezium invtrapezium'],
])

/** What Graphviz calls so; an unknown shape is a plain process. */
export const shapeNamed = (name = ''): Shape =>
  SHAPES.get(name) ?? { kind: 'process', ...(name !== '' && { like: name.slice(0, 60) }) }

/** What `shape` and `image` say of how a node looks, and what of it cannot be kept. */
export function dotLook({ attributes }: Pick<DotNode, 'attributes'>): {
  look: Look
  refused: string[]
} {
  const shape = attributes.get('shape')?.text ?? ''
  const image = attributes.get('image')?.text ?? ''
  const { form } = shapeNamed(shape)
  const picture = image === '' ? undefined : pictured(image)
  // A table of HTML has its own borders.
  const isBare = /^(plaintext|plain|none)$/.test(shape) && !attributes.get('label')?.html
  return {
    look: { ...(form && { form }), ...(isBare && { form: 'bare' }), ...picture },
    refused: image !== '' && !picture ? [noPicture(image)] : [],
  }
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
