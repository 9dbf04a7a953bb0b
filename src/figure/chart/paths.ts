import type { Point } from '../../forms/scene'
import { number } from '../xml'

const TOKEN = /([MLHVCQAZhvmlz])([^A-Za-z]*)/g
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

/** The commands of path data with their numbers, one point at the end of each but `Z`: all absolute, straight ones as L. */
function* commandsOf(d: string): Generator<{ letter: string; values: number[] }> {
  let at: Point = { x: 0, y: 0 }
  for (const [, letter = '', rest = ''] of d.matchAll(TOKEN)) {
    const list = (rest.match(NUMBER) ?? []).map(Number)
    const upper = letter.toUpperCase()
    const from = letter === upper ? { x: 0, y: 0 } : at
    const size = { H: 1, V: 1, C: 6, Q: 4, A: 7 }[upper] ?? 2
    if (upper === 'Z') yield { letter: 'Z', values: [] }
    for (let i = 0; i + size <= list.length; i += size) {
      const own = list.slice(i, i + size)
      const [x = 0, y = 0] = own.slice(-2)
      if (upper === 'H') at = { x: x + from.x, y: at.y }
      else if (upper === 'V') at = { x: at.x, y: x + from.y }
      else at = { x: x + from.x, y: y + from.y }
      const curved = upper === 'C' || upper === 'Q' || upper === 'A'
      yield curved
        ? { letter, values: own }
        : { letter: upper === 'M' && i === 0 ? 'M' : 'L', values: [at.x, at.y] }
    }
  }
}

/** Path data of Vega's shapes, moved to the canvas: every length times `unit`, then by (x, y). */
export function movedPath(d: string, x: number, y: number, unit: number): string {
  let path = ''
  for (const { letter, values } of commandsOf(d)) {
    const placed = values.map((value, i) => {
      if (letter !== 'A') return value * unit + (i % 2 === 0 ? x : y)
      if (i > 1 && i < 5) return value
      return value * unit + (i === 5 ? x : i === 6 ? y : 0)
    })
    path += letter + placed.map(number).join(' ')
  }
  return path
}

/** The end points of a path's commands: enough for its box. */
export const pointsOf = (d: string): Point[] =>
  [...commandsOf(d)].flatMap(({ values }) => {
    const [x, y] = values.slice(-2)
    return x === undefined || y === undefined ? [] : [{ x, y }]
  })
