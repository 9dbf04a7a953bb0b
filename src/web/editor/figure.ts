import { within } from '../../figure/geometry'
import type { FigurePart } from '../../forms/edit-preview'
import type { Box, Point } from '../../forms/scene'
import type { Operations } from '../operations'

export type { Box, Point }
export type Part = FigurePart
type Preview = Operations['POST /api/redraw/preview']['answer']

/** One state of a figure, ready to be edited; lengths are pixels of its view box, y downwards. */
export interface Figure extends Omit<Preview, 'parts'> {
  /** In the order in which they are painted. */
  parts: ReadonlyMap<string, Part>
}

type Parts = Figure['parts']

/** Grounds: what stands in them is of its own. */
export const isGround = ({ role }: Part) => role === 'panel' || role === 'scheme'

/** What may bear words. */
export const isWorded = ({ role }: Part) => !['picture', 'scheme', 'shape'].includes(role)

/** It and whatever it stands in, outwards. */
function chainOf(parts: Parts, id: string): Part[] {
  const chain: Part[] = []
  for (let part = parts.get(id); part && !chain.includes(part); part = parts.get(part.parent ?? ''))
    chain.push(part)
  return chain
}

const standsIn = (parts: Parts, id: string, ids: readonly string[]) =>
  chainOf(parts, id).some((one) => ids.includes(one.id))

/** The thing that something belongs to: itself, where it stands in nothing but grounds. */
export function ownerOf(parts: Parts, id: string): string {
  const chain = chainOf(parts, id)
  const end = chain.findIndex((one, at) => at > 0 && isGround(one))
  return chain.at(end === -1 ? -1 : end - 1)?.id ?? id
}

/** The panel that something stands in. */
export const panelOf = (parts: Parts, id: string): string | null =>
  chainOf(parts, id).find((one, at) => at > 0 && one.role === 'panel')?.id ?? null

/** Without those that stand in others among them, and go along anyway. */
export const outermost = (parts: Parts, ids: readonly string[]): string[] =>
  ids.filter((id) => !standsIn(parts, parts.get(id)?.parent ?? '', ids))

/** Things with all that stands in them, and the connectors between these. */
export function carried({ parts }: Figure, ids: readonly string[]): Set<string> {
  const all = new Set([...parts.keys()].filter((id) => standsIn(parts, id, ids)))
  for (const { id, from, to } of parts.values())
    if (all.has(from ?? '') && all.has(to ?? '')) all.add(id)
  return all
}

/** The smallest panel around a place that is none of some, nor in them. */
export function panelAt({ parts }: Figure, at: Point, but: readonly string[]): string | null {
  const area = ({ box }: Part) => box.width * box.height
  const under = [...parts.values()].filter(
    ({ id, role, box }) => role === 'panel' && within(at, box) && !standsIn(parts, id, but),
  )
  return under.toSorted((a, b) => area(a) - area(b))[0]?.id ?? null
}

/** Its words in one line. */
export const lineOf = ({ label }: Part) => (label ?? '').replaceAll('\n', ' ')

export const hundredth = (length: number) => Math.round(length * 100) / 100

/** As operations take it. */
export const fourOf = ({ x, y, width, height }: Box) => [x, y, width, height].map(hundredth)

/** What lies in a rubber band: whole things, connectors with all of their line. */
export function inBand({ parts }: Figure, band: Box): string[] {
  const inside = [...parts.values()].filter(
    ({ id, role, box, points }) =>
      ownerOf(parts, id) === id &&
      (role === 'edge' ? points : [box]).every((one) => within(one, band)),
  )
  return outermost(
    parts,
    inside.map(({ id }) => id),
  )
}
