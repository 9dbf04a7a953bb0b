import { middleOf, rounded } from '../../forms/numbers'
import type { Point, SceneElement, Style } from '../../forms/scene'
import { weightOf } from '../fonts'
import { themeIn } from '../themes'
import { type Doc, isWhole } from './scene-document'

const EM = 16
/** In widths of their line. */
const DASH = [2.6, 1.8] as const

/** The size in pixels of most names; of a figure without words a share of its canvas. */
export function labelSize(doc: Doc): number {
  const sizes = (of: (one: SceneElement) => boolean) =>
    doc.elements.flatMap((one) =>
      one.kind === 'text' && of(one) ? [one.style.fontSize ?? EM] : [],
    )
  const inNodes = sizes(({ parent }) => doc.get(parent)?.role === 'node')
  const all = inNodes.length > 0 ? inNodes : sizes(() => true)
  return middleOf(all) ?? Math.max(EM, rounded(doc.width / 80))
}

/** The most usual of some things, by what they are told apart by; of equal ones the first. */
export function usual<T>(list: readonly T[], by: (one: T) => unknown): T | undefined {
  const groups = [...Map.groupBy(list, (one) => JSON.stringify(by(one))).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0]
}

const letters = ({ style }: SceneElement) => [style.fontSize, style.fontWeight, style.fill]

/** How the words of things of a kind are painted; of connectors those of the same stroke. */
export function labelStyle(doc: Doc, role: SceneElement['role'], stroke?: string): Style {
  const texts = doc.elements.filter(
    ({ kind, geometry }) => kind === 'text' && geometry?.form === 'lines',
  )
  const of = (wanted: SceneElement['role']) =>
    texts.filter(({ parent, role: own }) =>
      wanted === 'text' ? own === 'text' || parent === undefined : doc.get(parent)?.role === wanted,
    )
  const own = of(role)
  const alike = own.filter(({ parent }) => doc.get(parent)?.style.stroke === stroke)
  const sample = usual(role === 'edge' && alike.length > 0 ? alike : own, letters)
  if (sample) return plain(sample.style)
  const { palette, measures, fonts } = themeIn(doc.scene)
  const em = labelSize(doc)
  const isName = role === 'node' || role === 'group'
  return {
    fill: role === 'edge' ? palette.muted : palette.ink,
    fonts: [...fonts],
    fontSize: isName
      ? em
      : Math.max(rounded(measures.detail * em), Math.min(em, rounded(doc.width / 95))),
    fontWeight: weightOf(isName ? measures.labelWeight : measures.detailWeight),
  }
}

/** Without a gradient that belongs to a place. */
function plain(style: Style): Style {
  if (style.gradient?.matrix === undefined) return style
  const { gradient: _, ...rest } = style
  return rest
}

/** How a new connector is painted: as most are that begin where it does, else as most are. */
export function connectorStyle(
  doc: Doc,
  from: string,
): Pick<SceneElement, 'style' | 'z' | 'geometry'> {
  const edges = doc.withRole('edge').filter(({ geometry, style }) => geometry && style.stroke)
  const headed = edges.filter(({ heads }) => heads !== 'none')
  const by = ({ style: { stroke, strokeWidth } }: SceneElement) => [stroke, strokeWidth]
  const pool = headed.length > 0 ? headed : edges
  const sample =
    usual(
      pool.filter((edge) => edge.from?.element === from && !edge.style.dash),
      by,
    ) ??
    usual(
      pool.filter(({ style }) => !style.dash),
      by,
    ) ??
    usual(pool, by)
  const { palette, measures, head } = themeIn(doc.scene)
  const em = labelSize(doc)
  const { dash: _, ...style } = sample
    ? plain(sample.style)
    : {
        fill: 'none',
        stroke: palette.connector,
        strokeWidth: rounded(measures.connector * em),
        head,
      }
  const longest = edges.find(({ style: one }) => one.stroke === style.stroke && one.head)?.style
    .head
  const isCurve = usualRouting(doc) === 'curve'
  return {
    style: {
      ...style,
      ...((style.head ?? longest) && {
        head: style.head ?? (longest as NonNullable<Style['head']>),
      }),
    },
    z: doc.scene.drawn || !sample ? topOf(doc) : sample.z,
    geometry: isCurve
      ? { form: 'path', d: '' }
      : { form: 'polyline', points: [], radius: rounded(0.5 * em) },
  }
}

/** The dashes of a line: those of others in the figure, else by its width. */
export function dashesOf(doc: Doc, strokeWidth = 1): number[] {
  const others = doc.elements.filter(
    ({ role, kind, style }) => (role === 'edge' || kind === 'shape') && style.dash,
  )
  return (
    usual(others, ({ style }) => style.dash)?.style.dash ??
    DASH.map((by) => rounded(by * strokeWidth))
  )
}

export const topOf = (doc: Doc) => doc.elements.reduce((top, { z }) => Math.max(top, z), 0) + 1

/** What new panels lie under: the first thing or connector. */
export const lowestOf = (doc: Doc): SceneElement | undefined =>
  doc.elements.filter((one) => isWhole(one) && one.role !== 'group').sort((a, b) => a.z - b.z)[0]

/** How connectors of a figure run: along the axes, straight from thing to thing, or in curves. */
export type Routing = 'orthogonal' | 'straight' | 'curve'
/** What is so far off, in pixels or as a share of its length, is meant to run along it. */
const ASKEW = { by: 2, share: 0.02 } as const

/** The manner of a connector, of a plain one that of most others. */
export function routingOf({ geometry }: SceneElement, usual: Routing): Routing {
  if (geometry?.form === 'path') return 'curve'
  if (geometry?.form !== 'polyline') return usual
  const { points } = geometry
  if (!isOrthogonal(points)) return 'straight'
  return points.length > 2 ? 'orthogonal' : usual
}

export const isOrthogonal = (points: readonly Point[]) =>
  points.every((b, at) => {
    const a = points[at - 1] ?? b
    const [across, down] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
    // What was read from pixels is a little off.
    return Math.min(across, down) < Math.max(ASKEW.by, ASKEW.share * Math.max(across, down))
  })

/** How most connectors of a figure run. */
export function usualRouting(doc: Doc): Routing {
  const counts = { orthogonal: 0.5, straight: 0, curve: 0 }
  for (const { kind, role, geometry } of doc.elements) {
    if (kind !== 'connector' || role !== 'edge' || !geometry) continue
    if (geometry.form === 'path') counts.curve++
    else if (geometry.form === 'polyline' && !isOrthogonal(geometry.points)) counts.straight++
    else if (geometry.form === 'polyline' && geometry.points.length > 2) counts.orthogonal++
  }
  const { orthogonal, straight, curve } = counts
  if (curve > Math.max(orthogonal, straight)) return 'curve'
  return straight > orthogonal ? 'straight' : 'orthogonal'
}
