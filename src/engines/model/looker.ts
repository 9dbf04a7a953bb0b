import { isNamed, PatchRefused, patched } from '../../figure/patch'
import type { Look, LookedFigure } from '../../forms/drawing'
import type { Call } from '../../forms/engines'
import type { Turn } from '../../providers/call'
import type { StageModel } from '../../providers/job-models'
import { DrawingRefused, readDrawing, readPatch } from '../../read/drawing'
import { drawingRequest } from './drawing-request'
import { fenced, oneLine } from './material'
import { PROMPTS } from './prompts'
import { mergedSource, patchIn } from './svg-answer'

const REPAIRS = 2
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
  const request: Turn = { user: [{ text: requestOf(figure) }, ...pictures] }
  let turns: Turn[] = [request]
  for (let repair = 0; ; repair++) {
    const { text } = await model.ask({
      system: (original ? PROMPTS.lookAtPicture() : PROMPTS.look()).text,
      turns,
      maxOutputTokens: MOST_TOKENS,
    })
    const look = readLook(text, figure)
    if (typeof look !== 'string') return look
    if (repair === REPAIRS) throw model.failed({ kind: 'unreadable', repairs: REPAIRS })
    const which = `repair ${repair + 1} of ${REPAIRS}`
    call.log(`Provider ${model.provider}: the patch goes back for ${which}: ${look}`, 'stderr')
    const complaint = `The patch cannot be used: ${look} Answer again with the whole <patch>.`
    turns = [request, { assistant: text || '(nothing)' }, { user: [{ text: complaint }] }]
  }
}

function requestOf({
  brief,
  original,
  source,
  faults,
  instruction,
  earlier,
}: LookedFigure): string {
  const first = [...faults].sort((a, b) => Number(b.hard) - Number(a.hard)).slice(0, MOST_FAULTS)
  const lines = first.map(
    ({ kind, hard, sentence }) => `- ${hard ? 'HARD ' : ''}${kind}: ${sentence}`,
  )
  const told = [...new Set(lines)]
  const parts = [
    !original && drawingRequest(brief),
    fenced('DRAWING', source),
    `FAULTS\n${told.length > 0 ? told.join('\n') : '- none was measured'}`,
    instruction !== undefined && fenced('INSTRUCTION', `> ${oneLine(instruction)}`),
    earlier.length > 0 && `EARLIER\n${earlier.map((one) => `- ${one}`).join('\n')}`,
  ]
  return parts.filter((part) => part !== false).join('\n\n')
}

/** The figure after an answer, or what is wrong with that. */
function readLook(answer: string, figure: LookedFigure): Look | string {
  const { brief, scene, source, frame } = figure
  const crops = figure.original !== undefined
  const found = patchIn(answer)
  if (!found) return 'it holds no whole <patch>.'
  try {
    if ('svg' in found) {
      const read = readDrawing(found.svg, { theme: brief.style, title: scene.title, crops })
      return {
        scene: read.scene,
        source: found.svg,
        frame: read.frame,
        changed: read.scene.elements.flatMap((one) =>
          one.parent === undefined || isNamed(one) ? [one.id] : [],
        ),
      }
    }
    const declined = /^<patch\b[^>]*\bwhy="([^"]{1,400})"/.exec(found.patch)?.[1]
    const patch = readPatch(found.patch, { scene, frame, crops })
    if (patch.elements.length + patch.drops.length === 0)
      return { source, frame, changed: [], ...(declined !== undefined && { declined }) }
    const { scene: after, changed } = patched(scene, patch)
    return { scene: after, changed, source: mergedSource(source, found.patch), frame }
  } catch (error) {
    if (error instanceof DrawingRefused || error instanceof PatchRefused)
      return error.message.replace(/\.?$/, '.')
    throw error
  }
}
