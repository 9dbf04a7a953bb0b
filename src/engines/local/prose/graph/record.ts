import type { Word } from '../words'
import type { Clause } from './clauses'
import { perform } from './events'
import { find } from './find'
import type { Mention, Sentence } from './mentions'
import { stepOf } from './steps'
import { type Event, isThing, mentionsOf } from './things'
import { classOf } from './verb-classes'
import { introduce, type Slot, type World } from './world'

interface Open {
  role: string
  mention: Mention
  /** Known before the clause, by its id. */
  known: number
}

/** Lets a clause draw, and keeps what it says of every thing in it. */
export function record(world: World, sentence: Sentence, clause: Clause): void {
  const open = spokenIn(world, sentence, clause)
  const [steps, count] = [world.steps.length, world.entities.length]
  const event = perform(world, sentence, clause)
  const made = world.steps.slice(steps)
  const slots = open.map((one) => slotOf(world, one))
  const doers = event ? event.doers.map(({ id }) => id) : []
  const actors = [...doers, ...made]
  if (actors.length === 0) {
    const last = world.steps.at(-1)
    const same = last !== undefined && world.entities[last]?.verbs.has(clause.use.lemma)
    if (same && clause.use.coordinated) actors.push(last)
    else if (!slots.some(({ role }) => role === 'doer'))
      actors.push(silentStep({ world, sentence }, clause, open))
  }
  const verb = sentence.words[clause.use.at]
  world.frames.push({
    traits: new Map([...world.traits, ...verbTraits(sentence, clause)]),
    sentence: world.sentences,
    span: { start: verb?.start ?? 0, end: verb?.end ?? 1 },
    lemma: clause.use.lemma,
    kind: classOf(clause.use.lemma),
    use: clause.use.role,
    opener: clause.opener,
    flags: [
      ...clauseFlags(clause),
      ...(event ? [] : ['dropped']),
      ...(doers.length > 0 ? ['done by'] : []),
      ...(world.entities.length > count ? ['new'] : []),
    ],
    slots,
    actors,
  })
}

/** Everything that a clause speaks of, by the part it plays; what follows `of` last. */
function spokenIn(world: World, sentence: Sentence, clause: Clause): Open[] {
  const base = { world, sentence }
  const passive = clause.use.role === 'passive' || clause.use.role === 'reduced'
  const open = (role: string, mention: Mention): Open[] =>
    isThing(mention)
      ? [{ role, mention, known: find(world, mention, role === 'doer')?.id ?? -1 }]
      : []
  const all = (role: string, things: Clause['subject']) =>
    mentionsOf(base, things).flatMap((mention) => open(role, mention))
  const wholes = (things: Clause['subject']) =>
    mentionsOf(base, things).flatMap(({ of }) => (of ? open('of', of) : []))
  return [
    ...all(passive ? 'patient' : 'doer', clause.subject),
    ...all('patient', clause.object),
    ...clause.args.flatMap((arg) => all(`${arg.early ? 'early ' : ''}${arg.link}`, arg.things)),
    ...clause.args.flatMap((arg) => wholes(arg.things)),
    ...wholes([...clause.subject, ...clause.object]),
  ]
}

function slotOf(world: World, { role, mention, known }: Open): Slot {
  return {
    role,
    id: known >= 0 ? known : (find(world, mention, false)?.id ?? shadow(world, mention)),
    article: mention.article,
    pronoun: mention.pronoun !== '',
    fresh: known < 0,
    named: mention.named,
    counted: mention.counted,
    participle: mention.participles.length > 0,
  }
}

function clauseFlags({ use, negated, aside }: Clause): string[] {
  const flags = {
    negated,
    aside,
    coordinated: use.coordinated,
    modal: use.modal,
    unknown: use.unknown,
    subordinate: use.subordinate,
  }
  return Object.entries(flags).flatMap(([name, set]) => (set ? [name] : []))
}

function verbTraits({ words }: Sentence, { use, subject }: Clause): Map<string, number> {
  const word = words[use.at]
  const traits = {
    'verb tagged': word?.tagged === 'VERB',
    'verb nouny': word?.verb?.nouny === true,
    'verb action': word?.verb?.strength === 'action',
    'verb weak': word?.verb?.strength === 'weak',
    'verb past': use.form === 'past',
    'verb ing': use.form === 'ing',
    'verb after noun': words[use.at - 1]?.tag === 'noun',
    'verb we': subject.length === 1 && /^(we|i)$/.test(subject[0]?.text ?? ''),
  }
  return new Map(Object.entries(traits).flatMap(([name, set]) => (set ? [[name, 1]] : [])))
}

function shadow(world: World, mention: Mention): number {
  const known = world.entities.find(
    (entity) =>
      entity.shadow &&
      !entity.step &&
      entity.stems.size > 0 &&
      entity.stems.size === new Set(mention.stems).size &&
      mention.stems.every((stem) => entity.stems.has(stem)),
  )
  if (known) {
    if (known.spans.length < 8) known.spans.push(...mention.spans)
    return known.id
  }
  if (mention.pronoun !== '') return -1
  const entity = introduce(world, mention)
  entity.shadow = true
  world.recent = world.recent.filter((id) => id !== entity.id)
  return entity.id
}

/** A step that no rule drew: what is done all the same. */
function silentStep(
  base: Pick<Event, 'world' | 'sentence'>,
  clause: Clause,
  open: readonly Open[],
): number {
  const { world, sentence } = base
  const verb = sentence.words[clause.use.at]
  const patient = open.find(({ role }) => role === 'patient')?.mention ?? open[0]?.mention
  const step = stepOf(
    {
      ...base,
      clause,
      lemma: clause.use.lemma,
      kind: classOf(clause.use.lemma),
      span: { start: verb?.start ?? 0, end: verb?.end ?? 1 },
      doers: [],
      patients: [],
      anonymous: true,
      trust: 0.4,
      light: /^(perform|conduct|carry|do|undergo)$/.test(clause.use.lemma),
      crew: false,
      fresh: false,
    },
    patient,
    undefined,
  )
  step.drawn = false
  step.shadow = true
  step.step = true
  world.steps.pop()
  return step.id
}

/** What kind of sentence it is, as far as its words show. */
export function traitsOf(text: string, words: readonly Word[]): Map<string, number> {
  const traits = new Map<string, number>()
  const put = (name: string, value: number) => {
    if (value !== 0) traits.set(name, value)
  }
  const count = (test: (word: Word) => boolean) => words.filter(test).length
  const first = words[0]
  put('said:words', words.length)
  put(
    'said:numbers',
    count(({ tag, text }) => tag === 'num' && /\d/.test(text)),
  )
  put('said:percent', Number(/%|percent|per cent|\bp\s?[<=]/i.test(text)))
  put(
    'said:modal',
    count(({ tag }) => tag === 'modal'),
  )
  put(
    'said:past',
    count(({ lower }) => /^(was|were|had)$/.test(lower)),
  )
  put(
    'said:present',
    count(({ lower }) => /^(is|are|has|have)$/.test(lower)),
  )
  put('said:we', Number(/\b(we|our|us)\b/i.test(text)))
  put(
    'said:not',
    count(({ lower }) => /^(no|not|never|none|without|nor|cannot)$/.test(lower)),
  )
  put(`said first:${first?.tag ?? ''}`, 1)
  put(
    'said:all',
    Number(
      /^(all|every|both|each|about|most|some|earlier|previous|prior|the (whole|system|study|experiment|code|trial))\b/i.test(
        text,
      ),
    ),
  )
  put(
    'said:measured',
    Number(
      /\b(significan|consider|approv|consent|ethic|compar|baseline|accura|latency|perform|hardware|GPU|implement|available|hours?\b|seconds?\b|years?\b)/i.test(
        text,
      ),
    ),
  )
  put(
    'said:because',
    Number(/\b(because|since|although|so that|in order|whether|than)\b/i.test(text)),
  )
  put('said:quote', Number(/[“"]/.test(text)))
  return traits
}
