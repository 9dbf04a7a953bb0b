/** What a chart shows in one sentence, and what of the intent it does not use. */
import type { ChartSpec } from '../../../forms/chart'
import type { UnusedPart } from '../../../forms/engines'
import { type Drawn, lower } from './draw'
import { SIGN } from './mentions'
import type { Reading } from './read-intent'

// biome-ignore format: a list
const ASKING_NOTHING =
  "a an the this that these those it its it's is are was were be as of in on at to for from with and or by per into each every all both any some their our my your his her we us i i'd me let's you u they one please pls kindly thanks thank hi hey hello could can would should shall will want wants like need needs make makes draw draws drawn plot plots chart charts graph graphs diagram figure figures show shows showing shown display give gives let see visualise visualize present produce create generate use using used against versus vs over across between among which what how where when who did do does has have had there here so than then distribution distributions compare compares comparing according also just simply data dataset table column columns row rows value values variable variables axis axes x y w label labels labelled titled title called named plotted different respective vertical vertically upright s t der die das und mit von für als im dem den des le la les de du et un une en ein eine"

/** Words that ask for nothing by themselves. */
const FILLERS: ReadonlySet<string> = new Set(ASKING_NOTHING.split(' '))

export function sentenceOf({ cast, measure, says, asked, isLying }: Drawn): string {
  const { noun } = cast.kind
  const isTold = isLying && asked.manners.has('horizontal')
  const kind = isTold ? `Horizontal ${noun.toLowerCase()}` : noun
  const [first = '', ...more] = [...new Set(says)].filter((each) => each !== '')
  const goesOn = /^(?:by|over|against|in|of|for|at|one|coloured|grouped|stacked) /.test(first)
  const made = cast.y[0]?.name === 'y' && cast.kind.family === 'xy' ? 'y' : ''
  const what = `${lower(measure) || made} ${goesOn ? first : ''}`.trim()
  const parts = [what === '' ? kind : `${kind}: ${what}`, goesOn ? '' : first, ...more]
  return `${parts.filter((each) => each !== '').join('; ')}.`
}

/** The parts of the intent that were not used, as they stand in it. */
export function unusedIn(
  reading: Reading,
  { cast, asked, denied }: Drawn,
  chart: ChartSpec,
): UnusedPart[] {
  const spec = JSON.stringify(chart)
  const { table, kind: _, ...channels } = cast
  const shown = new Set<unknown>([...Object.values(channels).flat(), asked.sort?.by])
  for (const field of table.fields)
    if (spec.includes(`Error":{"field":${JSON.stringify(field.name)}`)) shown.add(field)
  const unused = reading.uses.flatMap(({ rule: { id, shown: proof }, columns, texts, ...at }) => {
    const isDrawn = proof ? proof.test(spec) : columns.every((field) => shown.has(field))
    const isWritten = texts.every((text) => spec.includes(JSON.stringify(text)))
    if (isDrawn && isWritten && !denied.has(id)) return []
    return [at]
  })
  return [...unused, ...leftIn(reading, shown)].map(({ start, end }) => ({
    start,
    end,
    words: reading.intent.slice(start, end),
  }))
}

/** One sentence for each part, quoted. */
export function unusedSentences(parts: readonly UnusedPart[]): string[] {
  const plain = parts.map(({ words }) => words.replaceAll('"', '').replace(/\s+/g, ' ').trim())
  return [...new Set(plain)].map((words) => `Not used: "${words}".`)
}

const TOKEN =
  /[\ue300-\ue3ff]+|[\ue000-\ue2ff]+|[\p{L}\p{N}%°²³µ$€_](?:[\p{L}\p{N}%°²³µ$€_'’/-]|[.,](?=\p{N}))*|\S/gu

/** Runs of words that no rule took, but for those that ask for nothing. */
function leftIn(
  { left, masked: { columns, values } }: Reading,
  shown: ReadonlySet<unknown>,
): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let [start, end, gap] = [-1, -1, 0]
  const close = () => {
    if (start >= 0) parts.push({ start, end })
    start = -1
  }
  for (const { 0: token, index } of left.matchAll(TOKEN)) {
    const code = token.charCodeAt(0)
    const isSign = code >= SIGN.column && code < SIGN.taken
    const fields =
      code >= SIGN.value ? [values[code - SIGN.value]?.field] : (columns[code - SIGN.column] ?? [])
    const isUsed =
      (code >= SIGN.taken && code < 0xf000) || (isSign && fields.some((each) => shown.has(each)))
    if (isUsed || /^[;:.!?,\n]$/.test(token)) close()
    else if (!/^[\p{L}\p{N}%$€\ue000-\ue2ff]/u.test(token)) continue
    else if (FILLERS.has(token.toLowerCase().replace(/(?<=..)['’]s$/, ''))) {
      if (++gap > 3) close()
    } else {
      if (start < 0) start = index
      end = index + token.length
      gap = 0
    }
  }
  close()
  return parts
}
