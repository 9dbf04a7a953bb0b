import type { Scene } from '../forms/scene'
import { element, number } from './xml'

const TILE = 'ground-tile'

/** The tile as a pattern: thousands of grid lines would each be a path to rasterise. */
export function groundDefinition({ ground, elements }: Scene): string {
  if (!ground?.tile) return ''
  const { width, height, strokes } = ground.tile
  return element(
    'pattern',
    {
      id: tileId(elements),
      width: number(width),
      height: number(height),
      patternUnits: 'userSpaceOnUse',
    },
    strokes
      .map((line) =>
        element('path', {
          d: line.d,
          fill: 'none',
          stroke: line.stroke,
          'stroke-width': number(line.strokeWidth),
        }),
      )
      .join(''),
  )
}

/** The background, the tile over it and the frame. */
export function groundShapes({ width, height, background, ground, elements }: Scene): string[] {
  const whole = { x: 0, y: 0, width, height }
  const shapes = [element('rect', { ...whole, fill: background })]
  if (ground?.tile) shapes.push(element('rect', { ...whole, fill: `url(#${tileId(elements)})` }))
  for (const { inset, stroke, strokeWidth } of ground?.frame ?? []) {
    shapes.push(
      element('rect', {
        x: number(inset),
        y: number(inset),
        width: number(width - 2 * inset),
        height: number(height - 2 * inset),
        fill: 'none',
        stroke,
        'stroke-width': number(strokeWidth),
      }),
    )
  }
  return shapes
}

function tileId(elements: Scene['elements']): string {
  let id = TILE
  while (elements.some((each) => each.id === id)) id += '_'
  return id
}
