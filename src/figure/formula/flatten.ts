import type { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js'
import { placed as at, IDENTITY, type Matrix, times, transformOf } from '../transform'

interface Clip {
  left: number
  top: number
  right: number
  bottom: number
}

interface Place {
  matrix: Matrix
  /** In the units of the outermost element. */
  clip?: Clip
}

/** Path data and the box of its points. */
export interface Outline extends Clip {
  d: string
}

/**
 * One outline of all that an SVG of MathJax shows, in the root's own units and rounded to whole ones: absolute M, L, C
 * and Z. Throws where it shows nothing or anything but outlines, such as a letter that its font lacks.
 */
export function flatten(root: LiteElement): Outline {
  const parts: string[] = []
  for (const child of elementsIn(root)) walk(child, { matrix: IDENTITY }, parts)
  const d = parts.join('')
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [, x, y] of d.matchAll(/(-?\d+) (-?\d+)/g)) {
    box.left = Math.min(box.left, Number(x))
    box.right = Math.max(box.right, Number(x))
    box.top = Math.min(box.top, Number(y))
    box.bottom = Math.max(box.bottom, Number(y))
  }
  if (!(box.right > box.left)) throw new Error('nothing is drawn')
  return { d, ...box }
}

function elementsIn(element: LiteElement): LiteElement[] {
  return element.children.filter((child): child is LiteElement => 'attributes' in child)
}

function walk(element: LiteElement, around: Place, parts: string[]): void {
  const attribute = (name: string) => String(element.attributes[name] ?? '')
  const length = (name: string) => Number.parseFloat(attribute(name)) || 0
  const place = { ...around, matrix: times(around.matrix, transformOf(attribute('transform'))) }
  switch (element.kind) {
    case 'g':
      for (const child of elementsIn(element)) walk(child, place, parts)
      return
    case 'svg': {
      const within = viewport(attribute('viewBox'), length, place)
      for (const child of elementsIn(element)) walk(child, within, parts)
      return
    }
    case 'path':
      parts.push(moved(attribute('d'), place))
      return
    case 'rect': {
      const box = [length('x'), length('y'), length('width'), length('height')] as const
      const hollow = attribute('fill') === 'none'
      if (hollow && attribute('stroke') === 'none') return
      parts.push(hollow ? frame(box, length('stroke-width'), place) : bar(box, place))
      return
    }
    case 'line':
      parts.push(ruled([length('x1'), length('y1'), length('x2'), length('y2')], place))
      return
    default:
      throw new Error(
        `it takes a ${element.kind === 'text' ? 'letter of another font' : element.kind}`,
      )
  }
}

type Four = readonly [number, number, number, number]

function bar([x, y, width, height]: Four, place: Place): string {
  const [right, bottom] = [x + width, y + height]
  return moved(`M${x} ${y}L${right} ${y}L${right} ${bottom}L${x} ${bottom}Z`, place)
}

/** The outline of a box as four bars. */
function frame([x, y, width, height]: Four, stroke: number, place: Place): string {
  const half = stroke / 2
  const across = width + stroke
  return [
    [x - half, y - half, across, stroke],
    [x - half, y + height - half, across, stroke],
    [x - half, y + half, stroke, height - stroke],
    [x + width - half, y + half, stroke, height - stroke],
  ]
    .map((each) => bar(each as unknown as Four, place))
    .join('')
}

/** Thickness of the rules of a table. */
const RULE = 70

function ruled([x1, y1, x2, y2]: Four, place: Place): string {
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)]
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)]
  const upright = width < height
  return upright
    ? bar([left - RULE / 2, top, RULE, height], place)
    : bar([left, top - RULE / 2, width, RULE], place)
}

function moved(d: string, { matrix, clip }: Place): string {
  return d.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, letter: string, values: string) => {
    if (letter === 'Z') return 'Z'
    if (!/[MLC]/.test(letter)) throw new Error(`it takes a path of ${letter}`)
    const numbers = (values.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
    const placed: number[] = []
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      placed.push(...clipped(at(matrix, numbers[i] ?? 0, numbers[i + 1] ?? 0), clip))
    }
    return `${letter}${placed.join(' ')}`
  })
}

/** A stretched sign's middle part is cut at its ends; it has straight sides, so its corners may as well move there. */
function clipped([x, y]: [number, number], clip: Clip | undefined): [number, number] {
  const [across, down] = clip
    ? [Math.min(clip.right, Math.max(clip.left, x)), Math.min(clip.bottom, Math.max(clip.top, y))]
    : [x, y]
  return [Math.round(across) + 0, Math.round(down) + 0]
}

/** What an inner `<svg>` shows, and of that only its view box. */
function viewport(
  viewBox: string,
  length: (name: string) => number,
  { matrix, clip }: Place,
): Place {
  const view = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x = 0, y = 0, width = 0, height = 0] = view
  if (view.length !== 4 || !(width > 0 && height > 0))
    throw new Error('it has a part without a size')
  const scale = [length('width') / width, length('height') / height] as const
  const inner = times(matrix, [
    scale[0],
    0,
    0,
    scale[1],
    length('x') - x * scale[0],
    length('y') - y * scale[1],
  ])
  const corners = [
    [x, y],
    [x + width, y + height],
  ].map(([px = 0, py = 0]) => at(inner, px, py))
  const xs = corners.map(([px]) => px)
  const ys = corners.map(([, py]) => py)
  const own = {
    left: Math.max(Math.min(...xs), clip?.left ?? -Infinity),
    top: Math.max(Math.min(...ys), clip?.top ?? -Infinity),
    right: Math.min(Math.max(...xs), clip?.right ?? Infinity),
    bottom: Math.min(Math.max(...ys), clip?.bottom ?? Infinity),
  }
  return { matrix: inner, clip: own }
}
