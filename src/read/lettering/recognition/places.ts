import type { Cell } from './cells'
import type { Letter } from './recognise'

/** Which place of a line each letter was read from. */
export interface Placed {
  letters: Letter[]
  /** Undefined where letters touch, or where nothing of its own stands. */
  cellOf: (Cell | undefined)[]
  /** Places that no letter was read from, with the number of letters before them. */
  unread: { cell: Cell; before: number }[]
}

/** Costs of the alignment, in heights of a tall letter. */
const SKIPPED_MARK = 0.5
const SKIPPED_CELL = 1.2
const SKIPPED_LETTER = 1
const TOUCHING = 0.4
const IN_PARTS = 0.8

const SPLIT_SIGNS = /["“”%…«»]/

/** Aligns what was read with what stands there: letters may share a place, a sign may have several. */
export function place(letters: readonly Letter[], cells: readonly Cell[], tall: number): Placed {
  const [n, m] = [letters.length, cells.length]
  const cost = Array.from({ length: n + 1 }, () =>
    new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY),
  )
  const step = Array.from({ length: n + 1 }, () => new Array<[number, number]>(m + 1).fill([0, 0]))
  const relax = (i: number, k: number, di: number, dk: number, by: number) => {
    const total = (cost[i]?.[k] ?? Number.POSITIVE_INFINITY) + by
    const row = cost[i + di]
    if (!row || total >= (row[k + dk] ?? Number.NEGATIVE_INFINITY)) return
    row[k + dk] = total
    const steps = step[i + di]
    if (steps) steps[k + dk] = [di, dk]
  }
  const first = cost[0]
  if (first) first[0] = 0
  for (let i = 0; i <= n; i++) {
    for (let k = 0; k <= m; k++) {
      const [letter, cell] = [letters[i], cells[k]]
      if (cell) {
        const small = cell.bottom - cell.top < 0.4 * tall
        relax(i, k, 0, 1, small ? SKIPPED_MARK : SKIPPED_CELL)
      }
      if (letter) relax(i, k, 1, 0, SKIPPED_LETTER)
      if (!letter || !cell) continue
      relax(i, k, 1, 1, apart(letter, letter, cell, cell, tall) + unlike(letter, cell, tall))
      for (let more = 1; more < 4; more++) {
        const end = letters[i + more]
        if (end) relax(i, k, more + 1, 1, more * TOUCHING + apart(letter, end, cell, cell, tall))
        const far = cells[k + more]
        const extra = more * (SPLIT_SIGNS.test(letter.text) ? 0.1 : IN_PARTS)
        if (far && more < 3)
          relax(i, k, 1, more + 1, extra + apart(letter, letter, cell, far, tall))
      }
    }
  }
  return trace(letters, cells, step)
}

/** A letter is no dot, and a dot no letter. */
function unlike({ text }: Letter, cell: Cell, tall: number): number {
  const high = cell.bottom - cell.top
  if (/[\p{L}\p{N}]/u.test(text)) return high < 0.4 * tall ? 0.7 : 0
  return /[.,'·-]/.test(text) && high > 0.6 * tall ? 0.7 : 0
}

function apart(first: Letter, last: Letter, from: Cell, to: Cell, tall: number): number {
  // The reader's boxes are rough: letters that touch in its own picture share one.
  const off = Math.abs(first.left + last.right - from.left - to.right) / (2 * tall)
  return Math.min(1, off) + 0.1 * Math.abs((last.right - first.left - to.right + from.left) / tall)
}

function trace(
  letters: readonly Letter[],
  cells: readonly Cell[],
  step: [number, number][][],
): Placed {
  const found: Letter[] = []
  const cellOf: (Cell | undefined)[] = []
  const skipped: { cell: Cell; after: number }[] = []
  let [i, k] = [letters.length, cells.length]
  while (i > 0 || k > 0) {
    const [di, dk] = step[i]?.[k] ?? [0, 0]
    if (di === 0 && dk === 0) break
    const own = cells.slice(k - dk, k)
    const [cell] = own
    const letter = letters[i - 1]
    if (
      di === 1 &&
      letter &&
      dk > 1 &&
      BAR.test(letter.text) &&
      own.every((each) => isBar(each, cells))
    ) {
      // Several bars in a row were read as one.
      found.unshift(
        ...own.map((each, n) => ({
          ...letter,
          ...edges(each),
          startsWord: n === 0 && letter.startsWord,
        })),
      )
      cellOf.unshift(...own)
    } else if (di > 0) {
      found.unshift(...letters.slice(i - di, i))
      const place = di === 1 && cell ? (own.length === 1 ? cell : joined(own)) : undefined
      cellOf.unshift(...letters.slice(i - di, i).map(() => place))
    }
    if (di === 0 && cell) skipped.unshift({ cell, after: found.length })
    i -= di
    k -= dk
  }
  const unread = skipped.map(({ cell, after }) => ({ cell, before: found.length - after }))
  return { letters: found, cellOf, unread }
}

const BAR = /^[Il1|]$/

function isBar(cell: Cell, cells: readonly Cell[]): boolean {
  const high = cell.bottom - cell.top
  const tallest = Math.max(...cells.map((each) => each.bottom - each.top))
  return cell.parts.length === 1 && cell.right - cell.left <= 0.36 * high && high > 0.6 * tallest
}

const edges = ({ left, right, top, bottom }: Cell) => ({ left, right, top, bottom })

function joined(cells: readonly Cell[]): Cell {
  return {
    left: Math.min(...cells.map((cell) => cell.left)),
    right: Math.max(...cells.map((cell) => cell.right)),
    top: Math.min(...cells.map((cell) => cell.top)),
    bottom: Math.max(...cells.map((cell) => cell.bottom)),
    parts: cells.flatMap((cell) => cell.parts),
  }
}

/** Adds full stops, commas and dashes that stand there but were too faint for the reader. */
export function withMarks(placed: Placed, baseline: number, tall: number): Placed {
  const letters = [...placed.letters]
  const cellOf = [...placed.cellOf]
  for (const { cell, before } of [...placed.unread].reverse()) {
    const sign = signOf(cell, baseline, tall)
    const [left, right] = [letters[before - 1], letters[before]]
    if (!sign || !left || (sign !== '.' && !right)) continue
    if (!/[\p{L}\p{N})%]/u.test(left.text)) continue
    letters.splice(before, 0, {
      text: sign,
      confidence: 0.7,
      left: cell.left,
      right: cell.right,
      top: cell.top,
      bottom: cell.bottom,
      startsWord: false,
    })
    cellOf.splice(before, 0, cell)
  }
  return { letters, cellOf, unread: [] }
}

function signOf(cell: Cell, baseline: number, tall: number): string | undefined {
  const wide = cell.right - cell.left
  const high = cell.bottom - cell.top
  if (cell.parts.length > 1) return undefined
  const foot = (cell.bottom - baseline) / tall
  if (high <= 0.3 * tall && wide <= 0.35 * tall && Math.abs(foot) < 0.15) return '.'
  if (high <= 0.45 * tall && wide <= 0.35 * tall && foot >= 0.1 && foot < 0.4) return ','
  const middle = (baseline - (cell.top + cell.bottom) / 2) / tall
  if (
    high <= 0.2 * tall &&
    wide >= 0.25 * tall &&
    wide <= 0.8 * tall &&
    middle > 0.25 &&
    middle < 0.55
  )
    return '-'
  return undefined
}
