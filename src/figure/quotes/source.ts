import type { Span } from '../../forms/diagram'
import { alignerOf } from './align'

/** What the source says of a part. */
interface Said {
  spans: Span[]
  confidence: number
  inferred?: boolean
}

/** Looks up what a figure's parts say. */
export interface Source {
  /** The evidence for a part by its quote: `named` the labels that it is of, `shown` all that it shows. */
  evidence(quote: string, named: readonly string[], shown: readonly string[]): Said
  /** Whether the source has the words of a label, at least half of them unless another share is asked for. */
  says(label: string, share?: number): boolean
}

/** How sure a part is by its evidence; below a half it is inferred. */
const SURE = { whole: 0.9, part: 0.7, near: 0.6 } as const
/** Of what the source does not say. */
const UNSAID = { confidence: 0.3, inferred: true } as const
/** The share of a label's words that the text must say. */
const SAID = 0.5

/**
 * A text as the source of a figure's parts. A quote that the text has, word for word or nearly, counts the more the more
 * of the part it names. Whatever a part shows that the text says nowhere makes it inferred.
 */
export function sourceOf(text: string): Source {
  const aligner = alignerOf(text)
  const isSaid = (label: string, share = SAID, within?: Span) =>
    !/[\p{L}\p{N}]/u.test(label) || aligner.share(label, within) >= share
  return {
    says: (label, share) => isSaid(label, share),
    evidence(quote, named, shown) {
      const found = aligner.find(quote)
      const inferred: Said = { spans: found ? [found.span] : [], ...UNSAID }
      if (!found || !shown.every((label) => isSaid(label))) return inferred
      const inside = named.filter((label) => isSaid(label, SAID, found.span)).length
      // One word that names none of it is no evidence.
      if (inside === 0 && aligner.count(found.span) < 2) return inferred
      const whole = inside === named.length ? SURE.whole : SURE.part
      return { spans: [found.span], confidence: found.exact ? whole : SURE.near }
    },
  }
}
