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
  isOneWay,
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

/** What is weighed, with what it adds where it holds; a number that is found is taken times. */
const WEIGHTS = {
  /** A column that the intent names and the chart does not show; one that it shows unasked on x or y, in colours; a panel. */
  unshown: -10,
  unasked: -0.5,
  unbidden: -2,
  paneled: -0.7,
  /** Where the words put it: "over" on x, "by" on x of bars and as colour of lines, the first amount as the measure. */
  over: 5,
  by: 3,
  first: 2,
  /** The class of column on x, counted in the order of the kind's row; nothing on x; the order of columns. */
  rank: -1.2,
  nowhere: -5,
  later: -0.2,
  /** Measures side by side where none is named; names that the form of the data gives (series, groups) and the chart does not show. */
  together: 1.5,
  structure: -4,
  /** Rows that share a place and are reckoned together though it is not asked. */
  shared: -3,
} as const
type Weighed = Partial<Record<keyof typeof WEIGHTS, number>>

const isSample = ({ id }: Kind) => id === 'box' || id === 'violin' || id === 'strip'
const isJoined = ({ id }: Kind) => id === 'line' || id === 'area'

const sumOf = (found: Weighed) =>
  Object.entries(found).reduce(
    (all, [name, times]) => all + WEIGHTS[name as keyof typeof WEIGHTS] * times,
    0,
  )

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
    const found = weighed(cast, asked)
    return found ? [{ cast, weight: sumOf(found) }] : []
  })
  let best: Arranged | undefined
  let left = MOST_ROWS / (table.fields[0]?.values.length || 1)
  // Rows only speak against an arrangement, so the rest need not be held against them.
  for (const { cast, weight } of all.sort((a, b) => b.weight - a.weight)) {
    if (left-- < 0 || (best && weight <= best.weight + 1e-9)) break
    const found = heldAgainstRows(cast, asked)
    const own = found && weight + sumOf(found)
    if (own !== undefined && (!best || own > best.weight + 1e-9)) best = { cast, weight: own }
  }
  if (!best) return undefined
  const { cast } = best
  // More lines than colours are told apart by where they are.
  if (isJoined(kind) && cast.color && distinct(cast.color).length > 12)
    Object.assign(cast, { detail: cast.color, color: undefined })
  return best
}

/** What is asked of a kind that the intent does not name; facts of what it would show. */
interface Facts {
  x: Field | undefined
  isRunning: boolean
  /** More than three rows share a place and nothing is to be reckoned of them. */
  isSample: boolean
  isCounted: boolean
  isReckoned: boolean
  isPair: boolean
  has: (manner: Manner) => boolean
  asked: Asked
  cast: Cast
}

/** How well a kind suits what it would show: of the rows of a kind the first that holds; where none does it is not in question. */
const FITS: readonly (readonly [kind: string, fit: number, holds: (facts: Facts) => unknown])[] = [
  ['line', 4, ({ has }) => has('band')],
  ['line', 2, ({ isRunning }) => isRunning],
  ['line', 5, ({ has, x }) => has('along') && !x],
  ['line', 1, ({ asked, x }) => asked.over.length > 0 && !(x && isAmount(x))],
  ['bar', 4, ({ has, x }) => (has('stacked') || has('grouped') || has('percent')) && !isLong(x)],
  ['bar', 2, ({ asked }) => asked.sort],
  ['bar', -1, ({ isRunning, isCounted }) => isRunning && !isCounted],
  ['bar', -1, ({ isSample, cast: { y } }) => isSample && y[0] && !isTruth(y[0])],
  ['bar', 1, () => true],
  ['point', 2, ({ x, isPair }) => x && isAmount(x) && isPair],
  ['point', -1, ({ x }) => x && isAmount(x)],
  ['point', 7, ({ x, has, cast }) => x && has('spread') && hasRole(cast.table, 'lower')],
  ['box', 2, ({ x, isSample, isRunning }) => x && isSample && !isRunning],
  ['box', 0, ({ x, isSample, cast }) => !x && isSample && cast.y.length > 1],
  [
    'histogram',
    -1.5,
    ({ isCounted, isReckoned, cast }) => rowsOf(cast) > 19 && !isCounted && !isReckoned,
  ],
  ['histogram', -6, () => true],
]
const isLong = (x: Field | undefined) => x && isAmount(x) && distinct(x).length > 12
const hasRole = ({ fields }: Table, ...roles: Field['role'][]) =>
  fields.some(({ role }) => roles.includes(role))
const rowsOf = ({ table }: Cast) => table.fields[0]?.values.length ?? 0

/** Kinds that are in question where the intent names none, the best first. */
export function recommended(asked: Asked, table: Table): string[] {
  if (table.shape === 'matrix') return ['heatmap', 'histogram']
  if (asked.fit || asked.on.size) return ['point', 'line', 'bar']
  const found = [...new Set(FITS.map(([id]) => id))].flatMap((id) => {
    const own = arranged(kindNamed(id), asked, table)
    const fit = own && fitOf(own.cast, asked)
    return own && fit !== undefined ? [{ id, weight: own.weight + fit }] : []
  })
  const kinds = found.sort((a, b) => b.weight - a.weight).map(({ id }) => id)
  const isGrid = table.fields.filter(isName).length > 1
  return kinds.length > 0 ? kinds : isGrid ? ['heatmap', 'bar'] : ['bar']
}

function fitOf(cast: Cast, asked: Asked): number | undefined {
  const { kind, table, x, y, color, facet } = cast
  const isDated =
    x?.role === 'ordinal' && /day|month|year|date|time|week|hour|quarter/i.test(x.name)
  const isMade = x?.made && isAmount(x)
  const isOver = x?.role === 'ordinal' && asked.over.includes(x)
  const isRunning = x !== undefined && (x.role === 'time' || runs(x) || isMade || isDated || isOver)
  const isReckoned = asked.stat !== undefined || asked.manners.has('spread')
  const said = [...asked.columns, ...asked.over, ...asked.by].filter(isAmount)
  const isTimed = table.fields.some(({ role, name }) => role === 'time' || name === 'x')
  const facts: Facts = {
    ...{ x, cast, asked, isReckoned, isRunning, has: (manner) => asked.manners.has(manner) },
    isSample: !isReckoned && !isTimed && y.length > 0 && crowd(table, [x, color, facet], y[0]) > 3,
    isCounted: y.length === 0 || asked.stat === 'count',
    isPair: !isRunning && (said.length > 1 || !table.fields.some(isName)),
  }
  return FITS.find(([id, , holds]) => id === kind.id && holds(facts))?.[1]
}

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
  const own = table.fields.filter(
    (field) => isOwn(field) || (field.role === 'weight' && said.has(field)),
  )
  const pool = own.filter((field, i) => said.has(field) || i < 12)
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
  // A share is one of all that there is.
  const isWhole = asked.manners.has('percent')
  const names = amounts.filter((field) => asked.columns.includes(field) && !places.includes(field))
  const named = amounts.filter((field) => said.has(field))
  const still = amounts.filter((field) => !runs(field))
  const groups =
    names.length > 0 && !isWhole
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

const one = (holds: unknown): number => (holds ? 1 : 0)

/** What speaks for and against an arrangement; undefined where it shows nothing that can be read. */
function weighed(cast: Cast, asked: Asked): Weighed | undefined {
  const { kind, table, x, y, color, facet, detail } = cast
  const [first] = y
  const { by, over, columns } = asked
  // What is counted has no place of its own.
  const isCounted = (field: Field) => y.length === 0 && isUnique(field)
  const said = new Set(
    [...saidIn(asked)].filter(
      (field) => (field.of === undefined || field.role === 'weight') && !isCounted(field),
    ),
  )
  const shown = new Set<unknown>([x, ...y, color, facet, detail, ...Object.values(asked.on)])
  const isPairs = kind.x.startsWith('A')
  const isSeries = y.length > 1
  if (kind.x === 'A' && !x) return undefined
  // Of names that stand once each there is nothing to count.
  if (y.length === 0 && x && isUnique(x) && table.fields.some(isAmount)) return undefined
  if (isSample(kind) && (x ? isUnique(x) : color)) return undefined
  if (x && isAmount(x) && kind.x.startsWith('N') && distinct(x).length > 30 && !runs(x))
    return undefined
  if (isSeries && x && color && facet) return undefined
  if (color && !isSeries && kind.id !== 'slope' && isUnique(color)) return undefined
  // Axes of a radar and ends of slopes are the measures themselves.
  if (isSeries && x && (kind.id === 'radar' ? y.length >= distinct(x).length : kind.id === 'slope'))
    return undefined
  const unasked = [x, color, facet].filter(
    (field) =>
      field !== undefined &&
      !field.made &&
      !said.has(field) &&
      !asked.hinted.has(field) &&
      !Object.values(asked.on).includes(field),
  )
  // What is reckoned over rows is of names.
  const isOfNames = kind.id === 'point' && (asked.stat !== undefined || asked.manners.has('spread'))
  const rank = x ? classIn(x, isOfNames ? 'NOTA' : kind.x) : 0
  // Measures side by side stand on x by themselves.
  const isBare = !x && kind.family !== 'one' && !(isSeries && (!isJoined(kind) || isWide(y)))
  const amounts = columns.filter((field) => isAmount(field) && !runs(field))
  const at = (field: Field | undefined) => (field ? table.fields.indexOf(field) : 0)
  const group = by[0] ?? columns.find(isName)
  const isTold = isJoined(kind) || isPairs || /^(?:radar|slope)$/.test(kind.id)
  const groupAt = isTold ? color : x
  return {
    unshown: [...said].filter((field) => !shown.has(field)).length,
    unasked: one(unasked.includes(x)) + one(said.size > 0 && y.some((field) => !said.has(field))),
    unbidden:
      one(unasked.includes(color) && kind.id !== 'slope') +
      one(x && isAmount(x) && isTold && said.size > 0 && unasked.includes(x)),
    paneled: one(facet !== undefined) + one(detail !== undefined) / 2,
    // Two measures of the same names are compared side by side.
    over: one(
      over[0] !== undefined &&
        (over[0] === x || (!isTold && isSeries && y.includes(over[0]) && group && isUnique(group))),
    ),
    by: one(
      group !== undefined &&
        (group === groupAt || (isJoined(kind) && group === x && classIn(group, 'TO') >= 0)),
    ),
    first: one(amounts[0] !== undefined && y.includes(amounts[0]) && !amounts.includes(x as Field)),
    rank: Math.max(0, rank),
    nowhere: one(isBare),
    later: isSeries ? at(x) : x && isAmount(x) ? one(at(x) > at(first)) * 2 : at(first) + at(x),
    together: one(isSeries && ![...said].some((field) => isAmount(field) && !over.includes(field))),
    structure: table.fields.filter(
      (field) => field.made && isName(field) && field.name !== 'category' && !shown.has(field),
    ).length,
  }
}

/** What the rows say against an arrangement; undefined where they make none. */
function heldAgainstRows(cast: Cast, asked: Asked): Weighed | undefined {
  const { kind, table, x, color, facet, detail } = cast
  const [first] = cast.y
  const groups = [color, facet, detail]
  if (isSample(kind) && kind.id !== 'strip' && crowd(table, [x, color, facet], first) < 3)
    return undefined
  // Joined to and fro the rows of a cloud are a scribble.
  if (isJoined(kind) && x && isAmount(x) && !isOneWay(table, x, groups, first)) return undefined
  const isSummary = table.fields.some(({ role, of }) => role === 'error' && of === first?.name)
  const isReckoned =
    (asked.stat !== undefined && !isSummary) ||
    first === undefined ||
    isSample(kind) ||
    kind.x.startsWith('A') ||
    kind.family === 'one'
  return { shared: one(!isReckoned && crowd(table, [x, ...groups], first) > 1) }
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
