import type { Span } from '../../../../forms/diagram'
import { verbOf } from '../verbs'
import type { Clause } from './clauses'
import { find } from './find'
import { type Mention, membersOf, mentionOf, type Sentence, stemOf } from './mentions'
import type { Unit } from './units'
import type { VerbClass } from './verb-classes'
import type { Entity, World } from './world'

/** One clause with its things read: what the rules of a verb class work on. */
export interface Event {
  world: World
  sentence: Sentence
  clause: Clause
  lemma: string
  kind: VerbClass
  /** Evidence: the verb's own place. */
  span: Span
  doers: Entity[]
  patients: Mention[]
  /** Who speaks ("we", an order): nobody does it in the figure. */
  anonymous: boolean
  /** How sure the clause was read. */
  trust: number
  /** "X was performed": the object names the step. */
  light: boolean
  /** The noun that names the step: "underwent molecular dynamics". */
  name?: Mention
  /** Done by people whom the text only counts. */
  crew: boolean
  /** Opens a phase of its own: "At inference time, ...". */
  fresh: boolean
}

export const PERSON = /^(we|i|you|authors?|they)$/
const UNIT =
  /^(hour|h|min|minute|s|second|ms|day|week|month|year|percent|pixel|hz|khz|gb|mb|mm|cm|nm|°c|epoch|time|basis)s?$/
/** What a step is measured, timed or limited by is no thing of its own. */
const NO_THING =
  /^(step|steps|time|times|hour|hours|h|min|minutes?|s|seconds?|ms|day|days|week|weeks|month|months|year|years|round|rounds|epoch|epochs|iteration|iterations|cycle|cycles|rate|degree|interval|intervals|factor|way|order|manner|mode|case|cases|purpose|end|addition|contrast|turn|fold|percent|parallel|convergence|practice|detail|scale|level|basis|terms?|process|procedure|approach|method|paper|work|study|section|figure|table|stage|stages|phase|phases|part|parts|number|pixels?|hz|khz|gb|mb|mm|cm|nm|degrees?|°c|k|x|dimension|dimensions|size|one|ones|example|instance|role|result|setting|use|context|what|whatever)$/
const DEVICE =
  /(net|gpt|bert|former|vae|gan|cnn|rnn|lstm|mlp|llm|diode|laser|sensor|broker|filter|interferometer|spectrometer|sequencer|analyser|analyzer)$|^(model|network|module|layer|head|agent|system|engine|unit|server|service|client|worker|block|branch|tower|backbone|component|function|transform|algorithm|heuristic|policy|index|database|queue|cache|platform|broker|gateway|api|job|thread|kernel|robot|human|people|expert|technician|pathologist|radiologist|clinician|annotator|reviewer|participant|team|critic|judge|tree|forest|machine|machines|device|program|script|tool|node|controller|stage|u-net)s?$/

/** True for a thing that does things: an encoder, a network, the server, two annotators. */
export const isDevice = (mention: Mention) =>
  (DEVICE.test(mention.head) || isAgentNoun(mention.head)) && !NO_THING.test(mention.head)

/** `encoder`, `scheduler`, `re-ranker`: made of a verb; `water` and `paper` are not. */
export const isAgentNoun = (head: string) => {
  const root = /^(.{2,})(?:er|or)$/.exec(head)?.[1]
  if (root === undefined) return false
  const single = root.replace(/(.)\1$/, '$1')
  return [root, `${root}e`, single].some((form) => verbOf(form)?.forms.has('base'))
}

const PEOPLE =
  /^(radiologist|pathologist|researcher|author|annotator|rater|reviewer|expert|coder|reader|clinician|physician|observer|assistant|investigator|scientist|technician|nurse|student|volunteer)$/
/** "two radiologists": who did it is no part of the figure; the step is. */
export const isCrew = (mention: Mention) => mention.counted && PEOPLE.test(mention.head)

export function isThing(mention: Mention): boolean {
  if (mention.pronoun !== '') return !PERSON.test(mention.pronoun)
  return (
    mention.head !== '' &&
    !mention.amount &&
    !(
      NO_THING.test(mention.head) &&
      !/\p{Lu}{2}$/u.test(mention.label) &&
      (mention.stems.length === 1 || UNIT.test(mention.head))
    ) &&
    !/^[\d.,%\s]+$/.test(mention.label) &&
    /\p{L}{2}|\p{L}\d|\p{Lu}/u.test(mention.label)
  )
}

/** "training and test sets" are training sets and test sets. */
function withSharedHead(
  event: Pick<Event, 'sentence' | 'world'>,
  units: readonly Unit[],
): (Mention | undefined)[] {
  const { words } = event.sentence
  const last = units.at(-1)
  const head = last?.phrase && words[last.phrase.head]
  if (units.length < 2 || !last?.phrase || !head || event.world.without.has('shared-heads'))
    return []
  if (!/[^s]s$/.test(head.lower) || last.phrase.end - last.phrase.start < 2) return []
  return units.slice(0, -1).map((unit) => {
    const word = unit.phrase && words[unit.phrase.head]
    if (
      !word ||
      unit.phrase?.start !== unit.phrase?.head ||
      /s$/.test(word.lower) ||
      /\p{Lu}/u.test(word.text)
    )
      return undefined
    const mention = mentionOf(event.sentence, unit, false)
    return {
      ...mention,
      label: `${mention.label} ${head.lower}`,
      spans: [...mention.spans, { start: head.start, end: head.end }],
      stems: [...mention.stems, stemOf(head.lower)],
      head: stemOf(head.lower),
      plural: true,
    }
  })
}

/** "this context", "these results": what was spoken of last. */
const REFERRING = /^(context|information|result|output|data|one|value|representation|content)$/

export function mentionsOf(
  event: Pick<Event, 'sentence' | 'world'>,
  units: readonly Unit[],
): Mention[] {
  const heads = withSharedHead(event, units)
  return units.flatMap((unit, index) => {
    const members = event.world.without.has('members') ? [] : membersOf(event.sentence, unit)
    if (members.length > 1) return members
    const mention =
      heads[index] ?? mentionOf(event.sentence, unit, !event.world.without.has('apposition'))
    const vague = /^(this|these|that|those)$/.test(mention.article) && REFERRING.test(mention.head)
    return vague ? { ...mention, pronoun: mention.plural ? 'they' : 'it', label: '' } : mention
  })
}

export function argsOf(event: Event, links: RegExp, early?: boolean): Mention[] {
  return event.clause.args
    .filter((arg) => links.test(arg.link) && (early === undefined || arg.early === early))
    .flatMap((arg) => mentionsOf(event, arg.things))
    .filter(isThing)
}

/** "3 layers", "< 5 %": a number, no thing. */
export const isParameter = (mention: Mention) => /^[\d<>=~±]/.test(mention.label)

export const numbers = (mentions: readonly Mention[]) =>
  mentions.filter((mention) => !isParameter(mention))
export const others = (all: readonly Mention[], some: readonly Mention[]) =>
  all.filter((mention) => !some.some((other) => other.start === mention.start))

/** Spoken of before. */
export const isKnown = (event: Event, mention: Mention) =>
  find(event.world, mention, false) !== undefined

/** "docked into the structure", "mapped to the genome": what is known already is used, not made. */
export const isGiven = (mention: Mention) =>
  mention.article === 'the' || mention.article === 'their' || mention.article === 'its'

/** Places where things are kept. */
export const STORE =
  /^(store|database|index|registry|memory|cache|log|bucket|repository|warehouse|lake|queue|archive|catalogue|catalog|table|disk|buffer)$/
