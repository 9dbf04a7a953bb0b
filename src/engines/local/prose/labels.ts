import type { DiagramItem, Span } from '../../../forms/diagram'
import { type Clauses, type Frame, MEASURE } from './frames'
import { core, type Phrase } from './phrases'
import type { Word } from './words'

/** Words of a label with the stretches of the source they come from. */
export interface Label {
  text: string
  spans: Span[]
}

const MAX_TITLE_WORDS = 5
const EMPTY_HEADS = new Set(
  `approach method methods way ways step steps process procedure procedures fact case cases order example respect addition
  paper work study figure table section result results use purpose purposes goal aim detail details manner number part parts
  end term terms advantage problem task total time times contrast basis view kind type one ones need range value others
  close literature author authors protocol protocols instructions manufacturer manufacturer's`.split(
    /\s+/,
  ),
)

/** Text as it stands between two words, white space collapsed. */
export function slice(masked: string, words: readonly Word[], from: number, to: number): Label {
  const first = words[from]
  const last = words[to - 1]
  if (!first || !last || to <= from) return { text: '', spans: [] }
  return {
    text: masked.slice(first.start, last.end).replace(/\s+/g, ' '),
    spans: [{ start: first.start, end: last.end }],
  }
}

/** Lower-cases a word that is capital only because it begins a sentence. */
export function uncapitalise(text: string, isFirst: boolean, names: ReadonlySet<string>): string {
  const first = /^\S+/.exec(text)?.[0] ?? ''
  if (
    !isFirst ||
    /^\S+ \p{Lu}/u.test(text) ||
    !/^\p{Lu}[\p{Ll}'’-]+$/u.test(first) ||
    names.has(first)
  )
    return text
  return text.charAt(0).toLowerCase() + text.slice(1)
}

export const capitalise = (text: string) => {
  const first = /^\S+/.exec(text)?.[0] ?? ''
  // "mRNA", "pH" and "k-mer" keep their own small first letter.
  return /^\p{Ll}(?:\p{Lu}|-)/u.test(first) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

/** An imperative title of at most five words: "Align reads", "Measure concentration of protein". */
export function titleOf(
  masked: string,
  clauses: Clauses,
  frame: Frame,
  names: ReadonlySet<string>,
  antecedent: Label | undefined,
): Label {
  const { words, phrases } = clauses
  const verb = words[frame.use.at]
  if (!verb) return { text: '', spans: [] }
  const spans: Span[] = [{ start: verb.start, end: verb.end }]
  let text = frame.use.lemma
  let room = MAX_TITLE_WORDS - 1
  const particle = words[frame.use.at + 1]
  if (particle && /^(out|up|off|down)$/.test(particle.lower)) {
    text += ` ${particle.lower}`
    spans.push({ start: particle.start, end: particle.end })
    room--
  }
  const object = frame.object
  if (!object && frame.pronoun && antecedent)
    return {
      text: capitalise(`${text} ${antecedent.text}`),
      spans: [...spans, ...antecedent.spans],
    }
  if (!object) return { text: capitalise(text), spans }
  const link = frame.preposition === undefined ? undefined : words[frame.preposition]
  if (link) {
    text += ` ${link.lower}`
    spans.push({ start: link.start, end: link.end })
    room--
  }
  const own = core(words, object, Math.max(1, room))
  const part = slice(masked, words, own.start, own.end)
  text += ` ${uncapitalise(part.text, own.start === 0, names)}`
  spans.push(...part.spans)
  room -= own.end - own.start
  const more = extension(words, phrases, object, room)
  if (more) {
    const tail = slice(masked, words, more.phrase.start, more.phrase.end)
    text += ` ${more.link.lower} ${tail.text}`
    spans.push({ start: more.link.start, end: more.link.end }, ...tail.spans)
  }
  return { text: capitalise(text.replace(/\s+/g, ' ')), spans }
}

/** "distribution of tokens" and "reads and contigs" keep their second half where it fits. */
function extension(
  words: readonly Word[],
  phrases: readonly Phrase[],
  object: Phrase,
  room: number,
): { link: Word; phrase: Phrase } | undefined {
  const link = words[object.end]
  if (!link || room < 2 || !(link.lower === 'of' || link.lower === 'and')) return undefined
  const next = phrases.find((phrase) => phrase.start === object.end + 1)
  if (!next) return undefined
  const own = core(words, next, room - 1)
  // "reads and the aligner maps": the second half must not be the subject of another verb.
  if (
    link.lower === 'and' &&
    (own.end - own.start > 1 || ['verb'].includes(words[next.end]?.tag ?? ''))
  )
    return undefined
  return own.end - own.start < room ? { link, phrase: own } : undefined
}

/** Without a leading count: "five clients" is the chip "clients". */
function bare(words: readonly Word[], phrase: Phrase): Phrase {
  let { start } = phrase
  while (start < phrase.head && words[start]?.tag === 'num') start++
  return { ...phrase, start }
}

/** A single word that the tagger knows as no noun ("close", "Starting"). */
function isNoEntity(word: Word): boolean {
  return (
    word.tagged === 'ADJ' ||
    word.tagged === 'ADV' ||
    (word.tagged === 'VERB' && word.lower.endsWith('ing'))
  )
}

/** At most four entities of a clause, the most telling ones, in the order of the text. */
export function itemsOf(
  masked: string,
  clauses: Clauses,
  from: number,
  to: number,
  taken: readonly Span[],
  weightOf: (word: string) => number,
  names: ReadonlySet<string>,
): DiagramItem[] {
  const { words, phrases } = clauses
  const scored: { item: DiagramItem; score: number; at: number; key: string }[] = []
  for (const phrase of phrases) {
    if (phrase.start < from || phrase.end > to) continue
    const own = bare(words, core(words, phrase, 4))
    const head = words[own.head]
    if (
      !head ||
      MEASURE.test(head.lower) ||
      (own.end - own.start === 1 && isNoEntity(head)) ||
      EMPTY_HEADS.has(head.lower) ||
      head.text.length < 2 ||
      !/\p{L}/u.test(head.text)
    )
      continue
    if (
      /^(min|h|s|hours?|minutes?|seconds?|days?|weeks?|months?|years?|ml|mg|ng|g|kg|µl|μl|µg|mm|µm|nm|cm|rpm|xg|c|°c|mm|nm|µm|μm|rounds?|times|percent|mmol|mol|mm|µm|khz|hz|kda|bp|nt|px|ms|gb|mb|tb|epochs?|cycles?|steps?|iterations?)$/.test(
        head.lower,
      )
    )
      continue
    if (/^(we|us|it|this|that|these|there)$/i.test(head.lower) || head.lower.includes("'s"))
      continue
    const label = slice(masked, words, own.start, own.end)
    const span = label.spans[0]
    if (
      !span ||
      /^\d/.test(label.text) ||
      taken.some((other) => span.start < other.end && other.start < span.end)
    )
      continue
    if (/[,;:()[\]{}=<>|"]/.test(label.text) || label.text.length > 40) continue
    // A bare singular that opens a sentence as subject is a name: "MaxQuant", "Limma identified".
    const name =
      own.start === 0 &&
      own.end === 1 &&
      !head.lower.endsWith('s') &&
      words[own.end]?.tag === 'verb'
    const text = uncapitalise(label.text, own.start === 0 && !name, names)
    const named = /[\p{Lu}\d]/u.test(text)
    const length = Math.min(3, own.end - own.start)
    scored.push({
      item: { label: text, spans: [span], confidence: named ? 0.9 : 0.75 },
      score: weightOf(head.lower) + length * 0.4 + (named ? 0.8 : 0),
      at: span.start,
      key: stem(head.lower),
    })
  }
  const best = new Map<string, (typeof scored)[number]>()
  for (const entry of scored) {
    const known = best.get(entry.key)
    if (!known || entry.score > known.score) best.set(entry.key, entry)
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, 4)
    .sort((a, b) => a.at - b.at)
    .map((entry) => entry.item)
}

export const stem = (word: string) =>
  word
    .toLowerCase()
    .replace(/(ies)$/, 'y')
    .replace(/([^s])s$/, '$1')

const PARAMETER =
  /\b[\p{L}][\p{L}\d_]{0,8}\s?[=≈≥≤<>]\s?\d[\d.,]*(?:e-?\d+)?%?|(?:\b|(?<![\p{L}\d])[-−])\d[\d.,]*\s?(?:[–-]\s?\d+\s?)?(?:°\s?C|K\b|rpm\b|×\s?g\b|x\s?g\b)|\b(?:learning rate|batch size|threshold|temperature|window|chunk size|resolution|seed|pH|dropout|beam size|FDR|cutoff) (?:of |at |size )?\d[\d.,e×^-]*|\b\d[\d.,]*\s?(?:epochs?|steps|iterations|cycles|rounds|folds?|-fold|trees|layers|min|minutes|h|hours|days|weeks)\b/u

/** The tool and one parameter of a clause: "STAR", "k = 100". */
export function detailOf(
  masked: string,
  clauses: Clauses,
  frame: Frame,
  names: ReadonlySet<string>,
): Label {
  const { words, phrases } = clauses
  const parts: Label[] = []
  const tool = frame.tool ?? toolOf(words, phrases, frame)
  if (tool) {
    const own = core(words, tool, 4)
    const label = slice(masked, words, own.start, own.end)
    label.text = uncapitalise(label.text, own.start === 0, names)
    if (label.text.length <= 32 && !/^\d+(\.\d+)?$/.test(label.text)) parts.push(label)
  }
  const first = words[frame.from]
  const last = words[frame.to - 1]
  if (first && last) {
    const hit = PARAMETER.exec(masked.slice(first.start, last.end))
    if (hit) {
      const start = first.start + hit.index
      const end = start + hit[0].length
      const clash = parts.some((part) =>
        part.spans.some((span) => start < span.end && span.start < end),
      )
      if (!clash && start >= (words[frame.use.at]?.start ?? 0))
        parts.push({ text: hit[0].replace(/\s+/g, ' '), spans: [{ start, end }] })
    }
  }
  return {
    text: parts.map((part) => part.text).join(', '),
    spans: parts.flatMap((part) => part.spans),
  }
}

/** What the step is done with: after using, via, with, by, in; a plain noun counts only after "using" and "via". */
function toolOf(
  words: readonly Word[],
  phrases: readonly Phrase[],
  frame: Frame,
): Phrase | undefined {
  const candidates = phrases.filter(
    (phrase) =>
      phrase.start > frame.use.at && phrase.end <= frame.to && phrase.start !== frame.object?.start,
  )
  const tools = candidates.flatMap((phrase) => {
    const link = words[phrase.start - 1]?.lower ?? ''
    const own = core(words, phrase, 4)
    const named = words
      .slice(own.start, own.end)
      .some((word) => /\p{Lu}/u.test(word.text) || /\p{L}.*\d|\d.*\p{L}/u.test(word.text))
    if (EMPTY_HEADS.has(words[phrase.head]?.lower ?? '')) return []
    if (link === 'using' || link === 'via') return [{ phrase, rank: named ? 3 : 2 }]
    if ((link === 'with' || link === 'by') && named) return [{ phrase, rank: 3 }]
    const bare = phrase.end - phrase.start === 1 && !/[^s]s$/.test(words[phrase.head]?.lower ?? '')
    if (link === 'with' && bare) return [{ phrase, rank: 2 }]
    // "in DESeq2" is a tool, "in Finland" a place.
    if (link === 'in' && /\p{Ll}\p{Lu}|\p{Lu}{2}.*\d/u.test(words[phrase.head]?.text ?? ''))
      return [{ phrase, rank: 1 }]
    if (link === 'by' && frame.use.role === 'passive') return [{ phrase, rank: 1 }]
    return link === 'on' && named && frame.use.role === 'passive' ? [{ phrase, rank: 0.5 }] : []
  })
  return tools.sort((a, b) => b.rank - a.rank || a.phrase.start - b.phrase.start)[0]?.phrase
}
