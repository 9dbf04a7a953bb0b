/** Sizes of views: a single view fills the canvas, composed ones share it as their own sizes say. */
import { mapViews, viewsOf } from './spec/leaves'
import type { Json, VegaScale } from './spec/vega'
import type { Walked } from './walked'

const COMPOSED = ['facet', 'repeat', 'concat', 'hconcat', 'vconcat'] as const

/** Whether a specification is one view: then Vega fits it into the canvas itself. */
export function isSingle(spec: Json): boolean {
  const { row, column, facet } = (spec.encoding ?? {}) as Json
  if (COMPOSED.some((name) => name in spec) || row || column || facet) return false
  return viewsOf(spec, 'layer').every(isSingle)
}

/** What a view is wide and high where it says nothing. */
const USUAL = { width: 200, height: 150 } as const

/** Gives each view of a composed specification its share of the canvas: its own size times `by`. */
export function sized(spec: Json, by: { x: number; y: number }): Json {
  const composed = COMPOSED.filter((name) => typeof spec[name] === 'object')
  if (composed.length === 0) {
    return {
      ...spec,
      width: sizeOf(spec.width, USUAL.width, by.x),
      height: sizeOf(spec.height, USUAL.height, by.y),
    }
  }
  return mapViews(spec, (each) => sized(each, by))
}

function sizeOf(given: unknown, usual: number, by: number): unknown {
  if (typeof given === 'number') return Math.max(20, given * by)
  if (typeof given === 'object' && given !== null && 'step' in given) {
    const { step } = given as { step: unknown }
    return { ...given, step: Math.max(2, (typeof step === 'number' ? step : 20) * by) }
  }
  return Math.max(20, usual * by)
}

/** The form of the canvas of a view that says its own, with room for what stands beside it; undefined for others. */
export function givenRatio({ width, height }: Json): number | undefined {
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  return Math.min(2.4, Math.max(0.6, (width / height) * 1.2))
}

/** The form that fits what is drawn in one view, where no ratio is asked for. */
export function naturalRatio({ groups, axes }: Walked): number {
  const scales = groups.find(({ scales: { x, y } }) => x && y)?.scales
  const count = (scale: VegaScale | undefined) => (scale?.bandwidth ? scale.domain().length : 0)
  const [across, down] = [count(scales?.x), count(scales?.y)]
  if (across > 0 && down > 0) return Math.min(2, Math.max(0.8, (across + 2) / (down + 1)))
  if (down > 0) return down > 24 ? 3 / 4 : down > 14 ? 1 : down > 9 ? 5 / 4 : 3 / 2
  if (
    axes.some(
      ({ channel, values }) =>
        channel === 'x' && (values?.type === 'time' || values?.type === 'utc'),
    )
  )
    return 16 / 10
  return across > 14 ? 16 / 9 : 4 / 3
}
