import type { Candidates } from '../../forms/drawing'
import type { StageModel } from '../../providers/job-models'
import { drawingRequest } from './drawing-request'
import { fenced, hardFirst, listed } from './material'
import { PROMPTS } from './prompts'

/** Faults of one drawing that are told, the hard ones first. */
const MOST_FAULTS = 10

/**
 * Lets a model that sees say which drawing is best: its place, from 0, and why. Undefined: it cannot see, or named none.
 *
 * @throws ProviderFailed for calls that fail
 */
export async function chooseByModel(
  model: StageModel,
  { brief, drawings }: Candidates,
): Promise<{ best: number; why: string } | undefined> {
  if (!model.can.includes('vision')) return undefined
  const shown = await Promise.all(
    drawings.map(async ({ picture, faults }, at) => {
      const hard = hardFirst(faults, MOST_FAULTS).map(({ sentence }) => sentence)
      const told = listed(hard, '- none was measured')
      return [{ text: `DRAWING ${at + 1}\nFAULTS\n${told}` }, { png: await picture() }]
    }),
  )
  const request = { text: fenced('REQUEST', drawingRequest(brief)) }
  const { text } = await model.ask({
    system: PROMPTS.choose().text,
    turns: [{ user: [request, ...shown.flat()] }],
    maxOutputTokens: 300,
  })
  const said = /<best\s+drawing="(\d{1,2})"(?:\s+why="([^"]{0,400})")?/.exec(text)
  const best = Number(said?.[1]) - 1
  return drawings[best] && { best, why: said?.[2] ?? '' }
}
