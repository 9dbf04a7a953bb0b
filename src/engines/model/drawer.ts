import type { DrawBrief, Drawn } from '../../forms/drawing'
import type { Call } from '../../forms/engines'
import type { ModelAnswer, Part, Turn } from '../../providers/call'
import type { StageModel } from '../../providers/job-models'
import { DrawingRefused, type ReadOptions, readDrawing } from '../../read/drawing'
import { broken, type Reading, untilSound } from './conversation'
import { drawingRequest } from './drawing-request'
import { PROMPTS } from './prompts'
import { readPlan } from './read-plan'
import { svgIn, wholeGroups } from './svg-answer'

/** How often one that ended for its length is gone on with. */
const CONTINUATIONS = 2
/** Tokens that a rich figure takes; a model's own limit goes before it. */
const MOST_TOKENS = 16_000

/** What a model is asked whose answer is a drawing. */
export interface AskedDrawing {
  system: string
  user: readonly Part[]
  read(answer: string): Reading<Drawn>
}

/**
 * Lets a model draw a figure. `grown` is told of the whole groups so far, as an SVG, while the answer comes in.
 *
 * @throws ProviderFailed for calls that fail, and for answers that are no drawing after the repairs
 */
export function drawByModel(
  model: StageModel,
  brief: DrawBrief,
  call: Pick<Call, 'log'>,
  grown?: (svg: string) => void,
): Promise<Drawn> {
  const { material, style, caption } = brief
  return answeredDrawing(
    model,
    {
      system: PROMPTS.draw(material).text,
      user: [{ text: drawingRequest(brief) }],
      read: (answer) =>
        drawingIn(answer, { theme: style, ...(caption !== null && { title: caption }) }),
    },
    call,
    grown,
  )
}

/** The drawing that a model answers in the end, as {@link drawByModel}. */
export async function answeredDrawing(
  model: StageModel,
  asked: AskedDrawing,
  call: Pick<Call, 'log'>,
  grown?: (svg: string) => void,
): Promise<Drawn> {
  const { value } = await untilSound(
    model,
    {
      what: 'drawing',
      again: 'with the whole <svg>.',
      user: asked.user,
      ask: (turns) => wholeAnswer(model, turns, asked, call, grown),
      read: ({ text }) => asked.read(text),
    },
    call,
  )
  return value
}

/** An answer, gone on with where it ended for its length. */
async function wholeAnswer(
  model: StageModel,
  turns: readonly Turn[],
  { system }: AskedDrawing,
  { log }: Pick<Call, 'log'>,
  grown?: (svg: string) => void,
): Promise<ModelAnswer> {
  let text = ''
  for (let part = 0; ; part++) {
    const before = text
    const asked: Turn[] = before === '' ? [...turns] : [...turns, { assistant: before }, GO_ON]
    const answer: ModelAnswer = await model.ask({
      system,
      turns: asked,
      maxOutputTokens: MOST_TOKENS,
      ...(grown && {
        live: (so_far) => {
          const groups = wholeGroups(joined(before, so_far))
          if (groups !== undefined) grown(`${groups}</svg>`)
        },
      }),
    })
    text = joined(before, answer.text)
    const groups = wholeGroups(text)
    if (answer.finish !== 'length' || part === CONTINUATIONS || groups === undefined)
      return { ...answer, text }
    log(`Provider ${model.provider}: the drawing was cut off and is gone on with`, 'stderr')
    text = groups
  }
}

const GO_ON: Turn = {
  user: [
    {
      text: 'The answer was cut off after the last whole group. Go on from there: begin with the next group, repeat nothing, and end with </svg>.',
    },
  ],
}

/** The first part, which ends with a whole group, and what follows it. */
function joined(before: string, more: string): string {
  if (before === '') return more
  const start = more.search(
    /<(?:g|path|rect|text|line|circle|ellipse|polyline|polygon|use|defs)\b|<\/svg>/,
  )
  return start < 0 ? before : before + more.slice(start)
}

/** The drawing that an answer holds, or what is wrong with it. */
export function drawingIn(answer: string, options: ReadOptions): Reading<Drawn> {
  const source = svgIn(answer)
  if (source === undefined) return broken('it holds no whole <svg>.')
  try {
    const { scene, dropped, frame } = readDrawing(source, options)
    if (!scene.elements.some(({ role }) => role === 'node'))
      return broken('no group of it says that it is a thing: each thing is a <g data-node="id">.')
    return { value: { scene, plan: readPlan(answer), source, frame, dropped }, faults: [] }
  } catch (error) {
    if (error instanceof DrawingRefused) return broken(error.message.replace(/\.?$/, '.'))
    throw error
  }
}
