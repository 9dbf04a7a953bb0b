import { sharesRoot } from './find'
import { kindOf } from './kinds'
import { type Reading, SUFFIX } from './node-features'
import { roleOf } from './slot-roles'
import type { Features } from './trees'
import type { Entity } from './world'

/** How two candidates may be one node: a step and its product, a tool and its step, two names. */
export function sameFeatures(reading: Reading, a: Entity, b: Entity): Features | undefined {
  const f: Features = new Map()
  const put = (name: string, value: number | boolean) => {
    const number = Number(value)
    if (number !== 0) f.set(name, number)
  }
  const { world, uses, acts } = reading
  const shared = [...a.stems].filter((stem) => b.stems.has(stem)).length
  const union = a.stems.size + b.stems.size - shared
  let related = shared > 0
  put('shared', shared)
  put('jaccard', union === 0 ? 0 : shared / union)
  put('head', a.head !== '' && a.head === b.head)
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const frames = new Set(acts.get(one.id) ?? [])
    for (const { index, slot, frame } of uses.get(other.id) ?? []) {
      if (!frames.has(index)) continue
      related = true
      put(`slot:${roleOf(slot.role)}`, true)
      put(`verb:${frame.kind}`, true)
      put('slot fresh', slot.fresh)
      put('slot named', slot.named)
      put(`slot article:${slot.article || 'none'}`, true)
      put('slot only', frame.slots.filter(({ role }) => role === slot.role).length === 1)
      put('slot again', (uses.get(other.id)?.length ?? 0) - 1)
      put(
        'slot later',
        (uses.get(other.id) ?? []).some((use) => use.index > index),
      )
      put('slot step', one.step)
      const series = (uses.get(other.id) ?? []).filter((use) => roleOf(use.slot.role) === 'patient')
      put('slot order', series.findIndex((use) => use.index === index) + 1)
      put('slot series', series.length)
      put('slot last', series.at(-1)?.index === index)
      put(`slot use:${frame.use}`, true)
      put('slot coordinated', frame.flags.includes('coordinated'))
      put('slot number', frame.slots.length)
      put('slot siblings', frame.slots.filter(({ role }) => role === slot.role).length)
      put('slot early', slot.role.startsWith('early '))
      put('slot known', !slot.fresh)
      put('slot actors', frame.actors.length)
      put(
        'slot has from',
        frame.slots.some(({ role }) => role === 'from'),
      )
      put(
        'slot has tool',
        frame.slots.some(({ role }) => /^(with|using|by|via)$/.test(role)),
      )
      put(
        'slot has into',
        frame.slots.some(({ role }) => /^(to|into)$/.test(role)),
      )
      put('slot agent noun', /(er|or)$/.test(other.head))
      put('slot nominal', SUFFIX.test(other.head))
      put('slot capital', /\p{Lu}/u.test(other.label.slice(1)))
    }
    const root = [...one.verbs].some((verb) => verb.length > 3 && sharesRoot(verb, other.head))
    if (root) related = true
    put('root', root)
    put(
      'root other',
      [...one.verbs].some(
        (verb) => verb.length > 3 && [...other.stems].some((stem) => sharesRoot(verb, stem)),
      ),
    )
  }
  const together = (uses.get(a.id) ?? []).find((use) =>
    (uses.get(b.id) ?? []).some((other) => other.frame === use.frame),
  )
  const partner = together && (uses.get(b.id) ?? []).find((use) => use.frame === together.frame)
  if (together && partner) {
    related = true
    put(`both:${[roleOf(together.slot.role), roleOf(partner.slot.role)].sort().join('+')}`, true)
    put('both frame', true)
    put('both siblings', together.slot.role === partner.slot.role)
    put(
      'both near',
      Math.abs(
        together.frame.slots.indexOf(together.slot) - together.frame.slots.indexOf(partner.slot),
      ),
    )
    put(`both verb:${together.frame.kind}`, true)
  }
  if (!related) return undefined
  const firstFrame = (entity: Entity) =>
    Math.min(
      ...(acts.get(entity.id) ?? []),
      ...(uses.get(entity.id) ?? []).map(({ index }) => index),
      999,
    )
  put('frames apart', Math.abs(firstFrame(a) - firstFrame(b)))
  put('label words', Math.abs(a.label.split(' ').length - b.label.split(' ').length))
  put(
    'subset',
    [...a.stems].every((stem) => b.stems.has(stem)) ||
      [...b.stems].every((stem) => a.stems.has(stem)),
  )
  put(
    'participle',
    [...a.verbs].some(
      (verb) =>
        [...(uses.get(b.id) ?? [])].some(({ slot }) => slot.participle) &&
        [...b.stems].some((stem) => sharesRoot(verb, stem)),
    ),
  )
  put('steps', Number(a.step) + Number(b.step))
  put('distance', Math.abs(a.start - b.start) / 100)
  put('acts', Number(a.acts) + Number(b.acts))
  put('drawn', Number(a.drawn) + Number(b.drawn))
  put(`kinds:${[kindOf(a), kindOf(b)].sort().join('+')}`, true)
  const linked = world.links.some(
    ({ from, to }) => (from === a.id && to === b.id) || (from === b.id && to === a.id),
  )
  put('linked', linked)
  put('plural', Number(a.plural) + Number(b.plural))
  put(
    'verbs same',
    [...a.verbs].some((verb) => b.verbs.has(verb)),
  )
  return f
}
