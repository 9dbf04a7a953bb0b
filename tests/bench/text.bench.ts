/**
 * From words to a diagram: how much of a gold graph is read from a paragraph, whether structured input is read exactly,
 * and what becomes of hostile texts. The cases of the sealed half are never shown, by aggregates alone, and each run of
 * it adds a line to `sealed.log`.
 *
 * --open-only   leaves the sealed half out; for tuning
 * --verbose     what was missed and what was too much in each case of the open half
 * --provider id   lets a provider of PROVIDERS_FILE or MODEL_URL plan prose, through its wire; only the halves are measured
 * --cases=        of the open half, by their ids
 * --record=       a folder for what it answered, one file a text
 * --only=       of `open`, `sealed`, `sealed-second`, `sealed-third`, `lists`, `instructions`, `hostile`
 */
import type { Bench, Row } from './harness/rows'
import { modelPlanner } from './text/by-model'
import { instructionRows, listRows } from './text/constructs'
import { cases, halfRows, RULES, SEALED, timeRows } from './text/halves'
import { hostileRows } from './text/hostile'
import { logSealed } from './text/sealed-log'

const PARTS = ['open', ...SEALED, 'lists', 'instructions', 'hostile'] as const

export default {
  name: 'text',
  summary: 'from words to a diagram',
  async run({ only, provider, cases: ids, record }) {
    const odd = only.find((name) => !PARTS.some((part) => part === name))
    if (odd) throw new Error(`text has no part ${odd}; it has ${PARTS.join(', ')}.`)
    const flag = (name: string) => process.argv.includes(name)
    const wants = (part: (typeof PARTS)[number]) =>
      (only.length === 0 || only.includes(part)) &&
      !(part.startsWith('sealed') && flag('--open-only'))
    const rows: Row[] = []
    if (provider !== null) {
      const planner = await modelPlanner(provider, record)
      for (const half of (['open', ...SEALED] as const).filter(wants)) {
        const label = `${half} by ${provider}`
        const chosen = half === 'open' ? ids : []
        const found = await halfRows(half, {
          label,
          ids: chosen,
          verbose: half === 'open' && flag('--verbose'),
          plan: planner.plan,
        })
        if (half !== 'open') await logSealed(`text by ${provider}, ${half}`, found)
        rows.push(...found, ...planner.rows(label))
      }
      return rows
    }
    if (wants('open'))
      rows.push(...(await halfRows('open', { ...RULES, verbose: flag('--verbose') })))
    for (const half of SEALED.filter(wants)) {
      const sealed = await halfRows(half, RULES)
      await logSealed(['text', ...half.split('-').slice(1)].join(', '), sealed)
      rows.push(...sealed)
    }
    const halves = (['open', ...SEALED] as const).filter(wants)
    const texts = (await Promise.all(halves.map((half) => cases(half)))).flat()
    if (texts.length > 0) rows.push(...(await timeRows(texts.map(({ text }) => text))))
    if (wants('lists')) rows.push(...(await listRows(flag('--verbose'))))
    if (wants('instructions')) rows.push(...(await instructionRows(flag('--verbose'))))
    if (wants('hostile')) rows.push(...(await hostileRows(flag('--verbose'))))
    return rows
  },
} satisfies Bench
