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
const TOUCHING = 0.3
const IN_PARTS = 0.6

const SPLIT_SIGNS = /["“”%…«»]/

/** Aligns what was read with what stands there: letters may share a place, a sign may have several. */
export function place(letters: readonly Letter[], cells: readonly Cell[], tall: number): Placed {
  const [n, m] = [letters.length, cells.length]
  const cost = Array.from({ length: n + 1 }, () => new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY))
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
      relax(i, k, 1, 1, apart(letter, letter, cell, cell, tall))
      for (let more = 1; more < 4; more++) {
        const end = letters[i + more]
        if (end) relax(i, k, more + 1, 1, more * TOUCHING + apart(letter, end, cell, cell, tall))
        const far = cells[k + more]
        const extra = more * (SPLIT_SIGNS.test(letter.text) ? 0.1 : IN_PARTS)
        if (far && more < 3) relax(i, k, 1, more + 1, extra + apart(letter, letter, cell, far, tall))
      }
    }
  }
  return trace(letters, cells, step)
}

function apart(first: Letter, last: Letter, from: Cell, to: Cell, tall: number): number {
  return (Math.abs(first.left - from.left) + Math.abs(last.right - to.right)) / (2 * tall)
}

function trace(letters: readonly Letter[], cells: readonly Cell[], step: [number, number][][]): Placed {
  const cellOf: (Cell | undefined)[] = letters.map(() => undefined)
  const unread: Placed['unread'] = []
  let [i, k] = [letters.length, cells.length]
  while (i > 0 || k > 0) {
    const [di, dk] = step[i]?.[k] ?? [0, 0]
    if (di === 0 && dk === 0) break
    const own = cells.slice(k - dk, k)
    const [cell] = own
    if (di === 0 && cell) unread.unshift({ cell, before: i })
    if (di === 1 && cell) cellOf[i - 1] = own.length === 1 ? cell : joined(own)
    i -= di
    k -= dk
  }
  return { letters: [...letters], cellOf, unread }
}

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
  if (high <= 0.2 * tall && wide >= 0.25 * tall && wide <= 0.8 * tall && middle > 0.25 && middle < 0.55) return '-'
  return undefined
}
