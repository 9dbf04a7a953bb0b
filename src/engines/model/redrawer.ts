import type { Drawn } from '../../forms/drawing'
import type { Call, RedrawnFigure } from '../../forms/engines'
import type { Scene, SceneElement } from '../../forms/scene'
import type { StageModel } from '../../providers/job-models'
import { broken } from './conversation'
import { answeredDrawing, drawingIn } from './drawer'
import { fenced, inParts, listed, oneLine } from './material'
import { PROMPTS } from './prompts'

/** Parts of one kind that are told of. */
const MOST_PARTS = 300
/** Of the picture; a larger photograph is no part of a figure. */
const MOST_INSET = 0.5
/** Characters of the way of a line that is told; a longer one is a hand's. */
const LONGEST_WAY = 160

/**
 * Lets a model that sees draw a picture anew, on the picture's own pixels.
 *
 * @throws ProviderFailed for calls that fail, and for answers that are no drawing after the repairs
 */
export function redrawByModel(
  model: StageModel,
  figure: RedrawnFigure,
  call: Pick<Call, 'log'>,
  grown?: (svg: string) => void,
): Promise<Drawn> {
  return answeredDrawing(
    model,
    {
      system: PROMPTS.redraw().text,
      user: [{ text: requestOf(figure) }, { png: figure.picture }],
      read: (answer) => {
        const drawn = drawingIn(answer, { crops: true })
        const { width, height } = figure.read
        const scene = drawn.value?.scene
        return !scene || (scene.width === width && scene.height === height)
          ? drawn
          : broken(`its viewBox must be that of the picture, 0 0 ${width} ${height}.`)
      },
    },
    call,
    grown,
  )
}

function requestOf({ read, planned }: RedrawnFigure): string {
  return inParts(
    `CANVAS\nviewBox 0 0 ${read.width} ${read.height}, the pixels of the picture; its ground is ${read.background}`,
    planned && fenced('PLANNED', listed(planned)),
    fenced('READ', readingOf(read) || '(nothing)'),
  )
}

/** What was read, a line each: words, forms, lines, photographs. */
function readingOf({ elements, width, height }: Scene): string {
  // A page that a program took for one photograph is a figure that it cannot read.
  const isPage = ({ kind, box }: SceneElement) =>
    kind === 'picture' && box.width * box.height > MOST_INSET * width * height
  const known = elements.filter((each) => !isPage(each))
  const told = (tell: (each: SceneElement) => string | undefined) =>
    known.flatMap((each) => tell(each) ?? []).slice(0, MOST_PARTS)
  return [...told(wordsLine), ...told(formLine), ...told(wayLine), ...told(photoLine)].join('\n')
}

function wordsLine({ kind, label, box, style, data }: SceneElement): string | undefined {
  const text = kind === 'text' ? label : data?.text
  if (text === undefined) return undefined
  const { fontSize, fontWeight = 400, fill } = style
  const set = [
    fontSize !== undefined && `${Math.round(fontSize)} px`,
    fontWeight >= 600 && 'bold',
    fill,
    kind !== 'text' && 'unsure',
  ]
  return `words ${cornersOf(box)} ${JSON.stringify(oneLine(text))} ${set.filter(Boolean).join(' ')}`
}

function formLine({ geometry, style, box }: SceneElement): string | undefined {
  const form = geometry?.form
  if (form !== 'rect' && form !== 'ellipse' && form !== 'polygon' && form !== 'cylinder')
    return undefined
  const radius = geometry?.form === 'rect' && geometry.radius > 0 ? ` rx ${geometry.radius}` : ''
  const ramp = style.gradient?.stops.map(({ color }) => color).join('..')
  const stroke = style.stroke ? ` stroke ${style.stroke} ${style.strokeWidth}` : ''
  return `form ${form} ${cornersOf(box)}${radius} fill ${ramp ?? style.fill ?? 'none'}${stroke}`
}

function wayLine({ geometry, style, heads = 'none' }: SceneElement): string | undefined {
  if (geometry?.form !== 'polyline' && geometry?.form !== 'path') return undefined
  if (!style.stroke) return undefined
  const way =
    geometry.form === 'path'
      ? geometry.d
      : geometry.points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ')
  if (way.length > LONGEST_WAY) return undefined
  const dash = style.dash ? ' dashed' : ''
  return `line ${way} ${style.stroke} ${style.strokeWidth}${dash} heads ${heads}`
}

const photoLine = ({ kind, box }: SceneElement) =>
  kind === 'picture' ? `photograph ${cornersOf(box)}` : undefined

const cornersOf = ({ x, y, width, height }: SceneElement['box']) =>
  `${Math.round(x)},${Math.round(y)}-${Math.round(x + width)},${Math.round(y + height)}`
