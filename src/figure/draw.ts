import { countInferred, type Diagram } from '../forms/diagram'
import type { FigureGround } from '../forms/look'
import type { PictureStyle } from '../forms/picture-style'
import type { Scene } from '../forms/scene'
import { unreadable } from './check/measure'
import { missingGlyphs } from './fonts'
import { typeset, unmarked } from './formula'
import { type LayoutPlan, layout } from './layout'
import type { Planned } from './optimise'
import { dress, grounded, themeOf } from './themes'
import { evenIcons } from './themes/even-icons'
import { referenced } from './themes/referenced'

export interface DrawOptions {
  style: string
  /** `auto` or `W:H`. */
  ratio: string
  title: string
  reference?: PictureStyle
  ground?: FigureGround
  /** Millimetres across on paper. */
  paper?: number
}

/** Places and dresses a diagram: measures of the theme first, its colours after. Throws on an unknown style or ratio. */
export async function draw(diagram: Diagram, options: DrawOptions): Promise<Scene> {
  return (await drawPlanned(await typeset(diagram), options)).scene
}

/** {@link draw} of a diagram that is typeset, by `plan` where there is one; with the plan that was followed. */
export async function drawPlanned(
  diagram: Diagram,
  options: DrawOptions,
  plan?: LayoutPlan,
): Promise<Planned> {
  const named = grounded(themeOf(options.style), options.ground)
  const coloured = options.reference ? referenced(named, options.reference) : named
  const { paper } = options
  const theme = { ...evenIcons(coloured, diagram.nodes), ...(paper !== undefined && { paper }) }
  const laid = await layout(diagram, theme, options.ratio, plan)
  const captions = { title: options.title, description: describeDiagram(diagram) }
  const scene = grouped(dress(laid.sketch, theme, captions), diagram)
  const sentences = [scene.description, unreadable(scene)].filter((each) => each !== undefined)
  return {
    scene: { ...scene, description: sentences.join(' ') },
    plan: laid.plan,
    others: laid.others,
  }
}

/** Says of every node and group which group it stands in. */
function grouped(scene: Scene, { nodes, groups }: Diagram): Scene {
  const frames = new Set(scene.elements.flatMap(({ role, id }) => (role === 'group' ? [id] : [])))
  const nodeHomes = new Map(nodes.map(({ id, group }) => [id, group]))
  const groupHomes = new Map(groups.map(({ id, parent }) => [id, parent]))
  const elements = scene.elements.map((each) => {
    const homes = each.role === 'node' ? nodeHomes : groupHomes
    const parent = each.role === 'node' || each.role === 'group' ? homes.get(each.id) : undefined
    return parent !== undefined && frames.has(parent) ? { ...each, parent } : each
  })
  return { ...scene, elements }
}

/** Says which characters no embedded font has: a viewer's own fonts draw them, at a width that was guessed. */
export function unmeasured(diagram: Diagram): string[] {
  const missing = missingGlyphs(
    unmarked(
      [
        ...diagram.nodes.flatMap((node) => [
          node.label,
          node.detail ?? '',
          ...(node.items ?? []).map((item) => item.label),
        ]),
        ...diagram.edges.map((edge) => edge.label ?? ''),
        ...diagram.groups.map((group) => group.label),
        diagram.title ?? '',
      ].join(''),
    ),
  )
  if (missing.length === 0) return []
  const shown = missing.slice(0, 10).join('')
  const more = missing.length > 10 ? '...' : ''
  return [`${missing.length} characters are not in the embedded fonts (${shown}${more}).`]
}

const HOW_READ: Readonly<Partial<Record<Diagram['source'], string>>> = {
  prose: 'read from prose by rules',
  model: 'planned by a model',
}

/** How the figure was made and which wishes it leaves open, for `<desc>`. */
function describeDiagram(diagram: Diagram): string {
  const read = HOW_READ[diagram.source] ?? `read from ${diagram.source}`
  const inferred = countInferred(diagram)
  const counts =
    diagram.shape === 'stages'
      ? `${diagram.nodes.length} stages in order`
      : `${diagram.nodes.length} nodes, ${diagram.edges.length} relations`
  const made = `${counts}, ${read}${inferred > 0 ? `; ${inferred} inferred, drawn dashed` : ''}.`
  return [made, ...unmeasured(diagram), ...(diagram.ignored ?? [])].join(' ')
}
