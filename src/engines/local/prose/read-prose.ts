import type { Diagram, DiagramGroup, DiagramItem, DiagramNode, Span } from '../../../forms/diagram'
import { withinLimits } from '../../../forms/figure-limits'
import { orderEdges } from '../../words/diagram-parts'
import { languageOf } from '../../words/language'
import { followsBy } from '../../words/order-words'
import { sentencesOf } from '../../words/sentences'
import { capitalised } from '../../words/symbols'
import { type Block, blocksOf } from './blocks'
import { withFormulas } from './formulas'
import { mask, withoutBold } from './mask'
import { piecesOf } from './pieces'
import { listInSentence, markedLists, type SentenceList } from './sentence-lists'

/** What becomes one stage: a sentence, or one entry of a list. */
interface Unit {
  /** Its sentences, in the order of the text. */
  sentences: Span[]
  /** As its author numbers and names it. */
  number?: string
  name?: Span
  /** Index of its block. */
  block: number
  /** The list it is an entry of. */
  list?: { announcement?: Span; ordered: boolean }
}

/** More panels than this cannot be read in one figure; neighbours are put together, what is left is left out. */
const MAX_STAGES = 24
/** More sentences than this are put together by neighbours. */
const MANY = 16
/** Sentences of one panel where a text has many. */
const MOST_TOGETHER = 4

/**
 * Reads running text into numbered stages: each sentence and each entry of a list is one, in the order of the text,
 * named by its beginning, what stands behind its pauses below. It claims no relation but the order of a list that
 * its author numbers. Headings are groups.
 */
export function readProse(source: string): Diagram {
  const marked = mask(source)
  const masked = withoutBold(marked)
  const language = languageOf(masked)
  const blocks = blocksOf(marked)
  const found = unitsOf(masked, blocks, language)
  const ofMethod = found.filter(({ sentences: [first], list }) => list || !isOfPaper(masked, first))
  const units = ofMethod.length > 0 ? ofMethod : found
  const kept = units.length > 0 ? units : headingUnits(masked, blocks)
  const together = gathered(kept)
  const shown = together.slice(0, MAX_STAGES)
  const text: Text = {
    ...{ source, masked },
    language,
    numbered: shown.every(({ number }) => number !== undefined),
    brief: together.length < kept.length,
  }
  const { groups, groupOf, title } = groupsOf(text, blocks, shown)
  const nodes = shown.map((unit, index) => stageOf(text, unit, index + 1, groupOf(unit)))
  const order = orderOf(text, blocks, shown)
  const diagram: Diagram = {
    shape: 'stages',
    ...(title ? { title: capitalised(words(text, title)) } : {}),
    nodes: nodes.length > 0 ? nodes : [NO_TEXT],
    edges: orderEdges(nodes).flatMap((edge, at) => {
      const [from, to] = [nodes[at]?.group, nodes[at + 1]?.group]
      const frames = order.after[at + 1] === 'group' && from && to
      return order.after[at + 1] ? [frames ? { ...edge, fromGroup: from, toGroup: to } : edge] : []
    }),
    groups,
    source: groups.length > 1 || units.length === 0 ? 'headings' : 'prose',
    language,
    warnings: [
      ...orderWarning(shown, order),
      ...lengthWarnings(text, together, shown),
      ...paperWarning(found.length - units.length),
    ],
  }
  return withinLimits(diagram)
}

const PART = String.raw`(?:(?:fig(?:ur[ae])?|abb(?:ildung)?|tab(?:le|elle|leau|la|ela)?|scheme|schema|algorithm|section|abschnitt)s?\.?\s*|[图圖図表]\s*)S?\d+`
/** Of a numbered figure, table or section tells a sentence that has it for its subject, or says what is shown in it. */
const OF_PAPER = new RegExp(
  String.raw`^(?:supplementary\s+|extended data\s+)?${PART}(?!\S*\s*[,)])|^[^,;:]{1,80}\s(?:is|are|ist|sind|wird|werden)\s(?:\S+\s)?in ${PART}[a-z]?(?:\s\S+)?[.\s]*$`,
  'iu',
)
const isOfPaper = (text: string, sentence?: Span) =>
  sentence !== undefined && OF_PAPER.test(text.slice(sentence.start, sentence.end))

/** For a text that is all markup. */
const NO_TEXT: DiagramNode = {
  ...{ id: 's1', label: 'No text', kind: 'stage', step: 1, items: [] },
  ...{ spans: [], confidence: 0 },
}

/** Every sentence and every entry of a list of a text, in its order. */
function unitsOf(text: string, blocks: readonly Block[], language: string): Unit[] {
  let list: Unit['list']
  return blocks.flatMap((part, block): Unit[] => {
    if (part.kind === 'heading') return []
    if (part.kind === 'text') return paragraphUnits(text, part, language, block)
    const ordered = part.number !== undefined
    // Entries of one list share it.
    if (!list || blocks[block - 1]?.kind !== 'item' || list.ordered !== ordered) list = { ordered }
    const sentences = sentencesOf(text, part, language)
    return sentences.length === 0
      ? []
      : [{ sentences, block, list, ...(ordered && { number: part.number }) }]
  })
}

function paragraphUnits(text: string, part: Span, language: string, block: number): Unit[] {
  const units: Unit[] = []
  let { start } = part
  const sentencesTo = (end: number) => {
    for (const sentence of sentencesOf(text, { start, end }, language)) {
      const list = listInSentence(text, sentence)
      if (list) units.push(...entriesOf(text, list, language, block))
      else if (/[\p{L}\p{N}]/u.test(text.slice(sentence.start, sentence.end)))
        units.push({ sentences: [sentence], block })
    }
  }
  for (const found of markedLists(text, part, language)) {
    // Only the last sentence before a list announces it.
    const led = found.announcement ? sentencesOf(text, found.announcement, language) : []
    const announcement = led.at(-1)
    if (announcement && led.length > 1) sentencesTo(announcement.start)
    const { announcement: _, ...list } = found
    units.push(
      ...entriesOf(text, { ...list, ...(announcement && { announcement }) }, language, block),
    )
    start = found.end
  }
  sentencesTo(part.end)
  return units
}

function entriesOf(
  text: string,
  { announcement, entries, ordered }: SentenceList,
  language: string,
  block: number,
): Unit[] {
  const list = { ordered, ...(announcement && { announcement }) }
  return entries.map(({ start, end, number, name }) => ({
    sentences: sentencesOf(text, { start, end }, language),
    ...{ block, list },
    ...(number !== undefined && { number }),
    ...(name !== undefined && { name }),
  }))
}

/** A text of headings alone names its stages by them; a single first-level heading above others is its title. */
function headingUnits(masked: string, blocks: readonly Block[]): Unit[] {
  const isFirstLevel = ({ start }: Block) =>
    /^\s*#\s/.test(masked.slice(masked.lastIndexOf('\n', start) + 1, start))
  const [first] = blocks.filter(isFirstLevel)
  const isTitle =
    blocks.length > 2 && first === blocks[0] && blocks.filter(isFirstLevel).length === 1
  const list = { ordered: true }
  return blocks
    .slice(isTitle ? 1 : 0)
    .map((span) => ({ name: span, sentences: [], block: 0, list }))
}

interface Text {
  source: string
  masked: string
  language: string
  /** All stages bear numbers of their author: these are shown, else they are counted through. */
  numbered: boolean
  /** Several sentences share a panel, each told by its beginning. */
  brief: boolean
}

const piecesIn = ({ masked, language }: Text, span: Span) => piecesOf(masked, span, language)

/** Few enough panels: where there are many sentences, neighbours in one paragraph share one. */
function gathered(units: readonly Unit[]): Unit[] {
  if (units.length <= MANY) return [...units]
  const most = Math.min(MOST_TOGETHER, Math.ceil(units.length / MANY))
  const found: Unit[] = []
  let count = 0
  for (const unit of units) {
    const last = found.at(-1)
    if (last && !unit.list && !last.list && last.block === unit.block && count < most) {
      found[found.length - 1] = { ...last, sentences: [...last.sentences, ...unit.sentences] }
      count++
    } else {
      found.push(unit)
      count = 1
    }
  }
  return found
}

function stageOf(text: Text, unit: Unit, step: number, group: string | undefined): DiagramNode {
  const [first, ...further] = unit.sentences
  const pieces = first && piecesIn(text, first)
  const label = unit.name ?? pieces?.label
  const detail = unit.name ? undefined : pieces?.detail
  const below = unit.name && first ? [first] : (pieces?.items ?? [])
  const more = further.map((sentence) => (text.brief ? piecesIn(text, sentence).label : sentence))
  const isNumbered = unit.number !== undefined && text.numbered && unit.number !== `${step}`
  return {
    id: `s${step}`,
    label: label ? capitalised(words(text, label)) : '',
    ...(detail && { detail: words(text, detail) }),
    kind: 'stage',
    ...(group !== undefined && { group }),
    step,
    ...(isNumbered && { number: unit.number }),
    items: [...(text.brief ? [] : below), ...more].map((span) => item(text, span)),
    spans: [label, detail].filter((span) => span !== undefined),
    confidence: READ,
  }
}

/** Words that stand so in the text, cut by rules. */
const READ = 0.9

const item = (text: Text, span: Span): DiagramItem => ({
  label: words(text, span),
  spans: [span],
  confidence: READ,
})

const words = ({ source, masked }: Text, span: Span) =>
  withFormulas(source, masked, span)
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:])(?!\d)/g, '$1')
    .replace(/[\s,;:.。．，；：、]+$/u, '')
    .trim()

interface Groups {
  groups: DiagramGroup[]
  groupOf: (unit: Unit) => string | undefined
  /** What stands over all stages. */
  title: Span | undefined
}

/** Headings and announcements of lists that have stages below; the only one, over all of them, is their title. */
function groupsOf(text: Text, blocks: readonly Block[], units: readonly Unit[]): Groups {
  const headingOf = (unit: Unit): Span | undefined =>
    unit.list?.announcement ??
    blocks.findLast((block, index) => block.kind === 'heading' && index < unit.block)
  const owners = new Map<Span | undefined, Unit[]>()
  for (const unit of units) {
    const owner = headingOf(unit)
    owners.set(owner, [...(owners.get(owner) ?? []), unit])
  }
  const named = [...owners.keys()].filter((span) => span !== undefined)
  const only = owners.size === 1 ? named[0] : undefined
  if (only) return { groups: [], groupOf: () => undefined, title: only }
  const ids = new Map(named.map((span, index) => [span, `g${index + 1}`]))
  return {
    groups: named.map((span, index) => ({
      id: `g${index + 1}`,
      label: headingWords(text, span),
      spans: [span],
      confidence: READ,
    })),
    groupOf: (unit) => {
      const owner = headingOf(unit)
      return owner && ids.get(owner)
    },
    title: undefined,
  }
}

/** Headings as they are; of an announcing sentence what names it. */
function headingWords(text: Text, span: Span): string {
  const whole = words(text, span)
  return whole.length <= LONGEST_HEADING
    ? whole
    : capitalised(words(text, piecesIn(text, span).label))
}
const LONGEST_HEADING = 70

interface Order {
  /** Whether each stage comes after the one before it, or its group after the group before it, as their author says. */
  after: ('stage' | 'group' | undefined)[]
  /** The words that say so in running text. */
  said: Set<string>
}

/**
 * What follows the stage before it: an entry of a list that its author numbers, what opens the next of numbered steps
 * ("Step 2: ..."), and a sentence that says so ("then"). An entry of a list without numbers has nothing behind it.
 */
function orderOf(
  { masked, language }: Text,
  blocks: readonly Block[],
  units: readonly Unit[],
): Order {
  const said = new Set<string>()
  const stepOf = (unit: Unit) =>
    Number(blocks.findLast(({ kind }, at) => kind === 'heading' && at < unit.block)?.number)
  const after = units.map((unit, at): Order['after'][number] => {
    const before = units[at - 1]
    if (!before) return undefined
    if (unit.list && unit.list === before.list) return unit.list.ordered ? 'stage' : undefined
    if (stepOf(unit) === stepOf(before) + 1) return 'group'
    const [first] = unit.sentences
    if (unit.list || before.list?.ordered === false || !first) return undefined
    const word = followsBy(masked.slice(first.start, first.end), language)
    if (word) said.add(word)
    return word ? 'stage' : undefined
  })
  return { after, said }
}

const paperWarning = (count: number) =>
  count > 0
    ? [
        `Sentences that tell of a figure, table or section of the paper are no steps: ${count} left out.`,
      ]
    : []

function orderWarning(units: readonly Unit[], { after, said }: Order): string[] {
  if (units.length < 2 || units.every((_, at) => at === 0 || after[at])) return []
  const by = [...said].map((word) => `"${word}"`).join(', ')
  const arrows = by ? ` Arrows lead only to the sentences that say ${by}.` : ''
  return [
    `Read as numbered steps in the order of the text; how they depend on each other is not shown.${arrows}`,
  ]
}

function lengthWarnings({ brief }: Text, all: readonly Unit[], shown: readonly Unit[]): string[] {
  const left = all.slice(shown.length).flatMap(({ sentences }) => sentences).length
  return [
    ...(brief
      ? ['The text is long: sentences share panels and are told by their beginnings.']
      : []),
    ...(left > 0
      ? [
          `${left} further sentences were left out; a figure of prose holds at most ${MAX_STAGES} panels.`,
        ]
      : []),
  ]
}
