import type { Drawers } from './glyph'
import { circle, flat, line, polygon, rect, shape, upTo } from './stroke'

type Signs = 'gear' | 'magnifier' | 'lock' | 'shield' | 'clock' | 'check' | 'cross'

const disc = circle(50, 50, 50)

export const signs: Drawers<Signs> = {
  gear: {
    least: 1.2,
    usual: 2.8,
    draw: () => ({
      width: 100,
      strokes: [shape(cog(8, 50, 38)), shape(circle(50, 50, 15), 'paper')],
    }),
  },
  magnifier: {
    least: 1.2,
    usual: 2.8,
    draw: () => ({
      width: 100,
      strokes: [
        shape('M67 76L76 67L98 89A6.4 6.4 0 0 1 89 98Z', 'mid'),
        shape(circle(42, 42, 40), 'mid'),
        shape(circle(42, 42, 30), 'paper'),
        line('M24 40A19 19 0 0 1 40 24', 'line'),
      ],
    }),
  },
  lock: {
    least: 1.2,
    usual: 2.8,
    draw: () => ({
      width: 78,
      strokes: [
        line('M17 46V25A22 22 0 0 1 61 25V46', 'line', 2),
        shape(rect(0, 44, 78, 56, 9), 'tint'),
        flat(`${circle(39, 67, 7)}M36 68H42L44 84H34Z`, 'line'),
      ],
    }),
  },
  shield: {
    least: 1.2,
    usual: 3,
    draw: () => ({
      width: 84,
      strokes: [
        shape('M42 0C54 8 68 12 84 13V48C84 74 66 90 42 100C18 90 0 74 0 48V13C16 12 30 8 42 0Z'),
        line('M24 50L37 64L61 36', 'line', 2),
      ],
    }),
  },
  clock: {
    least: 1.2,
    usual: 2.8,
    draw: () => ({
      width: 100,
      strokes: [
        shape(disc, 'paper'),
        line('M50 10V18M50 82V90M10 50H18M82 50H90', 'line'),
        line('M50 26V50L66 60', 'line', 1.7),
      ],
    }),
  },
  check: {
    least: 1,
    usual: 2.2,
    draw: () => ({
      width: 100,
      strokes: [shape(disc, 'tint'), line('M27 52L43 68L74 34', 'line', 2)],
    }),
  },
  cross: {
    least: 1,
    usual: 2.2,
    draw: () => ({
      width: 100,
      strokes: [shape(disc, 'tint'), line('M32 32L68 68M68 32L32 68', 'line', 2)],
    }),
  },
}

/** A wheel of so many teeth around (50, 50), from the ends of its teeth to their feet. */
function cog(teeth: number, outer: number, inner: number): string {
  const step = (2 * Math.PI) / teeth
  const corners = upTo(teeth).flatMap((tooth) =>
    [
      [-0.3, inner],
      [-0.19, outer],
      [0.19, outer],
      [0.3, inner],
    ].flatMap(([turn = 0, far = 0]) => {
      const angle = step * (tooth + turn)
      return [50 + far * Math.sin(angle), 50 - far * Math.cos(angle)]
    }),
  )
  return polygon(...corners)
}
