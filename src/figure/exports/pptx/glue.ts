import type { Geometry, Point, SceneElement } from '../../../forms/scene'
import { gap } from '../../geometry'
import type { Tree } from '../../svg/tree'
import { endsOf } from './routes'

/** What connectors hold on to. */
export interface Glue {
  /** By what holds them: where ends of connectors stand. */
  ends: ReadonlyMap<string, Point[]>
  /** By connector, what its start and its end hold on to. */
  held: ReadonlyMap<string, { id: string | undefined; at: Point }[]>
}

/**
 * Connectors hold on to forms, never to groups: an end that names a group holds on to what of it is nearest to that end, the
 * larger of two equally near.
 */
export function glueOf(elements: readonly SceneElement[], { children }: Tree): Glue {
  const byId = new Map(elements.map((each) => [each.id, each]))
  const lines = elements.filter(isConnector).map((line) => {
    const names = endNames(line)
    const held = endsOf(line.geometry).map((at, end) => {
      const named = byId.get(names[end] ?? '')
      return { id: named && heldBy(named, at, children), at }
    })
    return [line.id, held] as const
  })
  const ends = Map.groupBy(
    lines.flatMap(([, held]) => held.filter(({ id }) => id !== undefined)),
    ({ id }) => id ?? '',
  )
  return {
    ends: new Map([...ends].map(([id, held]) => [id, held.map(({ at }) => at)])),
    held: new Map(lines),
  }
}

/** What a connector says that it joins, whether or not the figure has it. */
export const endNames = ({ from, to, data }: SceneElement) => [
  from?.element ?? data?.from,
  to?.element ?? data?.to,
]

/** A line that joins things. */
export function isConnector(each: SceneElement): each is SceneElement & { geometry: Geometry } {
  const { form = 'lines' } = each.geometry ?? {}
  return each.kind === 'connector' && form !== 'lines' && form !== 'image'
}

function heldBy(named: SceneElement, at: Point, children: Tree['children']): string | undefined {
  if (named.geometry && named.geometry.form !== 'lines')
    return isConnector(named) ? undefined : named.id
  const all = new Set([named])
  for (const each of all) for (const part of children.get(each.id) ?? []) all.add(part)
  const forms = [...all].filter((each) => each.geometry && !isConnector(each))
  const drawn = forms.filter(({ geometry }) => geometry?.form !== 'lines')
  const [best] = (drawn.length > 0 ? drawn : forms)
    .map(({ id, box }) => ({ id, far: Math.round(gap(box, at)), size: box.width * box.height }))
    .sort((a, b) => a.far - b.far || b.size - a.size)
  return best?.id
}
