import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { FAMILIES } from '../../../figure/fonts'
import type { Strip } from '../lines/strip'
import { type Cell, inkWithin } from './cells'

/** A letter's form without its size: coverage of a square, and width over height. */
interface Form {
  ink: Float32Array
  slim: number
}

const SIDE = 12
/** Pixels that letters are drawn at to compare forms. */
const DRAWN = 60

const forms = new Map<string, Form[]>()
let faces: string[] | undefined

/** The embedded faces that forms are drawn from, registered under names of their own on first use. */
function facesOf(): string[] {
  faces ??= FAMILIES.filter(({ name }) => name !== 'Shantell Sans').flatMap(({ name, files }) =>
    [files[0], files.at(-1)].flatMap((file) => {
      if (!file) return []
      const alias = `lettering ${name} ${file[0]}`
      GlobalFonts.register(readFileSync(file[1]), alias)
      return [alias]
    }),
  )
  return faces
}

function formsOf(text: string): Form[] {
  let known = forms.get(text)
  if (!known) {
    known = facesOf().flatMap((face) => drawn(text, face) ?? [])
    forms.set(text, known)
  }
  return known
}

function drawn(text: string, face: string): Form | undefined {
  const [width, height] = [DRAWN * (text.length + 1), 2 * DRAWN]
  const context = createCanvas(width, height).getContext('2d')
  context.font = `${DRAWN}px "${face}"`
  context.fillText(text, DRAWN / 2, 1.4 * DRAWN)
  const { data } = context.getImageData(0, 0, width, height)
  const alpha = new Uint8Array(width * height)
  const box = { left: width, right: 0, top: height, bottom: 0 }
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = data[4 * i + 3] ?? 0
    if ((alpha[i] ?? 0) < 128) continue
    const x = i % width
    const y = (i - x) / width
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return box.right > box.left ? formIn({ width, height, data: alpha }, box) : undefined
}

/** Averages a box into the square. */
function formIn(
  plane: { width: number; height: number; data: Uint8Array },
  box: { left: number; right: number; top: number; bottom: number },
): Form {
  const ink = new Float32Array(SIDE * SIDE)
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      ink[row * SIDE + column] = inkWithin(plane, box, {
        left: column / SIDE,
        right: (column + 1) / SIDE,
        top: row / SIDE,
        bottom: (row + 1) / SIDE,
      })
    }
  }
  return { ink, slim: wide / high }
}

/**
 * How much a place looks like a letter in any of the embedded faces: correlation of the two forms, 1 for the same, less
 * where one is wider than the other.
 */
export function likeness(strip: Strip, cell: Cell, text: string): number {
  const own = formIn(strip, cell)
  let best = -1
  for (const form of formsOf(text)) {
    const misfit = Math.abs(Math.log(own.slim / form.slim))
    best = Math.max(best, correlation(own.ink, form.ink) - 0.35 * Math.max(0, misfit - 0.12))
  }
  return best
}

function correlation(a: Float32Array, b: Float32Array): number {
  const average = (list: Float32Array) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [meanA, meanB] = [average(a), average(b)]
  let [both, one, other] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const x = (a[i] ?? 0) - meanA
    const y = (b[i] ?? 0) - meanB
    both += x * y
    one += x * x
    other += y * y
  }
  // A full bar has no variation to compare.
  if (one < 1e-6 || other < 1e-6) return one < 1e-6 && other < 1e-6 ? 1 : 0
  return both / Math.sqrt(one * other)
}
