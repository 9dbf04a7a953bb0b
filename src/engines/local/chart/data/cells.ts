import type { Cell } from '../../../../forms/chart'
import { scaledUnit, unitOf } from './units'

const MISSING =
  /^\s*(?:|-|—|–|\.|n\/?a|n\.?\s?d\.?|k\. ?a\.?|nan|none|null|undefined|inf(?:inity)?|-inf(?:inity)?|missing|\?)\s*$/i
/** Sign, currency, digits with their separators, exponent, unit. */
const NUMBER =
  /^\s*([-+−]?)\s*([$€£]?)\s*(\d[\d.,'’\u00a0\u202f ]*\d|\d|\.\d+)(e[-+]?\d+)?\s*([%‰\p{L}µμ°Ω][^\d<>()]{0,15}(?:\d[^\d]{0,4})?)?\s*$/iu

/** A value as JSON gives it, made a cell: other kinds of numbers than finite ones are missing. */
function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return MISSING.test(value) ? null : tidy(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined) return null
  return tidy(JSON.stringify(value).slice(0, 200))
}

/** The cells of a column; among words "none" is one of them: no treatment, no pain. */
export function cellsOf(values: readonly unknown[]): Cell[] {
  const cells = values.map(cellOf)
  const word = (cell: Cell) => typeof cell === 'string' && !/^[\d<>~$€£+−-]/.test(cell)
  // "10 µM" beside "none" is a name of a treatment, too.
  const treated = cells.every((cell) => cell === null || (typeof cell === 'string' && /^\d.*\p{L}/u.test(cell)))
  if (values.includes('none') && treated && cells.some((cell) => cell !== null))
    return cells.map((cell, i) => (values[i] === 'none' ? 'none' : cell))
  if (!values.includes('none') || !cells.some(word)) return cells
  if (!cells.every((cell) => cell === null || word(cell))) return cells
  return cells.map((cell, i) => (values[i] === 'none' ? 'none' : cell))
}

/** Names of one line and bounded length; what cannot be printed goes. */
export function tidy(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f\u200b\u2028\u2029\ue000-\uf8ff]+/g, ' ')
    .trim()
    .slice(0, 2000)
}

/** A column read as numbers, or in a sentence the first cell that cannot be. */
export interface NumbersRead {
  values: (number | null)[]
  unit?: string
  note?: string
}

interface Part {
  at: number
  negative: boolean
  body: string
  exponent: string
  unit: string
}

/**
 * The numbers that a column writes: decimal commas and points, separators of thousands, signs of per cent, units.
 * Undefined where its cells are names; a sentence where they are numbers that cannot be read safely.
 */
export function numbersIn(cells: readonly Cell[], semicolons = false): NumbersRead | string | undefined {
  const parts: (Part | undefined)[] = cells.map((cell, at) => partOf(cell, at))
  const present = cells.filter((cell) => cell !== null).length
  const texts = parts.filter((part) => part !== undefined)
  const numeric = cells.filter((cell, i) => typeof cell === 'number' || parts[i]).length
  if (present === 0 || numeric < present / 2) return undefined
  const strange = cells.flatMap((cell, i) => (typeof cell === 'string' && !parts[i] ? [i] : []))
  const words = strange.every((i) => !/\d/.test(String(cells[i]))) && numeric >= present * 0.8
  const [first] = strange
  if (first !== undefined && !words)
    return `row ${first + 1} holds ${JSON.stringify(cells[first])}, which is no number`
  const style = styleOf(texts, semicolons)
  if (typeof style === 'string') return style
  const plain = cells.map((cell, i) => {
    const part = parts[i]
    return part ? written(part, style.style) : typeof cell === 'number' ? cell : null
  })
  // "1.200" beside "980": one thousand two hundred, or one and a fifth.
  const grouped = texts.filter(({ body, exponent }) => exponent === '' && /^\d{1,3}\.\d{3}$/.test(body))
  const whole = texts.filter(({ body }) => /^\d{2,}$/.test(body))
  const dotted = texts.filter(({ body }) => body.includes('.')).length
  const [odd] = grouped
  const [least] = whole.map(({ body }) => Number(body)).sort((a, b) => a - b)
  const most = Math.max(...grouped.map(({ body }) => Number(body)))
  if (semicolons && odd && least !== undefined && grouped.length === dotted && least > 20 * most)
    return `row ${odd.at + 1} holds ${JSON.stringify(cells[odd.at])}, which may be thousands beside ${JSON.stringify(String(least))}`
  const bad = plain.findIndex((value) => value !== null && !Number.isFinite(value))
  if (bad >= 0) return `row ${bad + 1} holds ${JSON.stringify(cells[bad])}, which is no number`
  const read = withUnits(plain, parts, texts)
  if (first === undefined || typeof read === 'string') return read
  const said = `has ${strange.length === 1 ? `in row ${first + 1}` : `in ${strange.length} rows`} ${JSON.stringify(cells[first])} in place of a number, which counts as missing`
  return { ...read, note: read.note ? `${read.note}, and ${said}` : said }
}

function partOf(cell: Cell, at: number): Part | undefined {
  if (typeof cell !== 'string') return undefined
  const [, sign, currency, body, exponent, unit] = NUMBER.exec(cell) ?? []
  if (body === undefined) return undefined
  const named = currency || (unit ?? '').trim()
  if (!isUnit(named)) return undefined
  return {
    at,
    negative: sign === '-' || sign === '−',
    body: body.replace(/['’\u00a0\u202f ]/g, ''),
    exponent: exponent ?? '',
    unit: named,
  }
}

/** One letter behind a number may well be part of a name: 12A, 3b. */
const isUnit = (text: string) =>
  text.length < 2
    ? /^[%‰$€£gmslLhVWJ]?$/.test(text)
    : unitOf(text) !== undefined || scaledUnit(text) !== undefined

type Style = 'point' | 'comma'

/** Which sign begins the decimals of a column. */
function styleOf(parts: readonly Part[], semicolons: boolean): { style: Style } | string {
  let [comma, point, open] = [-1, -1, -1]
  for (const { body, at } of parts) {
    const commas = body.split(',').length - 1
    const points = body.split('.').length - 1
    if (commas > 0 && points > 0) {
      if (body.lastIndexOf(',') > body.lastIndexOf('.')) comma = at
      else point = at
    } else if (commas === 1) {
      if (!/^[1-9]\d{0,2},\d{3}$/.test(body)) comma = at
      else open = at
    } else if (commas > 1 || points === 1) point = at
  }
  if (comma >= 0 && point >= 0)
    return `row ${comma + 1} writes decimals with a comma and row ${point + 1} with a point`
  if (comma >= 0) return { style: 'comma' }
  if (open >= 0 && point < 0 && semicolons)
    return `row ${open + 1} can be read as thousands or as decimals with a comma`
  return { style: 'point' }
}

function written({ body, exponent, negative }: Part, style: Style): number {
  const plain = style === 'comma' ? body.replaceAll('.', '').replace(',', '.') : body.replaceAll(',', '')
  const points = plain.split('.').length - 1
  const value = Number((points > 1 ? plain.replaceAll('.', '') : plain) + exponent)
  return negative ? -value : value
}

/** Units in the cells: one for all, or multiples of one, which become it. */
function withUnits(
  values: (number | null)[],
  parts: readonly (Part | undefined)[],
  texts: readonly Part[],
): NumbersRead | string {
  const counts = Map.groupBy(texts, ({ unit }) => unit)
  const units = [...counts.keys()]
  const [only = ''] = units
  if (units.length < 2) return only === '' ? { values } : { values, unit: unitOf(only) ?? only }
  const main = [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? ''
  const base = scaledUnit(main)
  const other = texts.find(({ unit }) => scaledUnit(unit)?.of !== base?.of || base === undefined)
  if (other || !base)
    return `row ${(other ?? texts[0])?.at ?? 0 + 1} has the unit ${JSON.stringify(other?.unit)} and others ${JSON.stringify(main)}`
  return {
    values: values.map((value, i) => {
      const own = scaledUnit(parts[i]?.unit ?? '')
      return value === null || !own ? value : Number(((value * own.factor) / base.factor).toPrecision(12))
    }),
    unit: main,
    note: `was brought to ${main} from ${units.filter((each) => each !== main).join(' and ')}`,
  }
}

/** Numbers whose spelling says that they are names: "007", and keys such as "1.0". */
export const isSpelled = (cell: Cell, key: boolean): boolean =>
  typeof cell === 'string' &&
  (/^\s*0\d/.test(cell) || (key && /^\d+\.\d*$/.test(cell) && String(Number(cell)) !== cell))

/** The ends of an interval that a text writes, with the estimate where it has one: "1.2 (0.8-1.9)", "0.55–1.22", "14 ± 2". */
export function intervalOf(cell: Cell): { estimate?: number; lower: number; upper: number } | undefined {
  if (typeof cell !== 'string') return undefined
  const text = cell.replaceAll('−', '-').replace(/\b95 ?% ?CI:?|\bto\b/g, (word) => (word === 'to' ? '–' : ''))
  const number = '(-?\\d+(?:\\.\\d+)?)'
  const around = new RegExp(`^\\s*${number}\\s*(?:±|\\+/-)\\s*${number}\\s*$`).exec(text)
  if (around) {
    const [middle, half] = [Number(around[1]), Number(around[2])]
    return { estimate: middle, lower: middle - half, upper: middle + half }
  }
  const ends = `${number}\\s*(?:[,;–—-]|\\.\\.)\\s*${number}`
  const found =
    new RegExp(`^\\s*()${ends}\\s*$`).exec(text) ??
    new RegExp(`^\\s*${number}?\\s*[([]\\s*${ends}\\s*[)\\]]\\s*$`).exec(text)
  if (!found) return undefined
  const [lower, upper] = [Number(found[2]), Number(found[3])]
  if (!(upper >= lower)) return undefined
  return { ...(found[1] ? { estimate: Number(found[1]) } : {}), lower, upper }
}
