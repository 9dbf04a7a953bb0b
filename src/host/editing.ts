import { Type } from '@sinclair/typebox'
import { Diagram } from '../forms/diagram'
import type { Edit, EditedFigure } from '../forms/edit'
import { OPERATIONS } from '../forms/operations'
import { OUTPUTS, type Output } from '../forms/outputs'
import type { OwnPictures } from '../forms/picture'
import { Scene } from '../forms/scene'
import type { Kit } from '../plugin'

/** Of one request. */
const MOST_OPERATIONS = 500

const STRICT = OPERATIONS.map(({ properties }) =>
  Type.Object(properties, { additionalProperties: false }),
)

/** What plugins are lent for the editing of figures. */
export const EDITING: Kit['editing'] = {
  fields: {
    operations: Type.Array(Type.Union(STRICT), {
      minItems: 0,
      maxItems: MOST_OPERATIONS,
      description: 'Changes to the figure, one after the other; null takes a thing away.',
    }),
    diagram: { ...Diagram, description: `The whole edited \`${OUTPUTS.diagram.path}\`.` },
    scene: { ...Scene, description: `The whole edited \`${OUTPUTS.scene.path}\`.` },
    svg: Type.String({
      minLength: 1,
      description: `The whole \`${OUTPUTS.svg.path}\` as it was drawn on in another editor. What is no part of a drawing is left out.`,
    }),
    instruction: Type.String({
      minLength: 1,
      maxLength: 2000,
      notBlank: true,
      chooses: 'svg.instruction',
      description:
        'What is to be changed, in words, for a model of the role `svg`: "make the scanner larger, put the matrix last".',
    }),
  },
  fault: async (edit, figure) => {
    if (edit.svg !== undefined) return drawingFault(edit.svg)
    const { editFault } = await import('../figure/patch/editing')
    return editFault(edit, figure) ?? pictureFault(edit, figure)
  },
  figure: figureIn,
}

/** Figures that are kept as they were read last: an editor asks for one again and again. */
const MOST_KEPT = 4
const kept = new Map<string, EditedFigure>()

/** Of one picture that is added. */
const MOST_PIXELS = 50_000_000

/** A picture that an edit adds is decoded: one that cannot be is seen by nobody. */
async function pictureFault({ operations = [], scene }: Edit, figure: EditedFigure | undefined) {
  const known = new Set(hrefsIn(figure?.scene).map(({ href }) => href))
  const added = scene
    ? hrefsIn(scene)
    : operations.flatMap((one, at) =>
        one.op === 'add_picture'
          ? [{ href: one.href, place: `operations[${at}] add_picture: its href` }]
          : [],
      )
  if (added.length === 0) return undefined
  const { pictureHeader, UnreadablePicture } = await import('../read/raster')
  for (const { href, place } of added) {
    if (href === '' || known.has(href)) continue
    try {
      known.add(href)
      await pictureHeader(Buffer.from(href.slice(href.indexOf(',') + 1), 'base64'), MOST_PIXELS)
    } catch (error) {
      if (!(error instanceof UnreadablePicture)) throw error
      return {
        field: scene ? 'scene' : 'operations',
        sentence: `${place}: ${error.message}`,
      } as const
    }
  }
  return undefined
}

const hrefsIn = (scene: Scene | undefined) =>
  (scene?.elements ?? []).flatMap(({ geometry }, at) =>
    geometry?.form === 'image'
      ? [{ href: geometry.href, place: `elements[${at}].geometry.href` }]
      : [],
  )

async function figureIn(
  id: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<EditedFigure | undefined> {
  const figure = kept.get(id) ?? (await readFigure(read))
  if (!figure) return undefined
  kept.delete(id)
  kept.set(id, figure)
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
  return figure
}

async function readFigure(
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<EditedFigure | undefined> {
  const text = async ({ path }: Output) => {
    const bytes = await read(path)
    return bytes && new TextDecoder().decode(bytes)
  }
  const [scene, diagram] = await Promise.all([text(OUTPUTS.scene), text(OUTPUTS.diagram)])
  if (scene !== undefined)
    return {
      scene: JSON.parse(scene),
      ...(diagram !== undefined && { diagram: JSON.parse(diagram) }),
    }
  const svg = await text(OUTPUTS.svg)
  const drawn = svg === undefined ? undefined : await drawingIn(svg, { own: true })
  return drawn && 'scene' in drawn ? { scene: drawn.scene } : undefined
}

async function drawingFault(svg: string) {
  const drawn = await drawingIn(svg, { own: true })
  const { sizeFault } = await import('../figure/patch/editing')
  const sentence = 'refused' in drawn ? drawn.refused : sizeFault(drawn.scene)
  return sentence === undefined ? undefined : ({ field: 'svg', sentence } as const)
}

/** The drawing that an SVG is, or why it is none. */
export async function drawingIn(svg: string, options?: { own?: boolean; flat?: boolean }) {
  const { DrawingRefused, readDrawing } = await import('../read/drawing')
  try {
    return readDrawing(svg, options)
  } catch (error) {
    if (error instanceof DrawingRefused) return { refused: error.message }
    throw error
  }
}

/** What plugins are lent for drawings of others. */
export const DRAWINGS: Kit['drawings'] = {
  fault: async (svg) => {
    const drawn = await drawingIn(svg)
    return 'refused' in drawn ? drawn.refused : undefined
  },
}

/** What nodes may bear here, with small pictures of it; made at the first question. */
export async function pictureSamples(own: OwnPictures): Promise<Samples> {
  const made = samples.get(own) ?? (await import('../figure/patch/editing')).pictureSamples(own)
  samples.set(own, made)
  return made
}

type Samples = ReturnType<typeof import('../figure/patch/editing')['pictureSamples']>
const samples = new WeakMap<OwnPictures, Samples>()
