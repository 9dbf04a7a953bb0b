/**
 * The reader of drawings: an SVG of the closed set of elements (a model's, a person's, our own writer's) becomes a scene.
 *
 * Doors: `readDrawing(svg, options)` and `readPatch(text, base)` here, the latter applied by `patched()` in
 * `src/figure/patch`; `check(scene, options)` in `src/figure/check`; `exact(scene, held)` in `src/figure/exact`;
 * `diagramOf(scene, text)` in `src/figure/diagram-of.ts`; the kinds of faults in `src/forms/fault.ts`. Writing is `toSvg`
 * of `src/figure/svg/`.
 */

import { PAPER } from '../../figure/canvas/paper'
import { within } from '../../figure/geometry'
import { workFault } from '../../figure/render/cost'
import { type Markup, written } from '../../figure/svg/clean'
import { openTag } from '../../figure/svg/xml'
import { STANDARD_STYLE } from '../../forms/look'
import { rounded } from '../../forms/numbers'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import { withThings } from './found'
import { elementsIn, markupOf, textIn } from './markup'
import { held, lengthOf, viewOf } from './numbers'
import { lookWithin } from './paint'
import { DrawingRefused } from './refused'
import { roleOf } from './roles'
import { settled } from './settle'
import { Walk } from './walk'

export { DrawingRefused } from './refused'

export interface ReadOptions {
  /** The theme whose palette the drawing was made with. Default `academic`. */
  theme?: string
  /** For readers who cannot see the figure. Default: the drawing's own `title`, `desc`. */
  title?: string
  description?: string
  /** Width on paper in mm; the drawing's own where it declares one, else 178. */
  paper?: number
  /** The house's own SVG: embedded pictures stay, and it may be as large as they make it. */
  own?: boolean
  /** It is of a picture: `rect`s that say `data-crop` are pictures without pixels, which are to be cut out of that. */
  crops?: boolean
  /** It is one picture: nothing in it is a thing or a ground, markers are shapes like others. */
  flat?: boolean
}

export interface ReadDrawing {
  scene: Scene
  /** What was left out, a sentence each. */
  dropped: string[]
  /** The drawing's root and definitions, cleaned: what the groups of a patch may refer to. */
  frame: string
}

/** @throws DrawingRefused where it is no drawing, too large, or its numbers are none. */
export function readDrawing(svg: string, options: ReadOptions = {}): ReadDrawing {
  const drawn = markupOf(svg, options.own)
  const { root } = drawn
  const view = canvasOf(root)
  const walk = new Walk(drawn, view, options.crops, options.flat)
  walk.reserve(namesIn(root))
  const look = lookWithin({}, root)
  for (const child of elementsIn(root))
    walk.walk(child, { matrix: [1, 0, 0, 1, -view.x, -view.y], look })
  const all = settled(walk.elements)
  const { background, elements } = options.flat
    ? { background: '#ffffff', elements: all }
    : withoutGround(all, view)
  if (elements.length === 0) throw new DrawingRefused('The drawing draws nothing.')
  const said = (name: string) => {
    const one = elementsIn(root).find((child) => child.name === name)
    return one && textIn(one).trim()
  }
  const millimetres = /^\s*([\d.]+)mm\s*$/.exec(root.attributes.width ?? '')?.[1]
  const scene: Scene = {
    width: view.width,
    height: view.height,
    paper: options.paper ?? (millimetres ? held(Number(millimetres)) : PAPER.wide),
    background,
    theme: options.theme ?? STANDARD_STYLE,
    title: options.title ?? said('title') ?? '',
    description: options.description ?? said('desc') ?? '',
    drawn: true,
    ...((view.x !== 0 || view.y !== 0) && { origin: { x: view.x, y: view.y } }),
    elements: options.flat ? elements : withThings(elements),
  }
  bounded(scene)
  return { scene, dropped: [...drawn.dropped, ...walk.dropped], frame: frameOf(drawn.root) }
}

/** Groups to stand in the place of those of the same id, or beside them, and ids of groups that go. */
export interface Patch {
  elements: SceneElement[]
  drops: string[]
  /** What was left out of it, a sentence each. */
  dropped: string[]
}

/** Reads the first `<patch>` of a text; `frame` is what {@link readDrawing} gave. @throws DrawingRefused */
export function readPatch(
  text: string,
  { scene, frame, crops }: { scene: Scene; frame?: string; crops?: boolean },
): Patch {
  const open = /<patch\b[^>]*>/.exec(text)
  if (!open) throw new DrawingRefused('The answer holds no <patch>.')
  const rest = text.slice(open.index + open[0].length)
  const end = open[0].endsWith('/>') ? 0 : rest.search(/<\/patch\s*>/)
  if (end < 0) throw new DrawingRefused('The patch does not end with </patch>.')
  const drops: string[] = []
  const groups = rest
    .slice(0, end)
    .replace(
      /<drop\b[^>]*?\bref\s*=\s*["']([^"']*)["'][^>]*?(?:\/>|>\s*<\/drop\s*>)/g,
      (_, id: string) => {
        drops.push(id.trim())
        return ''
      },
    )
  if (groups.trim() === '') return { elements: [], drops, dropped: [] }
  const { x, y } = scene.origin ?? { x: 0, y: 0 }
  const plain = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${scene.width} ${scene.height}">`
  const drawn = markupOf(`${frame ?? plain}${groups}</svg>`)
  const walk = new Walk(drawn, scene, crops)
  const named = namesIn(drawn.root)
  walk.reserve(
    new Set([...named, ...scene.elements.filter(({ parent }) => !parent).map(({ id }) => id)]),
  )
  const look = lookWithin({}, drawn.root)
  for (const child of elementsIn(drawn.root))
    walk.walk(child, { matrix: [1, 0, 0, 1, -x, -y], look })
  const elements = settled(walk.elements)
  bounded({ ...scene, elements })
  return { elements, drops, dropped: [...drawn.dropped, ...walk.dropped] }
}

function bounded(scene: Scene): void {
  const work = workFault(scene)
  if (work !== undefined) throw new DrawingRefused(`The drawing ${work}`)
}

const LEAST = 16

/** The canvas that a root declares, with whole numbers of pixels. */
function canvasOf(root: Markup): Box {
  const view = viewOf(root)
  const { width, height } = root.attributes
  const size = view ?? { x: 0, y: 0, width: lengthOf(width, 0), height: lengthOf(height, 0) }
  if (!(size.width >= LEAST && size.height >= LEAST))
    throw new DrawingRefused(
      `The drawing declares no canvas: its <svg> needs a viewBox, at least ${LEAST} units on a side.`,
    )
  return { x: size.x, y: size.y, width: rounded(size.width), height: rounded(size.height) }
}

/** Ids of nodes, edges and panels wherever they stand: made up ones must not take them. */
function namesIn(one: Markup): Set<string> {
  const ids = new Set<string>()
  const visit = (markup: Markup) => {
    const role = roleOf(markup)
    const id = role && (role.id ?? markup.attributes.id)
    if (id !== undefined) ids.add(id)
    for (const child of elementsIn(markup)) visit(child)
  }
  visit(one)
  return ids
}

/** A rectangle under everything, as large as the canvas, is its colour. */
function withoutGround(
  elements: SceneElement[],
  canvas: Box,
): { background: string; elements: SceneElement[] } {
  const [first] = elements
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height }
  const { fill, stroke, gradient, opacity } = first?.style ?? {}
  const isGround =
    (first?.geometry?.form === 'rect' || first?.geometry?.form === 'polygon') &&
    first.role === undefined &&
    !first.parent &&
    within(whole, first.box, 0.5)
  if (!isGround || !fill || stroke || gradient || opacity !== undefined)
    return { background: '#ffffff', elements }
  return { background: fill, elements: elements.slice(1) }
}

/** The root's tag and its definitions. */
function frameOf(root: Markup): string {
  const defined = elementsIn(root).filter(({ name }) => DEFINED.test(name))
  return `${openTag('svg', { ...root.attributes })}>${defined.map(written).join('')}`
}

const DEFINED = /^(?:defs|symbol|marker|clipPath|linearGradient|radialGradient)$/
