import type { Argument, Clause, Things } from './clauses'
import { classOf } from './verb-classes'

const LIGHT = /^(use|employ|utilize|utilise|leverage|adopt|apply|exploit)$/
const RESULTING =
  /^(form|produce|obtain|yield|generate|create|give|get|build|compute|predict|construct|derive|make|synthesize|reconstruct|estimate|output|infer|return)$/

/**
 * "X is used to encode Y" is the step "encode Y" with the tool X; "A is joined with B to form C" and
 * "..., yielding C" say what came out.
 */
export function liftPurposes(clauses: Clause[]): Clause[] {
  const dropped = new Set<Clause>()
  clauses.forEach((clause, index) => {
    const { role, lemma } = clause.use
    if (role !== 'infinitive' && role !== 'gerund') return
    const main =
      clauses[clause.parent] ?? clauses.slice(0, index).findLast((other) => !dropped.has(other))
    if (!main || main === clause) return
    if (clause.use.coordinated) {
      const before = clauses[index - 1]
      if (before?.use.role === 'imperative')
        become(
          clause,
          before.subject,
          before.args.filter((arg) => arg.link === 'using'),
        )
      return
    }
    if (role === 'infinitive' && LIGHT.test(main.use.lemma) && !dropped.has(main)) {
      const passive = main.use.role === 'passive'
      const tool = passive ? main.subject : main.object
      become(clause, passive ? [] : main.subject, [
        { link: 'using', things: tool, early: true },
        ...main.args,
      ])
      dropped.add(main)
    } else if (
      role === 'infinitive' &&
      main.use.role === 'passive' &&
      classOf(main.use.lemma) === 'flow' &&
      clause.object.length > 0 &&
      !main.args.some((arg) => /^(to|into|onto)$/.test(arg.link))
    ) {
      // "the measurements are fed back to update the model"
      main.args.push({ link: 'to', things: clause.object, early: false })
      dropped.add(clause)
    } else if (
      RESULTING.test(lemma) &&
      clause.object.length > 0 &&
      /^(|to|in order to|thereby|thus)$/.test(clause.opener)
    ) {
      main.args.push({ link: 'result', things: clause.object, early: false }, ...clause.args)
      dropped.add(clause)
    }
  })
  return clauses.filter((clause) => !dropped.has(clause))
}

function become(clause: Clause, subject: Things, args: readonly Argument[]): void {
  clause.use = { ...clause.use, role: 'imperative' }
  clause.subject = subject
  clause.args.unshift(...args)
}
