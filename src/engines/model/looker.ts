import { isNamed, PatchRefused, patched } from '../../figure/patch'
import type { Look, LookedFigure } from '../../forms/drawing'
import type { Call } from '../../forms/engines'
import type { StageModel } from '../../providers/job-models'
import { DrawingRefused, readDrawing, readPatch } from '../../read/drawing'
import { broken, type Reading, untilSound } from './conversation'
import { drawingRequest } from './drawing-request'
import { fenced, hardFirst, inParts, listed, oneLine } from './material'
import { PROMPTS } from './prompts'
import { mergedSource, patchIn } from './svg-answer'

const MOST_TOKENS = 16_000
/** Faults that one look is told of, the hard ones first. */
const MOST_FAULTS = 40

/**
 * Lets a model look at a figure and change groups of it; it is shown the picture where it can see.
 *
 * @throws ProviderFailed for calls that fail, and for answers that are no patch after the repairs
 */
export async function lookByModel(
  model: StageModel,
  figure: LookedFigure,
  call: Pick<Call, 'log'>,
): Promise<Look> {
  const { original } = figure
  const pictures = model.can.includes('vision')
    ? [...(original ? [{ png: original }] : []), { png: await figure.picture() }]
    : []
  const system = (original ? PROMPTS.lookAtPicture() : PROMPTS.look()).text
  const { value } = await untilSound(
    model,
    {
      what: 'patch',
      again: 'with the whole <patch>.',
      user: [{ text: requestOf(figure) }, ...pictures],
      ask: (turns) => model.ask({ system, turns, maxOutputTokens: MOST_TOKENS }),
      read: ({ text }) => readLook(text, figure),
    },
    call,
  )
  return value
}

function requestOf({
  brief,
  original,
  source,
  faults,
  instruction,
  earlier,
}: LookedFigure): string {
  const told = hardFirst(faults, MOST_FAULTS).map(
    ({ kind, hard, sentence }) => `${hard ? 'HARD ' : ''}${kind}: ${sentence}`,
  )
  return inParts(
    !original && drawingRequest(brief),
    fenced('DRAWING', source),
    `FAULTS\n${listed([...new Set(told)], '- none was measured')}`,
    instruction !== undefined && fenced('INSTRUCTION', `> ${oneLine(instruction)}`),
    earlier.length > 0 && `EARLIER\n${listed(earlier)}`,
  )
}

/** The figure after an answer. */
function readLook(answer: string, figure: LookedFigure): Reading<Look> {
  const { brief, scene, source, frame } = figure
  const crops = figure.original !== undefined
  const found = patchIn(answer)
  if (!found) return broken('it holds no whole <patch>.')
  const sound = (value: Look) => ({ value, faults: [] })
  try {
    if ('svg' in found) {
      const read = readDrawing(found.svg, { theme: brief.style, title: scene.title, crops })
      return sound({
        scene: read.scene,
        source: found.svg,
        frame: read.frame,
        changed: read.scene.elements.flatMap((one) =>
          one.parent === undefined || isNamed(one) ? [one.id] : [],
        ),
      })
    }
    const declined = /^<patch\b[^>]*\bwhy="([^"]{1,400})"/.exec(found.patch)?.[1]
    const patch = readPatch(found.patch, { scene, frame, crops })
    if (patch.elements.length + patch.drops.length === 0)
      return sound({ source, frame, changed: [], ...(declined !== undefined && { declined }) })
    const { scene: after, changed } = patched(scene, patch)
    return sound({ scene: after, changed, source: mergedSource(source, found.patch), frame })
  } catch (error) {
    if (error instanceof DrawingRefused || error instanceof PatchRefused)
      return broken(error.message.replace(/\.?$/, '.'))
    throw error
  }
}
