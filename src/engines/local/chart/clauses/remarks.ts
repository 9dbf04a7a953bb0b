/** What an intent tells about the study and not about the chart: where the data come from, how they were won, why a wish is made. */
import { form, type Reader } from './reader'
import { DONE, SIGN } from './tags'
import { CHART_WORDS, isPlainNoun, RECKONING, REQUESTS, RESTRICTIONS } from './vocabulary'

/** A finite verb in the past, or the origin of data. */
const PAST =
  /\b(?:was|were|had|came|took|began|got|gave|grew|ran|did|(?:data|values|numbers|counts|samples|measurements) are from|(?:comes?|stems?|taken|originates?) from)\b/
const ACTIVE = /^\s*(?:[^\s,]+\s+){1,4}\p{L}{2,}ed\b(?!\s*(?:by|as|in|on|with|from|to)\b)/u
/** How data are won: a participle that begins a clause of its own. */
const WON =
  /^\s*(?:as |all |each |both )?(?:measured|collected|recorded|sampled|obtained|acquired|surveyed|conducted|treated|recruited)\b/
/** A reason or a purpose, which ends with its clause. */
const WHY =
  /(?:^|\s)(?:because|so that|so (?:readers|we|one|people|reviewers)|whose? (?:was|were)|which (?:was|were))\b/
const PIECE = /[.!?;](?=\s|$)|\n|[()]|,(?= (?:so|because|which|who|and|but|please) )|,(?=\s)/g
const N = /^\s*n ?(?:=|:) ?\d+(?: \p{L}+){0,4}\s*$/u

/** An author and a year. */
const CITED = /^\s*\p{Lu}[\p{L}-]+(?: (?:et al\.?|(?:and|&) \p{Lu}[\p{L}-]+))?,? (?:19|20)\d\d\s*$/u

/** Takes remarks, so that their numbers and names are no wishes; each is told. */
export function remarks(reader: Reader): void {
  // "For Fig. 3b": where the chart will stand.
  reader.take(
    form(
      '(?:(?:for|as|in|this is|it is) )*(?:our |the |my )?(?:supplementary |extended data )?(?:fig(?:ure)?\\.?|panel|slide) ?s?\\d{1,2}[a-z]?(?: of (?:the|our|my) \\p{L}+)?',
    ),
    () => undefined,
  )
  absent(reader)
  // "Anomalies relative to the 1991–2020 mean": the column holds what is reckoned already.
  reader.take(
    form(
      '(?:relative to|from|against|above) (?:the |a )?(?:\\d{4} ?[-–] ?\\d{4} )?(?:mean|average|baseline|normal)(?: (?:of|for|over) (?:the )?(?:years )?\\d{4} ?[-–] ?\\d{4})?',
    ),
    ({ index }) => {
      const before =
        reader.text
          .slice(0, index)
          .split(/[.;!?]/)
          .at(-1) ?? ''
      const sign = [...before.matchAll(new RegExp(SIGN.column, 'gu'))].at(-1)
      const [field] = sign ? reader.field(sign[0]) : []
      return field && /anom|diff|dev|change|delta/i.test(field.name) ? undefined : false
    },
  )
  const { text } = reader
  const pieces: { from: number; to: number; after: string }[] = []
  let from = 0
  for (const match of [...text.matchAll(PIECE), { index: text.length, 0: '.' }]) {
    pieces.push({ from, to: match.index, after: match[0] })
    from = match.index + match[0].length
  }
  const ends = /[.!?;\n()]/
  let start = 0
  pieces.forEach(({ after }, i) => {
    if (!ends.test(after)) return
    const sentence = pieces.slice(start, i + 1)
    start = i + 1
    const words = (piece: { from: number; to: number }) => text.slice(piece.from, piece.to)
    const bare =
      sentence.every((piece) => isBare(words(piece))) &&
      sentence.some((piece) => /\d/.test(words(piece)) && wordsOf(words(piece)).some(isPlainNoun))
    let within = bare
    for (const [place, { from, to }] of sentence.entries()) {
      const piece = text.slice(from, to)
      const why = WHY.exec(piece)
      const alone =
        sentence.length === 1 ||
        (place === 0 && /^,? (?:so|because|and|but) /.test(text.slice(to, to + 10)))
      within =
        isRemark(piece, alone) ||
        (within && (place > 0 || bare) && (isBare(piece) || isSequel(piece))) ||
        CITED.test(reader.tags.raw.slice(from, to))
      if (within) tell(reader, from, to)
      else if (why && !holds(piece.slice(why.index), 'quote')) tell(reader, from + why.index, to)
    }
  })
}

/** What is missing in the data stays so without being asked, in every chart: "participants with missing values just drop out". */
function absent(reader: Reader): void {
  reader.take(
    form(
      '(?:(?:\\p{L}+ )*(?:with )?(?:missing|empty|absent) (?:values?|cells?|data|entries|rows?|measurements?)|(?:[^\\s,.;:]+ ){1,4}(?:(?:was|were|is|are) (?:never|not) (?:[^\\s,.;:]+)|(?:is|are) (?:missing|empty)))(?: (?:and|just|are|is|should|can|simply|to|be|must|,))*(?: (?:drop(?:ped)? out|drop(?:ped)?|left out|left empty|leave out|excluded|omitted|ignored|skipped|stay empty|remain empty|be gaps?|gaps?))?(?:,? (?:and )?not (?:as )?(?:zeros?|0))?(?= ?[.,;]| ?$)',
    ),
    ([whole]) => (/missing|empty|absent|never|not/.test(whole) ? undefined : false),
  )
}

const wordsOf = (piece: string) => piece.match(/[\p{L}][\p{L}\d'-]*/gu) ?? []
const holds = (piece: string, ...kinds: (keyof typeof SIGN)[]) =>
  kinds.some((kind) => new RegExp(SIGN[kind], 'u').test(piece))

/** `whole`: the piece is a sentence or stands in brackets. */
function isRemark(piece: string, whole: boolean): boolean {
  if (N.test(piece)) return true
  const words = wordsOf(piece)
  const wishes = words.some(
    (word) => REQUESTS.has(word) || (CHART_WORDS.has(word) && !RECKONING.has(word)),
  )
  if (words.length === 0 || wishes || holds(piece, 'quote', 'colour')) return false
  if (PAST.test(piece) && /\b(?:beforehand|previously|in advance|before|earlier)\s*$/.test(piece))
    return true
  const restricts = words.filter((word) => RESTRICTIONS.has(word))
  const named = holds(piece, 'column', 'value')
  if (restricts.length > 0 && (named || restricts.some((word) => !/^(?:not|no|never)$/.test(word))))
    return false
  return PAST.test(piece) || WON.test(piece) || (whole && ACTIVE.test(piece))
}

/** Without any word of a chart, of the data, of reckoning or of a limit. */
const isBare = (piece: string) =>
  !holds(piece, 'column', 'value', 'quote', 'colour') &&
  !/[<>≤≥]|\b(?:from|between|since|until|above|below|over|under|after|before|first|last|than|more|fewer|less|in|years?)\b|(?:19|20)\d\d/.test(
    piece,
  ) &&
  !wordsOf(piece).some(
    (word) =>
      REQUESTS.has(word) || CHART_WORDS.has(word) || RECKONING.has(word) || RESTRICTIONS.has(word),
  )

/** What follows from a remark: "so the error is about 0.1 km". */
const isSequel = (piece: string) =>
  /^\s*(?:so|and|which|who|because) /.test(piece) &&
  !holds(piece, 'column', 'value', 'quote', 'colour') &&
  !wordsOf(piece).some((word) => REQUESTS.has(word) || RESTRICTIONS.has(word))

function tell(reader: Reader, from: number, to: number): void {
  for (const [sign] of reader.text.slice(from, to).matchAll(new RegExp(SIGN.column, 'gu')))
    for (const { name } of reader.field(sign)) reader.asked.remarked.add(name)
  if (wordsOf(reader.text.slice(from, to)).length > 0)
    reader.asked.unmet.push(`Read as a remark, not as a wish: ${reader.said(from, to)}.`)
  reader.tags.text = `${reader.text.slice(0, from)}${DONE.repeat(to - from)}${reader.text.slice(to)}`
}
