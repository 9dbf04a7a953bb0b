import type { Clause, Start } from './clauses'
import type { Unit } from './units'

/** "hypotheses, which a language model rescores": what comes before `which` is the object. */
export function objectRelative(
  units: readonly Unit[],
  clause: Clause,
  start: Start | undefined,
): void {
  const joint = start && units[start.from]
  if (joint?.kind !== 'relative' || clause.object.length > 0 || clause.subject.length === 0) return
  if (clause.parent >= 0 || clause.use.role !== 'active' || joint.text === 'where') return
  const host = units.slice(0, start?.from).findLast((unit) => unit.kind === 'phrase')
  if (host) clause.object = [host]
}

/** "pseudo-labels, against which the output is compared": the noun before is an argument of the verb. */
export function relativeArgument(
  units: readonly Unit[],
  clause: Clause,
  start: Start | undefined,
): void {
  if (!start) return
  const at = units[start.from]?.kind === 'relative' ? start.from : -1
  const link = units[at - 1]
  const where = units[at]?.text === 'where' && clause.subject.length > 0
  if (where) {
    const place = units.slice(0, at).findLast((unit) => unit.kind === 'phrase')
    if (place) clause.args.unshift({ link: 'from', things: [place], early: true })
  }
  if (at < 0 || link?.kind !== 'link') return
  const host = units.slice(0, at - 1).findLast((unit) => unit.kind === 'phrase')
  if (!host) return
  if (link.text === 'of' && clause.subject.length === 0) clause.subject = [host]
  else
    clause.args.unshift({
      link: link.text === 'in' ? 'from' : link.text,
      things: [host],
      early: true,
    })
}

/** "the papers it finds in a memory": what follows the short relative clause belongs to the verb before. */
export function withoutContact(units: readonly Unit[], clauses: readonly Clause[]): Clause[] {
  return clauses.filter((clause, index) => {
    const main = clauses[index - 1]
    const subject = clause.subject[0]
    if (!main || subject?.kind !== 'pronoun' || clause.object.length > 0) return true
    const at = units.indexOf(subject)
    if (units[at - 1]?.kind !== 'phrase' || !main.object.includes(units[at - 1] as Unit))
      return true
    main.args.push(...clause.args)
    return false
  })
}
