import { type FlatScene, flattened } from '../../figure/check/flat-scene'
import { lettersOf, similarity } from '../../figure/check/labels'
import { SENTENCES } from '../../figure/check/sentences'
import { grown, hullOf, overlap, sharedPart } from '../../figure/geometry'
import { rescaleScene } from '../../figure/geometry/rescale'
import { difference } from '../../figure/pixels/color'
import { FAULT_KINDS, type Fault, type FaultKind } from '../../forms/fault'
import { roundedTo } from '../../forms/numbers'
import type { HeldDrawing, Likeness, WordsKnown } from '../../forms/reading'
import type { Box, Point, Scene, SceneElement } from '../../forms/scene'
import { pointsAlongLine } from './outlines/outline-dashes'
import { renderElements } from './painting/render'
import type { Mask, Pixels } from './pixels/pixels'
import { ssim } from './pixels/ssim'
import type { Reading } from './reading'

/** A picture as it is and without its grain, and the levels that are ink in it. */
export type Seen = Pick<Reading, 'original' | 'source' | 'contrast'>

/** Pixels of the picture by which what is drawn may lie off its ink. */
const REACH = 3
/** The share of a line, and of a border, that must lie on ink; the gaps of dashes do not. */
const LINE_ON_INK = 0.6
const BORDER_ON_INK = 0.5
/** Of the pixels of a line of words, those that are edges; where nothing is written there are none. */
const WRITTEN = 0.03
/** What was read with this confidence is held against what is drawn. */
const SURE = 0.85
/** Side of the squares in which ink is looked for that nothing draws, as a share of the picture's longer side. */
const SQUARE = 1 / 160
/** Edges in a square that nothing draws, squares of a region of them, regions that are told of. */
const LEFT_OUT = { share: 0.12, squares: 4, most: 5 } as const
/** A region with this share of all ink is a hard fault. */
const LARGE = 0.03

const isImage = ({ geometry }: SceneElement) => geometry?.form === 'image'

/** How near a scene comes to the picture. */
export async function likenessOf({ original }: Pick<Seen, 'original'>, scene: Scene) {
  return (await rendered(original, rescaleScene(scene, original))).likeness
}

async function rendered(original: Pixels, scene: Scene) {
  const images = scene.elements.some(isImage)
  const drawn = await renderElements(
    scene,
    scene.elements.filter((each) => !isImage(each)),
  )
  const whole = images ? await renderElements(scene) : drawn
  const likeness: Likeness = {
    drawn: roundedTo(ssim(original, drawn), 5),
    whole: roundedTo(ssim(original, whole), 5),
  }
  return { likeness, whole }
}

/** Holds a drawing of a picture against its pixels, and against what was read of them. */
export async function held(
  seen: Seen,
  drawing: Scene,
  { read, planned }: WordsKnown,
): Promise<HeldDrawing> {
  const { original } = seen
  const scene = rescaleScene(drawing, original)
  const { likeness, whole } = await rendered(original, scene)
  const flat = flattened(scene)
  const lines = rescaleScene(read, original).elements.filter(isSure)
  const scale = drawing.width / original.width
  const edges: Edges = { ...original, mask: edgesOf(seen.source, seen.contrast / 2) }
  const words = missingWords(flat, lines, scale)
  return {
    likeness,
    faults: [
      ...foreignWords(flat, lines, edges, planned ?? []),
      ...words.map(({ fault }) => fault),
      ...missingPlanned(flat, planned ?? []),
      ...offInk(flat, edges),
      ...leftOut(seen, whole, scale, [
        ...words.map(({ box }) => box),
        ...scene.elements.filter(isImage).map(({ box }) => box),
      ]),
    ],
  }
}

/** The edges of a picture: of letters, lines and borders. */
interface Edges extends Pick<Pixels, 'width' | 'height'> {
  mask: Mask
}

/** Words that were read with confidence; strokes alone may be dashes, hatching, brush marks. */
const isSure = ({ kind, label = '', confidence = 0 }: SceneElement) =>
  kind === 'text' && confidence >= SURE && /[^1].|.[^1]/u.test(folded(lettersOf(label)))

function faultOf(kind: FaultKind, id: string | null, by: number, sentence: string): Fault {
  const by2 = roundedTo(by, 2)
  return { kind, id, other: null, hard: FAULT_KINDS[kind], sentence, mended: false, by: by2 }
}

const calledBy = (thing: SceneElement | undefined) => thing?.id ?? 'the canvas'

function placeOf({ x, y, width, height }: Box, scale: number): string {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((one) =>
    Math.round(scale * one),
  )
  return `${left},${top}-${right},${bottom}`
}

/** Letters that the reader of pictures knows: of others its reading says nothing. */
const isReadable = (letters: readonly string[]) =>
  letters.every((letter) => /[\da-z]/.test(letter.normalize('NFD').charAt(0)))

/** Letters as a reader of pixels tells them apart. */
const folded = (letters: readonly string[]) =>
  letters.join('').replaceAll(/[il]/g, '1').replaceAll('o', '0')

/** Words where nothing is written, and those that the reader denies at their place; planned ones are right in any case. */
function foreignWords(
  { words }: FlatScene,
  lines: readonly SceneElement[],
  edges: Edges,
  planned: readonly string[],
): Fault[] {
  const plan = planned.map((label) => folded(lettersOf(label)))
  return words.flatMap((line): Fault[] => {
    const letters = lettersOf(line.text)
    const own = folded(letters)
    if (letters.length < 2 || plan.some((label) => label.includes(own))) return []
    const who = calledBy(line.thing)
    const id = line.thing?.id ?? null
    if (shareIn(edges, line.box) < WRITTEN)
      return [
        faultOf(
          'words_foreign',
          id,
          1,
          `The words "${line.text}" of ${who} stand where the picture has none. Put them where they are in the picture, or leave them out.`,
        ),
      ]
    const there = lines.filter(({ box }) => sharedPart(box, line.box) > 0.5)
    const read = there.map(({ label = '' }) => label).join(' ')
    const other = folded(lettersOf(read))
    if (there.length === 0 || !isReadable(letters)) return []
    if (other.includes(own) || own.includes(other)) return []
    return [
      faultOf(
        'words_foreign',
        id,
        1 - similarity(read, line.text),
        `The words "${line.text}" of ${who} are read as "${read}" in the picture. Look there again, letter by letter, and write what stands there.`,
      ),
    ]
  })
}

/** Words that were read with confidence, where nothing is written in the drawing. */
function missingWords({ words, parts }: FlatScene, lines: readonly SceneElement[], scale: number) {
  const images = parts.filter(({ element }) => isImage(element))
  const isThere = ({ box }: SceneElement) =>
    words.some((line) => overlap(grown(line.box, box.height / 2), box)) ||
    images.some((image) => overlap(image.box, box))
  return lines
    .filter((line) => !isThere(line))
    .map(({ label, box }) => ({
      box,
      fault: faultOf(
        'missing',
        null,
        1,
        `The words "${label}" at ${placeOf(box, scale)} of the picture are not drawn. Write them there, in the group that they belong to.`,
      ),
    }))
}

function missingPlanned({ words }: FlatScene, planned: readonly string[]): Fault[] {
  const all = words.map(({ text }) => lettersOf(text).join(''))
  const whole = all.join(' ')
  const isWritten = (label: string) => {
    const letters = lettersOf(label).join('')
    return whole.includes(letters) || letters.length === 0 || spelt(letters, all)
  }
  return planned
    .filter((label) => !isWritten(label))
    .map((label) =>
      faultOf(
        'missing',
        null,
        1,
        `The words "${label}" were to be painted and are not drawn. Write them at the thing that the picture shows for them.`,
      ),
    )
}

/** Whether lines that lie anywhere make up a label, one after the other. */
function spelt(letters: string, lines: readonly string[]): boolean {
  if (letters === '') return true
  return lines.some(
    (line, at) =>
      line !== '' &&
      letters.startsWith(line) &&
      spelt(letters.slice(line.length), lines.toSpliced(at, 1)),
  )
}

/** Connectors and borders that run where the picture shows nothing. */
function offInk({ wires, things }: FlatScene, edges: Edges): Fault[] {
  const onInk = (points: readonly Point[]) => {
    const along = pointsAlongLine(points)
    const on = along.filter((point) => isNear(edges, point)).length
    return along.length === 0 ? 1 : on / along.length
  }
  const off = (who: string, what: string, share: number) => {
    const [kind, by] = ['off_picture' as const, 1 - share]
    const told = { kind, of: undefined, by, who, what, room: '', them: '' }
    const n = String(Math.round(100 * share))
    return faultOf(kind, who, by, SENTENCES.off_picture({ ...told, n }))
  }
  const lines = wires.flatMap(({ element, points }): Fault[] => {
    const share = onInk(points)
    return share < LINE_ON_INK ? [off(element.id, 'line', share)] : []
  })
  const forms = [...things.values()].flatMap(({ element, parts }): Fault[] => {
    const form = parts.find((part) => part.element === element)
    if (!form || (!form.stroke && !form.fill)) return []
    const share = onInk(form.contours.flatMap(({ points }) => points))
    return share < BORDER_ON_INK ? [off(element.id, 'border', share)] : []
  })
  return [...lines, ...forms]
}

/** Regions of ink that nothing draws, the largest first. */
function leftOut(
  { source, contrast }: Seen,
  drawn: Pixels,
  scale: number,
  told: readonly Box[],
): Fault[] {
  const { width, height } = source
  const side = Math.max(4, Math.round(SQUARE * Math.max(width, height)))
  const across = Math.ceil(width / side)
  const [real, made] = [edgesOf(source, 1.5 * contrast), edgesOf(drawn, contrast / 2)]
  const inSquares = (mask: Mask) => {
    const counts = new Int32Array(across * Math.ceil(height / side))
    for (let i = 0; i < mask.length; i++) {
      if (!mask[i]) continue
      const at = Math.floor(Math.floor(i / width) / side) * across + Math.floor((i % width) / side)
      counts[at] = (counts[at] ?? 0) + 1
    }
    return counts
  }
  const [ink, ours] = [inSquares(real), inSquares(made)]
  const around = (at: number) =>
    [-1, 0, 1].flatMap((dx) => {
      const column = (at % across) + dx
      return column < 0 || column >= across
        ? []
        : [-across, 0, across].map((down) => at + down + dx)
    })
  const open = new Set<number>()
  for (let at = 0; at < ink.length; at++)
    if ((ink[at] ?? 0) >= LEFT_OUT.share * side * side && around(at).every((one) => !ours[one]))
      open.add(at)
  const all = ink.reduce((sum, count) => sum + count, 0)
  const regions: { box: Box; squares: number; count: number }[] = []
  for (const first of open) {
    const region = { box: squareAt(first, across, side), squares: 0, count: 0 }
    const next = [first]
    open.delete(first)
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      region.box = hullOf([region.box, squareAt(at, across, side)])
      region.squares++
      region.count += ink[at] ?? 0
      for (const one of around(at)) if (open.delete(one)) next.push(one)
    }
    regions.push(region)
  }
  return regions
    .filter(
      ({ box, squares }) => squares >= LEFT_OUT.squares && !told.some((one) => overlap(one, box)),
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, LEFT_OUT.most)
    .map(({ box, count }) => ({
      ...faultOf(
        'missing',
        null,
        count / all,
        `What the picture shows at ${placeOf(box, scale)} is not drawn. Draw it; where it is a photograph, cut it out by a data-crop.`,
      ),
      hard: count >= LARGE * all,
    }))
}

const squareAt = (at: number, across: number, side: number): Box => ({
  x: (at % across) * side,
  y: Math.floor(at / across) * side,
  width: side,
  height: side,
})

/** Pixels to both sides over which colours are compared: a painted border is soft. */
const SOFT = [1, 4] as const

/** Where what lies on both sides differs by more than so many levels. */
function edgesOf({ width, rgb }: Pixels, least: number): Mask {
  const mask = new Uint8Array(rgb.length)
  for (const far of SOFT)
    for (let i = far * width; i < rgb.length - far * width; i++) {
      const isEdge =
        difference(rgb[i - far] as number, rgb[i + far] as number) > least ||
        difference(rgb[i - far * width] as number, rgb[i + far * width] as number) > least
      if (isEdge) mask[i] = 1
    }
  return mask
}

function isNear({ mask, width, height }: Edges, { x, y }: Point): boolean {
  const [left, right] = [Math.max(0, Math.floor(x) - REACH), Math.min(width - 1, x + REACH)]
  const bottom = Math.min(height - 1, y + REACH)
  for (let row = Math.max(0, Math.floor(y) - REACH); row <= bottom; row++)
    for (let column = left; column <= right; column++) if (mask[row * width + column]) return true
  return false
}

/** Of a box's pixels, those in a mask. */
function shareIn({ mask, width, height }: Edges, box: Box): number {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)]
  let [on, all] = [0, 0]
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      on += mask[row * width + column] ?? 0
      all++
    }
  return all === 0 ? 0 : on / all
}
