import type { Span } from '../../../../forms/diagram'
import { capitalise, type Label, slice, uncapitalise } from '../labels'
import { core } from '../phrases'
import { find } from './find'
import type { Mention } from './mentions'
import { type Event, isKnown, isThing, mentionsOf, STORE } from './things'
import type { Unit } from './units'
import { type Entity, link, newEntity } from './world'

export interface Tool extends Label {
  link: string
  /** Where the preposition stands. */
  at: Span
}

const VAGUE = /^(remainder|rest|result|one|other|half|part|portion|output|these|those)$/

interface StepName {
  text: string
  spans: Span[]
  /** The tool is part of the name: "Select with puromycin". */
  withTool: boolean
}

/** A step without a doer becomes a node: "Align reads", its tool below. */
export function stepOf(event: Event, patient: Mention | undefined, tool: Tool | undefined): Entity {
  const { world } = event
  const named = event.name ?? patient
  const object = named && named.pronoun === '' ? named : undefined
  const thing = patient ? find(world, patient, false) : undefined
  const light = event.light && object !== undefined
  const name = nameOf(event, object, thing, tool)
  const step = newEntity(world, {
    label: capitalise(name.text.trim().split(' ').slice(0, MAX_WORDS).join(' ')),
    detail: name.withTool ? undefined : (tool ?? object?.detail),
    spans: [...(light ? [] : [event.span]), ...name.spans, ...(tool?.spans ?? [])],
    head: object?.head ?? thing?.head ?? '',
    stems: new Set([...(light ? [] : [event.lemma]), ...(object?.stems ?? thing?.stems ?? [])]),
    start: event.span.start,
    confidence: event.trust,
  })
  step.step = !light
  step.drawn = true
  step.acts = true
  step.verbs.add(event.lemma)
  step.before = world.current
  step.sentence = world.sentence
  world.steps.push(step.id)
  return step
}

const MAX_WORDS = 6

/** Verb and object; the tool where that tells more: of a second step on one thing, or of "the remainder". */
function nameOf(
  event: Event,
  object: Mention | undefined,
  thing: Entity | undefined,
  tool: Tool | undefined,
): StepName {
  const { lemma, sentence } = event
  const said = objectName(event, object, thing)
  if (event.light && object) return { ...said, withTool: false }
  const vague = said.text === '' || VAGUE.test(object?.head ?? '')
  const again = !object || thing?.drawn === true || (thing !== undefined && thing.at !== thing.id)
  if (tool && /^(with|on|in|at)$/.test(tool.link) && (vague || (tool.link === 'with' && again)))
    return { text: `${lemma} ${tool.link} ${tool.text}`, spans: [tool.at], withTool: true }
  if (tool && vague) return { text: tool.text, spans: [], withTool: true }
  const text = `${lemma} ${uncapitalise(said.text, true, sentence.names)}`
  return { text, spans: said.spans, withTool: false }
}

/** "valid ones" are valid records; a step spoken of as "it" lends its own object. */
function objectName(
  event: Event,
  object: Mention | undefined,
  thing: Entity | undefined,
): { text: string; spans: Span[] } {
  const { entities, recent } = event.world
  if (!object) {
    const text = thing?.step ? thing.label.replace(/^\S+(?: and \S+)? ?/, '') : thing?.label
    return { text: text ?? '', spans: thing?.spans.slice(0, 3) ?? [] }
  }
  // A letter alone is a name: "P and S arrivals".
  const plain =
    object.common && !/^\p{Lu}(?!\p{L})/u.test(object.label)
      ? object.label.charAt(0).toLowerCase() + object.label.slice(1)
      : object.label
  if (object.head !== 'one') return { text: plain, spans: object.spans }
  const isMeant = (id: number) => {
    const other = entities[id]
    return other?.plural === true && id !== thing?.id && !other.acts && !other.stores
  }
  const meant = entities[recent.findLast(isMeant) ?? -1]
  if (!meant) return { text: plain, spans: object.spans }
  const noun = meant.label.split(' ').at(-1) ?? ''
  return {
    text: plain.replace(/ ones?$/, ` ${noun}`),
    spans: [...object.spans, ...meant.spans.slice(0, 2)],
  }
}

const TOOLISH =
  /^(kit|software|package|microscope|algorithm|method|test|protocol|script|tool|threshold|loss|schedule|window|kernel|filter|regression|rate|size)$/

/** "metadata that is cached in Redis" is a thing of the figure, no mere tool. */
const followedByRelative = (event: Event, things: readonly Unit[]) => {
  const last = event.sentence.units.indexOf(things.at(-1) as Unit)
  return event.sentence.units[last + 1]?.kind === 'relative'
}

/** "with STAR", "using a light microscope": what a step is done with; it is taken out of the clause. */
export function takeTool(event: Event): Tool | undefined {
  for (const arg of event.clause.args) {
    if (!/^(with|using|via|by|through|on|in|at|under|by means of)$/.test(arg.link)) continue
    if (arg.early && arg.link !== 'using') continue
    const mentions = mentionsOf(event, arg.things).filter(isThing)
    const first = mentions[0]
    const phrase = arg.things[0]?.phrase
    if (!first || !phrase || first.pronoun !== '' || isKnown(event, first)) continue
    const place = /^(on|in|at|under|through)$/.test(arg.link)
    if (arg.link === 'in' && STORE.test(first.head)) continue
    if (place && first.plural) continue
    if (arg.link === 'with' && /^(an?|the)$/.test(first.article) && !TOOLISH.test(first.head))
      continue
    if (followedByRelative(event, arg.things)) continue
    event.clause.args.splice(event.clause.args.indexOf(arg), 1)
    const own = core(event.sentence.words, phrase, 4)
    const label = slice(event.sentence.masked, event.sentence.words, own.start, own.end)
    const before = event.sentence.words[phrase.start - 1]
    const at = { start: before?.start ?? event.span.start, end: before?.end ?? event.span.end }
    return label.text.length <= 36 ? { ...label, link: arg.link, at } : undefined
  }
  return undefined
}

/** "parsed and compared": one step, where the verbs share their object and the first has no tool of its own. */
function sameStep(event: Event, tool: Tool | undefined): Entity | undefined {
  const { world, clause, lemma } = event
  const last = world.entities[world.steps.at(-1) ?? -1]
  const first = event.patients[0]
  const thing = first && find(world, first, false)
  if (
    !clause.use.coordinated ||
    tool ||
    event.crew ||
    !last ||
    !thing ||
    thing.at !== last.id ||
    last.detail ||
    last.sentence !== world.sentence
  )
    return undefined
  const [verb = '', ...rest] = last.label.split(' ')
  if (
    rest[0] === 'and' ||
    rest[0] === 'with' ||
    rest.length === 0 ||
    !last.verbs.has(verb.toLowerCase())
  )
    return undefined
  const and = event.sentence.words.find(
    (word, at) => at < clause.use.at && at >= clause.use.at - 3 && word.lower === 'and',
  )
  if (!and) return undefined
  last.label = `${verb} and ${lemma} ${rest.join(' ').replace(/ of .*/, '')}`
  last.spans.push({ start: and.start, end: and.end }, event.span)
  last.stems.add(lemma)
  last.verbs.add(lemma)
  return last
}

/** The doers of an event, or a step in their place. */
export function actorsOf(event: Event): Entity[] {
  const { world } = event
  for (const doer of event.doers) {
    doer.verbs.add(event.lemma)
    if (doer.before < 0) doer.before = event.world.current
  }
  if (event.doers.length > 0) return event.doers
  const tool = takeTool(event)
  const same = world.without.has('merge-verbs') ? undefined : sameStep(event, tool)
  return [same ?? stepOf(event, event.patients[0], tool)]
}

/** "After quality assessment", "followed by normalisation": a step that is named by a noun. */
export function nominalStep(event: Event, mention: Mention): void {
  const { world } = event
  if (isKnown(event, mention)) return
  const step = stepOf({ ...event, light: true, doers: [], patients: [mention] }, mention, undefined)
  step.step = true
  for (const part of mention.stems) step.verbs.add(part)
  const last = world.entities[step.before]
  if (last) link(world, last, step, mention.spans.slice(0, 1), event.trust - 0.15, 'nominal')
  const thing = world.entities[world.lastResult]
  if (thing && thing.at === step.before) thing.at = step.id
  world.current = step.id
}
