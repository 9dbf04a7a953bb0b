import { Type } from '@sinclair/typebox'
import type { Diagram } from '../../forms/diagram'
import { DiagramDraft } from '../../forms/draft'
import type { Call, PlanWish } from '../../forms/engines'
import { tidy } from '../../forms/figure-limits'
import type { StageModel } from '../../providers/job-models'
import { obeyed } from '../local/instructions/obey'
import { partsOf } from '../local/text/read-text'
import { converse } from './conversation'
import { grounded } from './ground'
import { contextOf, fenced, inParts, MOST_CONTEXT, numbered, oneLine } from './material'
import { PROMPTS } from './prompts'
import { readDraft } from './read-draft'

/** The draft, which of the author's wishes it follows, and those that only a reader of the text's language finds. */
const PlanAnswer = Type.Object({
  ...DiagramDraft.properties,
  followed: Type.Array(Type.Integer()),
  unmet: Type.Array(Type.String()),
})

/**
 * Lets a model plan the figure of a text: its draft is checked, mended by the model itself, and every part of it looked
 * up in the text.
 *
 * @throws ProviderFailed for answers that stay useless, and for an empty plan
 */
export async function planByModel(
  model: StageModel,
  text: string,
  wish: PlanWish,
  call: Call,
): Promise<Diagram> {
  const { instructions } = partsOf(text)
  const { value, faults } = await converse(
    model,
    {
      prompt: PROMPTS.plan(wish.context !== undefined),
      user: [{ text: requestOf(text, instructions, wish) }],
      answer: { name: 'diagram_draft', schema: PlanAnswer },
      read(answer) {
        const { value: draft, faults } = readDraft(answer)
        return { value: draft && { draft, ...wishesOf(answer) }, faults }
      },
    },
    call,
  )
  if (value.draft.nodes.length === 0) throw model.failed({ kind: 'empty plan' })
  const read = grounded(value.draft, text, wish.caption)
  const warnings = faults.map((fault) => `Left out of the plan: ${fault}`)
  const plan = obeyed({ ...read, warnings }, instructions, value.followed)
  // Those that rules can read too are followed or named by them.
  const known = new Set(instructions.map(withoutStop))
  const ignored = [
    ...(plan.ignored ?? []),
    ...value.unmet
      .filter((words) => !known.has(withoutStop(words)))
      .map((words) => `Not followed: "${words}".`),
  ]
  return tidy({ ...plan, ...(ignored.length > 0 && { ignored }) })
}

function requestOf(text: string, instructions: readonly string[], wish: PlanWish): string {
  const wishes = instructions.map((one, index) => `${index + 1}. ${oneLine(one)}`)
  return inParts(
    fenced('MATERIAL', numbered(text)),
    wishes.length > 0 && `WISHES\n${wishes.join('\n')}`,
    wish.caption !== null && `CAPTION\n${oneLine(wish.caption)}`,
    contextOf(wish.context),
    wish.variant !== undefined && `VARIANT ${wish.variant}`,
  )
}

const withoutStop = (words: string) => words.replace(/[.!。！\s]+$/, '')

/** Wishes of a text that are named as not followed. */
const MOST_UNMET = 20

function wishesOf({ followed, unmet }: Readonly<Record<string, unknown>>) {
  const [numbers, words] = [followed, unmet].map((one) => (Array.isArray(one) ? one : []))
  return {
    followed: numbers?.filter((one) => typeof one === 'number') ?? [],
    unmet: (words?.filter((one) => typeof one === 'string') ?? [])
      .slice(0, MOST_UNMET)
      .map((one) => oneLine(one).slice(0, MOST_CONTEXT)),
  }
}
