/**
 * Which column stands where. Nothing is decided case by case: every arrangement of the columns that a kind can show is
 * weighed by one table, for each kind that is in question, and the heaviest is drawn. What the intent says weighs most,
 * then what a kind is made for, then that no two rows share a place. After Voyager, Draco and CompassQL, with a table
 * that is small enough to be read.
 */
import type { Field, Table } from '../../../forms/chart'
import type { Asked, Manner } from './asked'
import {
  alike,
  classIn,
  crowd,
  distinct,
  groupsIn,
  isAmount,
  isName,
  isRepeat,
  isTruth,
  isUnique,
  isWide,
  once,
  runs,
} from './columns'
import { type Kind, kindNamed } from './kinds'

export interface Cast {
  table: Table
  kind: Kind
  x?: Field | undefined
  /** Several are one measure side by side. */
  y: Field[]
  color?: Field | undefined
  facet?: Field | undefined
  /** Lines of one colour. */
  detail?: Field | undefined
  size?: Field | undefined
}

const isSample = ({ id }: Kind) => id === 'box' || id === 'violin' || id === 'strip'
const isJoined = ({ id }: Kind) => id === 'line' || id === 'area'

/** Rows that arrangements of one kind are held against, and columns that are tried in one place. */
const MOST_ROWS = 1_000_000
const MOST = { x: 12, y: 16, color: 8, facet: 3, detail: 3 }

/** The best arrangement of a kind, and its weight; undefined where the columns make none. */
export const arranged = (kind: Kind, asked: Asked, table: Table): Arranged | undefined =>
  once(asked, `arranged ${kind.id} ${asked.kind}`, () => arrange(kind, asked, table))

interface Arranged {
  cast: Cast
  weight: number
}

function arrange(kind: Kind, asked: Asked, table: Table): Arranged | undefined {
  if (kind.family === 'truth') return { cast: judged(kind, asked, table), weight: 0 }
  if (kind.family === 'cells' || kind.family === 'study')
    return { cast: { table, kind, y: [], size: asked.on.size, facet: asked.on.facet }, weight: 0 }
  const all = [...casts(kind, asked, table)].flatMap((cast) => {
    const weight = weightOf(cast, asked)
    return weight === undefined ? [] : [{ cast, weight }]
  })
  let best: Arranged | undefined
  let left = MOST_ROWS / (table.fields[0]?.values.length || 1)
  // Rows only speak against an arrangement, so the rest need not be held against them.
  for (const { cast, weight } of all.sort((a, b) => b.weight - a.weight)) {
    if (left-- < 0 || (best && weight <= best.weight + 1e-9)) break
    const own = weight - heldAgainstRows(cast, asked)
    if (own > (best?.weight ?? Number.NEGATIVE_INFINITY) + 1e-9) best = { cast, weight: own }
  }
  const cast = best?.cast
  // More lines than colours are told apart by where they are.
  if (cast?.color && isJoined(kind) && distinct(cast.color).length > 12)
    Object.assign(cast, { detail: cast.color, color: undefined })
  return best
}

/** What is asked of a kind that the intent does not name; facts of what it would show. */
interface Facts {
  x: Field | undefined
  isRunning: boolean
  /** More than three rows share a place and nothing is to be reckoned of them. */
  isSample: boolean
  isPair: boolean
  isCounted: boolean
  isReckoned: boolean
  rows: number
  has: (manner: Manner) => boolean
  table: Table
}

/** How well a kind suits what it would show; undefined: it is not in question. */
const FITS: Readonly<Record<string, (facts: Facts) => number | undefined>> = {
  line: ({ x, isRunning, has }) => (isRunning ? 2 : has('along') && !x ? 5 : undefined),
  bar: ({ x, isRunning, isCounted, isSample, has }) =>
    !isLong(x) && (has('stacked') || has('grouped') || has('percent'))
      ? 4
      : (isRunning && !isCounted) || isSample
        ? -1
        : 1,
  point: ({ x, isPair, has, table }) => {
    if (x && isAmount(x)) return isPair ? 2 : -1
    return x && has('spread') && table.fields.some(({ role }) => role === 'lower') ? 7 : undefined
  },
  box: ({ x, isSample, isRunning }) => (x && isSample && !isRunning ? 2 : undefined),
  histogram: ({ isCounted, isReckoned, rows }) =>
    rows > 19 && !isCounted && !isReckoned ? -1.5 : -6,
}
const isLong = (x: Field | undefined) => x && isAmount(x) && distinct(x).length > 12

/** Kinds that are in question where the intent names none, the best first. */
export function recommended(asked: Asked, table: Table): string[] {
  if (table.shape === 'matrix') return ['heatmap', 'histogram']
  if (asked.fit || asked.on.size) return ['point', 'line', 'bar']
  const found = Object.entries(FITS).flatMap(([id, fitOf]) => {
    const own = arranged(kindNamed(id), asked, table)
    const fit = own && fitOf(factsOf(own.cast, asked))
    return own && fit !== undefined ? [{ id, weight: own.weight + fit }] : []
  })
  const kinds = found.sort((a, b) => b.weight - a.weight).map(({ id }) => id)
  const isGrid = table.fields.filter(isName).length > 1
  return kinds.length > 0 ? kinds : isGrid ? ['heatmap', 'bar'] : ['bar']
}

function factsOf({ table, x, y, color, facet }: Cast, asked: Asked): Facts {
  const isOrder = x?.role === 'ordinal' && (asked.over.includes(x) || DATED.test(x.name))
  const isRunning = x !== undefined && (x.role === 'time' || runs(x) || isOrder)
  const isReckoned = asked.stat !== undefined || asked.manners.has('spread')
  const said = [...asked.columns, ...asked.over, ...asked.by].filter(isAmount)
  const isTimed = table.fields.some(({ role, name }) => role === 'time' || name === 'x')
  return {
    ...{ x, table, isRunning, isReckoned, has: (manner) => asked.manners.has(manner) },
    isSample: !isReckoned && !isTimed && y.length > 0 && crowd(table, [x, color, facet], y[0]) > 3,
    rows: table.fields[0]?.values.length ?? 0,
    isCounted: y.length === 0 || asked.stat === 'count',
    isPair: !isRunning && (said.length > 1 || !table.fields.some(isName)),
  }
}

const DATED = /day|month|year|date|time|week|hour|quarter/i

/** The columns that an intent names. */
const saidIn = (asked: Asked) =>
  once(asked, 'said', () => {
    const { columns, by, over, on, colors } = asked
    return new Set([
      ...[...columns, ...by, ...over, ...Object.values(on)],
      ...colors.flatMap(({ at }) => (at.field.name === at.value ? [at.field] : [])),
    ])
  })

/** Every arrangement of a kind. */
function* casts(kind: Kind, asked: Asked, table: Table): Generator<Cast> {
  const { on, by } = asked
  // Names on y beside amounts lie.
  const isLying = on.y !== undefined && isName(on.y) && !(on.x && isName(on.x))
  if (isLying) asked.manners.add('horizontal')
  const isOne = kind.family === 'one'
  const { x: atX, y: atY } = isLying || isOne ? { x: on.y, y: on.x } : on
  const size = on.size && isAmount(on.size) ? on.size : undefined
  const said = saidIn(asked)
  const isOwn = ({ of, role }: Field) => of === undefined || role === 'p'
  const pool = table.fields.filter(
    (field) => isOwn(field) || (field.role === 'weight' && said.has(field)),
  )
  const takesX = (field: Field) =>
    classIn(field, kind.x) >= 0 && !isRepeat(field) && !(field.made && field.name === 'value')
  const xs = isOne
    ? [undefined]
    : atX
      ? [atX]
      : [...pool.filter(takesX).slice(0, MOST.x), undefined]
  const isGroup = (field: Field) =>
    (isName(field) || by.includes(field)) && distinct(field).length <= 40
  const colors = on.color ? [on.color] : [undefined, ...pool.filter(isGroup).slice(0, MOST.color)]
  const isPanel = (field: Field) => by.includes(field) && isGroup(field) && !isUnique(field)
  // Lines of one colour, where something tells them apart.
  const isLine = (field: Field) => said.has(field) && isName(field) && distinct(field).length <= 200
  const details = isJoined(kind)
    ? [undefined, ...pool.filter(isLine).slice(0, MOST.detail)]
    : [undefined]
  const facets = on.facet ? [on.facet] : [undefined, ...pool.filter(isPanel).slice(0, MOST.facet)]
  for (const y of measures(kind, asked, atY ? [atY] : pool, said))
    for (const x of xs)
      for (const color of colors)
        for (const facet of facets)
          for (const detail of details) {
            const all = [x, ...y, color, facet, detail].filter((field) => field !== undefined)
            if (new Set(all).size === all.length)
              yield { table, kind, x, y, color, facet, detail, size }
          }
}

/** What may be measured: one amount, several of a kind side by side, or the number of rows. */
function measures(kind: Kind, asked: Asked, pool: Field[], said: ReadonlySet<Field>): Field[][] {
  const isFar = asked.logs.size > 0 || asked.manners.has('stacked') || asked.manners.has('percent')
  const takesP = kind.y === 'P'
  const all = pool.filter(
    (field) =>
      (takesP
        ? classIn(field, 'P') >= 0
        : isAmount(field) && (field.role !== 'p' || (said.has(field) && kind.x.startsWith('A')))) &&
      !isRepeat(field) &&
      !(field.made && /^(?:x|category|row|column)$/.test(field.name)),
  )
  // What counts the rows measures nothing beside what does.
  const counted = all.filter((field) => field.made || said.has(field) || !isRepeat(field, false))
  const amounts = counted.length > 0 ? counted : all
  const places = [...asked.over, ...asked.by]
  const names = amounts.filter((field) => asked.columns.includes(field) && !places.includes(field))
  const named = amounts.filter((field) => said.has(field))
  const still = amounts.filter((field) => !runs(field))
  const groups =
    names.length > 0
      ? [alike(names, isFar), alike(named, isFar)]
      : amounts
          .slice(0, MOST.y)
          .map((first) => alike([first, ...still.filter((field) => field !== first)], isFar))
  const isCountable = /^(?:bar|pie|lollipop)$/.test(kind.id)
  const isCount =
    isCountable &&
    (asked.stat === 'count' ||
      amounts.length === 0 ||
      (asked.kind === kind.id &&
        names.length === 0 &&
        asked.stat === undefined &&
        asked.columns.some(isName) &&
        !amounts.some(({ made }) => made)))
  return [
    ...((kind.x + kind.y).includes('+') ? groups : []).filter((list) => list.length > 1),
    ...amounts.slice(0, MOST.y).map((field) => [field]),
    ...(isCount ? [[]] : []),
  ]
}

/** What speaks for and against an arrangement, without its rows; undefined where it shows nothing that can be read. */
function weightOf(cast: Cast, asked: Asked): number | undefined {
  const { kind, table, x, y, color, facet, detail } = cast
  const [first] = y
  const { by, over, columns } = asked
  const [isSeries, isPairs] = [y.length > 1, kind.x.startsWith('A')]
  if (kind.x === 'A' && !x) return undefined
  // Of names that stand once each there is nothing to count.
  if (y.length === 0 && x && isUnique(x) && table.fields.some(isAmount)) return undefined
  if (color && !isSeries && kind.id !== 'slope' && isUnique(color)) return undefined
  // Axes of a radar and ends of slopes are the measures themselves.
  if (isSeries && x && (kind.id === 'radar' ? y.length >= distinct(x).length : kind.id === 'slope'))
    return undefined
  // What is counted has no place of its own.
  const said = [...saidIn(asked)].filter(
    (field) =>
      (field.of === undefined || field.role === 'weight') && !(y.length === 0 && isUnique(field)),
  )
  const shown = new Set<unknown>([x, ...y, color, facet, detail, ...Object.values(asked.on)])
  const isUnasked = (field: Field | undefined) =>
    field !== undefined &&
    !(field.made || said.includes(field) || asked.hinted.has(field)) &&
    !Object.values(asked.on).includes(field)
  const amounts = columns.filter((field) => isAmount(field) && !runs(field))
  const at = (field: Field | undefined) => (field ? table.fields.indexOf(field) : 0)
  const group = by[0] ?? columns.find(isName)
  const isTold = isJoined(kind) || isPairs || /^(?:radar|slope)$/.test(kind.id)
  const weights: readonly (readonly [number, unknown])[] = [
    // Columns that the intent names and the chart does not show, and those that it shows unasked; panels.
    [-10, said.filter((field) => !shown.has(field)).length],
    [-0.5, isUnasked(x)],
    [-0.5, first && !isSeries && said.length > 0 && !said.includes(first)],
    [-2, isUnasked(color) && kind.id !== 'slope'],
    [-2, x && isAmount(x) && isTold && said.length > 0 && isUnasked(x)],
    [-0.7, facet !== undefined || detail !== undefined],
    // Where the words put it: "over" on x, "by" on x of bars and as colour of lines, the first amount as the measure.
    [5, over[0] && over[0] === x],
    [3, group && group === (isTold ? color : x)],
    [3, group && isJoined(kind) && group === x && classIn(group, 'TO') >= 0],
    [2, amounts[0] && y.includes(amounts[0]) && !amounts.includes(x as Field)],
    // The class of the column on x in the order of the kind's row; nothing on x, but for measures that stand there themselves; the order of columns.
    [-1.2, x ? Math.max(0, classIn(x, kind.x)) : 0],
    [-5, !x && kind.family !== 'one' && !(isSeries && (!isJoined(kind) || isWide(y)))],
    [-0.2, isSeries ? at(x) : x && isAmount(x) ? 2 * Number(at(x) > at(first)) : at(first) + at(x)],
    // Measures side by side where none is named; names that the form of the data gives (series, groups) and the chart does not show.
    [1.5, isSeries && !said.some((field) => isAmount(field) && !over.includes(field))],
    [
      -4,
      table.fields.filter(
        (field) => field.made && isName(field) && field.name !== 'category' && !shown.has(field),
      ).length,
    ],
  ]
  return weights.reduce((all, [each, times]) => all + each * Number(times || 0), 0)
}

/** What rows take off that share a place and are reckoned together though it is not asked; all where they make no chart. */
function heldAgainstRows(cast: Cast, asked: Asked): number {
  const { kind, table, x, color, facet, detail } = cast
  const [first] = cast.y
  const groups = [color, facet, detail]
  const isThin = isSample(kind) && kind.id !== 'strip'
  if (isThin && crowd(table, [x, color, facet], first) < 3) return Number.POSITIVE_INFINITY
  const isSummary = table.fields.some(({ role, of }) => role === 'error' && of === first?.name)
  const isReckoned =
    (asked.stat !== undefined && !isSummary) ||
    first === undefined ||
    isSample(kind) ||
    kind.x.startsWith('A') ||
    kind.family === 'one'
  return !isReckoned && crowd(table, [x, ...groups], first) > 1 ? 3 : 0
}

/** Scores (or times) as x and, where there are several, as y behind what was true (or happened), which is the first of y. */
function judged(kind: Kind, asked: Asked, table: Table): Cast {
  const isTime = kind.id === 'survival'
  const called = isTime
    ? /event|status|death|dead|died|relapse|progress|recurr|fail/i
    : /true|truth|label|class|outcome|actual|target|observed|^y$/i
  const said = [...asked.columns, ...asked.over, ...asked.by]
  const all = [...new Set([...said, ...table.fields])]
  const two = all.filter(isTruth)
  const likely = two.find(({ name }) => called.test(name)) ?? said.find(isTruth)
  const event = asked.on.y ?? likely ?? (isTime || two.length > 1 ? undefined : two[0])
  const isScore = (field: Field) =>
    isAmount(field) && field !== event && field.role === 'number' && !isRepeat(field, isTime)
  const named = said.filter(isScore)
  const rest = asked.on.x ? [asked.on.x] : named.length > 0 ? named : all.filter(isScore)
  const isMoment = ({ name }: Field) =>
    /^(?:t|days?|weeks?|months?|years?|.*(?:time|follow.?up|survival).*)$/i.test(name)
  const times = [rest.find(isMoment) ?? rest[0]].filter((field) => field !== undefined)
  const scores = isTime ? times : rest
  const isFree = (field: Field) => field !== event && !scores.includes(field)
  const groups = [...asked.by, ...asked.columns].filter(isFree).find(isName)
  const color =
    asked.on.color ?? groups ?? (scores.length < 2 ? groupsIn(all.filter(isFree)) : undefined)
  return {
    table,
    kind,
    x: scores[0],
    y: [...(event ? [event] : []), ...scores],
    color,
    facet: asked.on.facet,
  }
}
