import { withoutNumber } from './headings'
import type { TextPart } from './paragraphs'

const CUT =
  /^(?:references(?: and notes)?|bibliography|literature(?: cited)?|works cited|acknowledge?ments?|acknowledgment of .*|author contributions?|contributions of the authors|credit authorship.*|funding(?: information)?|(?:declaration of )?(?:competing|conflicts? of) interests?.*|data availability.*|code availability.*|availability of .*|supplementary (?:material|information|data).*|ethics (?:statement|approval).*|additional information|orcid.*|literatur(?:verzeichnis)?|références|danksagung)$/i

const METHOD =
  /^(?:the |our )?(?:(?:proposed|general|overall|experimental|numerical|computational|online|star) )?(?:methods?|methodology|materials? (?:and|&) methods?|methods? (?:and|&) materials?|methods? overview|data and methods?|methods? and data|patients and methods?|approach|approach overview|model|model overview|model architecture|system|system overview|system design|system architecture|framework|framework overview|algorithms?|architecture|procedures?|pipeline|workflow|experimental (?:procedures?|setup and methods?|methods?)|proposed (?:method|approach|model|framework|system)|methoden?|material und methoden|méthodes?|métodos?)$/i

const AROUND =
  /^(?:abstract|summary|keywords|index terms|(?:\w+ )?introduction|motivation|background(?: and related work)?|related works?|(?:literature|previous|prior) (?:review|work|studies)|(?:experimental )?results(?: (?:and|&) (?:discussion|analysis))?|findings|evaluation|experiments?(?: (?:and|&) results)?|discussion(?: and conclusions?)?|limitations?(?: and future work)?|conclusions?(?: (?:and|&) (?:future work|outlook|discussion))?|concluding remarks|future work|outlook|broader impacts?|appendix.*|einleitung|ergebnisse|diskussion|fazit)$/i

/** Fewer letters are no text to draw a figure from. */
const LEAST_LETTERS = 200

export interface Chosen {
  parts: TextPart[]
  /** What was taken and left out, one sentence each. */
  notes: string[]
}

/** References, acknowledgements and the like, cut with everything below their headings. */
export function withoutBackMatter(parts: readonly TextPart[]): Chosen {
  const cut = sectionsWhere(parts, (title) => CUT.test(title))
  if (cut.length === 0) return { parts: [...parts], notes: [] }
  const gone = new Set(cut.flatMap(({ members }) => members))
  return {
    parts: parts.filter((part) => !gone.has(part)),
    notes: [`left out: ${cut.map(({ title }) => title).join(', ')}`],
  }
}

/**
 * The sections that tell how it is done; where no heading says so, everything but those around it: abstract,
 * introduction, related work, results, discussion, conclusion.
 */
export function methodOf(parts: readonly TextPart[]): Chosen {
  const around = sectionsWhere(parts, (title) => AROUND.test(title))
  const outside = new Set(around.flatMap(({ members }) => members))
  const methods = sectionsWhere(
    parts.filter((part) => !outside.has(part)),
    (title) => METHOD.test(title),
  ).filter(({ members }) => members.some(({ kind }) => kind === 'paragraph'))
  const chosen = methods.flatMap(({ members }) => members)
  if (letters(chosen) > 0) {
    const names = methods.map(({ title, page }) => `"${title}" (page ${page})`).join(', ')
    return { parts: chosen, notes: [`method section: ${names}`] }
  }
  const rest = parts.filter((part) => !outside.has(part))
  if (around.length === 0 || letters(rest) < LEAST_LETTERS)
    return { parts: [...parts], notes: ['no method section was found: the whole text is read'] }
  const names = around.map(({ title }) => title).join(', ')
  return {
    parts: rest,
    notes: [`no method section was found: the text is read without ${names}`],
  }
}

/** Title, authors and addresses before the first section of a paper. */
export function withoutFrontMatter(parts: readonly TextPart[]): TextPart[] {
  const start = parts.findIndex(
    ({ kind, text, page }) =>
      kind === 'heading' &&
      page <= 2 &&
      /^(?:abstract|summary|(?:\w+ )?introduction)$/i.test(withoutNumber(text)),
  )
  return start > 0 ? parts.slice(start) : [...parts]
}

interface Found {
  title: string
  page: number
  /** The heading and all below it, to the next heading of its level or a higher one. */
  members: TextPart[]
}

/** The outermost sections whose bare heading passes. */
function sectionsWhere(parts: readonly TextPart[], passes: (title: string) => boolean): Found[] {
  const found: Found[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part?.kind !== 'heading') continue
    const title = withoutNumber(part.text).replace(/[:.]$/, '')
    if (!passes(title)) continue
    const below = parts.slice(at + 1)
    const next = below.findIndex((one) => one.kind === 'heading' && one.level <= part.level)
    const members = [part, ...(next < 0 ? below : below.slice(0, next))]
    found.push({ title, page: part.page, members })
    at += members.length - 1
  }
  return found
}

function letters(parts: readonly TextPart[]): number {
  return parts
    .filter(({ kind }) => kind === 'paragraph')
    .reduce((sum, { text }) => sum + text.length, 0)
}
