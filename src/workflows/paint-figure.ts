import type { Diagram } from '../forms/diagram'
import type { Call, Painting } from '../forms/engines'
import { STANDARD_STYLE } from '../forms/look'
import { remarksOf, sentencesOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import type { Outcome, TextWish } from '../forms/workflows'
import { type Desk, reported, tell } from './desk'
import { groundingOf } from './grounding'
import { vectorised } from './vectorise'

/** Longer side of a reference picture that goes to a painter, in pixels. */
const REFERENCE_SIDE = 1568
/** By how much of itself a picture's ratio may differ from what was asked. */
const RATIO_SLACK = 0.02

/** What is painted. */
export interface Painted {
  diagram: Diagram
  /** The method text. */
  text: string
  wish: TextWish
  title: string
  stage(name: string): Call
}

/**
 * Lets a model paint the figure, and makes the painted picture editable; the diagram stays the plan. Null: nobody paints,
 * and the figure is to be drawn from its structure.
 */
export async function paintFigure(desk: Desk, painted: Painted): Promise<Outcome | null> {
  const { diagram, wish, stage, title } = painted
  const painting = await desk.engines.paint?.(await briefOf(desk, painted), stage('paint'))
  if (!painting) return null
  const { provider, model } = painting.by
  desk.log(`painted by ${provider}, model ${model}`)
  const description = `Painted by ${model} after a plan of ${diagram.nodes.length} nodes and ${diagram.edges.length} edges, and read back from the picture.`
  const { scene, report } = await vectorised(desk, painting.picture, {
    stage,
    rounds: wish.iterations - 1,
    plan: diagram,
    named: (scene) => ({ ...scene, title, description }),
    formats: wish.output_formats,
    ...(wish.icons && { icons: wish.icons }),
  })
  tell(desk, remarksOf('doubt', painting.warnings))
  tell(desk, remarksOf('unmet', offRatio(scene, painting)))
  return reported(desk, scene.description, report, {
    rounds: report.rounds ?? [],
    grounding: groundingOf(diagram),
    unsure: sentencesOf('open', desk.remarks),
  })
}

/** Longer side of the draft that a painter is shown, in pixels. */
const GUIDE_SIDE = 1024

async function briefOf(desk: Desk, { diagram, text, wish, title }: Painted) {
  const { caption, context, style_preset, ground, referencePicture, aspect_ratio: ratio } = wish
  const reference = referencePicture && (await desk.shown(referencePicture, REFERENCE_SIDE)).png
  return {
    ...{ diagram, caption, title: diagram.title ?? null },
    style: style_preset ?? STANDARD_STYLE,
    light: ground === 'light',
    // What others wrote asks for nothing.
    ...(context === undefined && { text }),
    guide: async () => {
      const { figure } = desk
      const { scene, svg } = await figure.compose(diagram, { style: STANDARD_STYLE, ratio, title })
      const share = GUIDE_SIDE / Math.max(scene.width, scene.height)
      const [width, height] = [scene.width, scene.height].map((one) => Math.round(share * one))
      return figure.png(svg, { width: width ?? 1, height: height ?? 1 })
    },
    ...(reference && { reference }),
  }
}

/** A picture is kept as it came; that it has other sides than asked is said. */
function offRatio({ width, height }: Scene, { ratio = 'auto' }: Painting): string[] {
  const [across, down] = ratio.split(':').map(Number)
  if (!across || !down) return []
  const off = Math.abs(width / height / (across / down) - 1)
  if (off <= RATIO_SLACK) return []
  return [`aspect ratio ${ratio}: the painted picture came with ${width} x ${height} pixels`]
}
