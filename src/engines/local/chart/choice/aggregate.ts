import type { Field } from '../../../../forms/chart'
import type { Mark } from '../chart-ir'
import { because, type Choice, repeats, type Sketch } from './context'

/** Rows that share their place are replicates: their mean, with its spread. */
export function aggregateOf(
  choice: Choice,
  mark: Mark,
  place: readonly (Field | undefined)[],
): Pick<Sketch, 'aggregate' | 'spread'> {
  const { wish } = choice
  if (!repeats(place)) return {}
  const how =
    wish.aggregate ??
    (mark === 'arc' ||
    wish.stack === 'stack' ||
    wish.stack === 'normalize' ||
    mark === 'area' ||
    choice.wish.mark?.more?.overlays
      ? 'sum'
      : 'mean')
  because(
    choice,
    `aggregate = ${how}`,
    wish.aggregate ? 'the intent asks for it' : 'several rows share each place',
  )
  if (how !== 'mean' || wish.interval === 'none') return { aggregate: how }
  const spread = wish.spread ?? 'sd'
  because(
    choice,
    `spread = ${spread}`,
    wish.spread ? 'the intent names it' : 'the standard deviation of the rows is shown',
  )
  return { aggregate: how, spread }
}
