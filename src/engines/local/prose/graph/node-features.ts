import { sharesRoot } from './find'
import { kindOf } from './kinds'
import { roleOf } from './slot-roles'
import type { Features } from './trees'
import type { Entity, Frame, Slot, World } from './world'

export interface Use {
  frame: Frame
  index: number
  slot: Slot
}

export interface Reading {
  world: World
  uses: Map<number, Use[]>
  acts: Map<number, number[]>
  length: number
}

export function readingOf(world: World): Reading {
  const uses = new Map<number, Use[]>()
  const acts = new Map<number, number[]>()
  world.frames.forEach((frame, index) => {
    for (const slot of frame.slots)
      uses.set(slot.id, [...(uses.get(slot.id) ?? []), { frame, index, slot }])
    for (const id of frame.actors) acts.set(id, [...(acts.get(id) ?? []), index])
  })
  return { world, uses, acts, length: world.sentences }
}

/** Endings of nouns that name what is done. */
export const SUFFIX = /(ation|ition|ision|ssion|ction|ment|ysis|ing|ance|ence|sis|al)$/

export function nodeFeatures(reading: Reading, entity: Entity): Features {
  const { world, uses, acts } = reading
  const f: Features = new Map()
  const put = (name: string, value: number | boolean) => {
    const number = Number(value)
    if (number !== 0) f.set(name, number)
  }
  const own = uses.get(entity.id) ?? []
  const done = acts.get(entity.id) ?? []
  put('is:step', entity.step)
  put('is:acts', entity.acts)
  put('is:stores', entity.stores)
  put('is:learns', entity.learns)
  put('is:shadow', entity.shadow)
  put('is:plural', entity.plural)
  put(`kind:${kindOf(entity)}`, true)
  const words = entity.label.split(' ')
  put('label:words', words.length)
  put('label:capital', /\p{Lu}/u.test(entity.label.slice(1)))
  put('label:digit', /\d/.test(entity.label))
  put('label:short', entity.label.length < 4)
  put('label:of', / of /.test(entity.label))
  put('label:nominal', !entity.step && SUFFIX.test(entity.head))
  put('label:agent', !entity.step && /(er|or)$/.test(entity.head))
  put('label:detail', entity.detail !== undefined)
  put('label:ing', /ing$/.test(words[0] ?? ''))
  put('label:head only', entity.stems.size === 1)
  put('use:count', own.length)
  put('use:acts', done.length)
  put(
    'use:sentences',
    new Set([
      ...own.map(({ frame }) => frame.sentence),
      ...done.map((at) => world.frames[at]?.sentence),
    ]).size,
  )
  for (const { slot, frame } of own) {
    const role = roleOf(slot.role)
    put(`role:${role}`, (f.get(`role:${role}`) ?? 0) + 1)
    if (slot.participle) put('use:participle', true)
    if (slot.counted) put('use:counted', true)
    if (slot.article === 'its' || slot.article === 'their') put('use:owned', true)
    if (/^(the|this|these|that|those)$/.test(slot.article)) put('use:definite', true)
    if (frame.flags.includes('dropped')) put('use:dropped', (f.get('use:dropped') ?? 0) + 1)
  }
  const first = own[0]
  if (first) {
    put(`first:${roleOf(first.slot.role)}`, true)
    put(`first verb:${first.frame.kind}`, true)
    put(`first use:${first.frame.use}`, true)
    put(`first early`, first.slot.role.startsWith('early '))
    put(`first article:${first.slot.article || 'none'}`, true)
    put('first named', first.slot.named)
    for (const flag of first.frame.flags) put(`first ${flag}`, true)
    put(
      'first step',
      first.frame.actors.some((id) => world.entities[id]?.step),
    )
    put('first alone', first.frame.slots.length === 1)
  }
  const act = world.frames[done[0] ?? -1]
  if (act) {
    put(`act verb:${act.kind}`, true)
    put(`act use:${act.use}`, true)
    for (const flag of act.flags) put(`act ${flag}`, true)
    put('act slots', act.slots.length)
    put('act patients', act.slots.filter(({ role }) => role === 'patient').length)
    put('act fresh', act.slots.filter(({ role, fresh }) => role === 'patient' && fresh).length)
    put('act opener', act.opener !== '')
  }
  const passive = world.frames.filter(({ use }) => use === 'passive').length
  put('text:passive', passive / Math.max(1, world.frames.length))
  for (const [name, value] of (act ?? first?.frame)?.traits ?? []) put(name, value)
  const spoken = own.find(({ frame }) => frame.flags.includes('dropped') === false)
  put('use:kept', spoken !== undefined)
  const siblings = first
    ? first.frame.slots.filter(({ role }) => role === first.slot.role).length
    : 0
  put('first siblings', siblings)
  put('first slots', first?.frame.slots.length ?? 0)
  put('first slot', first ? first.frame.slots.indexOf(first.slot) : 0)
  const sentence = first?.frame.sentence ?? act?.sentence ?? 0
  put('at:share', sentence / Math.max(1, reading.length))
  put('at:last', sentence === reading.length)
  put('at:first', sentence === 1)
  put(
    'text:steps',
    world.entities.filter((one) => one.step && !one.shadow).length /
      Math.max(1, world.entities.length),
  )
  ruleFeatures(world, entity, put)
  patientFeatures(reading, entity, own, put)
  return f
}

function ruleFeatures(
  world: World,
  entity: Entity,
  put: (name: string, value: number | boolean) => void,
): void {
  put('rule:drawn', entity.drawn)
  const raw = world.links.filter(({ from, to }) => from === entity.id || to === entity.id)
  put('rule:in', raw.filter(({ to }) => to === entity.id).length)
  put('rule:out', raw.filter(({ from }) => from === entity.id).length)
  put('rule:sure', Math.max(0, ...raw.map(({ confidence }) => confidence)))
}

/** What else of the figure speaks of the same. */
function patientFeatures(
  { world, acts }: Reading,
  entity: Entity,
  own: readonly Use[],
  put: (name: string, value: number | boolean) => void,
): void {
  const steps = own.flatMap(({ frame, slot }) =>
    frame.actors
      .flatMap((id) => world.entities[id] ?? [])
      .filter((actor) => actor.step)
      .map((actor) => ({ actor, slot, frame })),
  )
  put('pair:step of it', steps.filter(({ slot }) => slot.role === 'patient').length)
  put(
    'pair:drawn step',
    steps.filter(({ slot, actor }) => slot.role === 'patient' && actor.drawn).length,
  )
  put(
    'pair:tool of',
    steps.some(({ slot }) => /^(with|using|by|via|on|in)$/.test(slot.role)),
  )
  put('pair:later', own.length > 1)
  if (entity.step) {
    const frames = (acts.get(entity.id) ?? []).flatMap((at) => world.frames[at] ?? [])
    const patients = frames.flatMap(({ slots }) => slots.filter(({ role }) => role === 'patient'))
    put(
      'pair:patient known',
      patients.some(({ fresh }) => !fresh),
    )
    put(
      'pair:patient drawn',
      patients.some(({ id }) => world.entities[id]?.drawn),
    )
    put(
      'pair:patient pronoun',
      patients.some(({ pronoun }) => pronoun),
    )
    put(
      'pair:patient articles',
      patients.some(({ article }) => article === 'the'),
    )
    put(
      'pair:has from',
      frames.some(({ slots }) => slots.some(({ role }) => role === 'from')),
    )
    put(
      'pair:has into',
      frames.some(({ slots }) => slots.some(({ role }) => /^(to|into)$/.test(role))),
    )
    put(
      'pair:has tool',
      frames.some(({ slots }) => slots.some(({ role }) => /^(with|using|by|via)$/.test(role))),
    )
  }
  const alike = world.entities.filter(
    (other) => other !== entity && other.head === entity.head && other.head !== '',
  )
  put('alike:before', alike.filter((other) => other.start < entity.start).length)
  put('alike:after', alike.filter((other) => other.start > entity.start).length)
  const verbs = [...entity.verbs]
  const noun = world.entities.some(
    (other) =>
      !other.step &&
      other !== entity &&
      verbs.some((verb) => verb.length > 3 && sharesRoot(verb, other.head)),
  )
  put('alike:noun of verb', entity.step && noun)
  const verb = world.entities.some(
    (other) =>
      other.step && [...other.verbs].some((one) => one.length > 3 && sharesRoot(one, entity.head)),
  )
  put('alike:verb of noun', !entity.step && verb)
}
