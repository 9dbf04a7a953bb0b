/**
 * Which column stands where. Nothing is decided case by case: every arrangement of the columns that a kind can show is
 * weighed by one table, for each kind that is in question, and the heaviest is drawn. What the intent says weighs most,
 * then what a kind is made for, then that no two rows share a place. After Voyager, Draco and CompassQL, with a table
 * that is small enough to be read.
 */
import type { Field, Table } from '../../../forms/chart'
import type { Asked } from './asked'
import {
  alike,
  classIn,
  crowd,
  distinct,
  groupsIn,
  isAmount,
  isName,
  isNested,
  isRepeat,
  isTruth,
  isUnique,
  isWide,
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
  /** The class of column on x, counted in the order of the kind's row; nothing on x; the order of columns; what volcanoes run along. */
  rank: -1.2,
  nowhere: -5,
  later: -0.2,
  effect: 3,
  /**
   * A measure that others run along, or that is true or false; measures side by side where none is
   * named; names that the form of the data gives (series, groups) and the chart does not show. */
  running: -3,
  truth: -2,
  together: 1.5,
  structure: -4,
  /** Rows that share a place and are reckoned together though it is not asked; more names than can be told apart;
   * lines of one row. */
  shared: -3,
  many: -4,
  lonely: -6,
  /** How well a kind that is not named fits what it would show. */
  fit: 1,
} as const
type Weighed = Partial<Record<keyof typeof WEIGHTS, number>>

const isSample = ({ id }: Kind) => id === 'box' || id === 'violin' || id === 'strip'
const isJoined = ({ id }: Kind) => id === 'line' || id === 'area'

/** The best arrangement of a kind, and its weight; undefined where the columns make none. */
export function arranged(
  kind: Kind,
  asked: Asked,
  table: Table,
): { cast: Cast; weight: number } | undefined {
  if (kind.family === 'truth') return { cast: judged(kind, asked, table), weight: 0 }
  if (kind.family === 'cells' || kind.family === 'study')
    return { cast: { table, kind, y: [], size: asked.on.size, facet: asked.on.facet }, weight: 0 }
  let best: { cast: Cast; weight: number } | undefined
  for (const cast of casts(kind, asked, table)) {
    const found = weighed(cast, asked)
    if (!found) continue
    const weight = Object.entries(found).reduce(
      (all, [name, times]) => all + WEIGHTS[name as keyof typeof WEIGHTS] * times,
      0,
    )
    if (!best || weight > best.weight + 1e-9) best = { cast, weight }
  }
  if (!best) return undefined
  const { cast } = best
  // More lines than colours are told apart by where they are.
  if (isJoined(kind) && cast.color && distinct(cast.color).length > 12)
    Object.assign(cast, { detail: cast.color, color: undefined })
  cast.detail ??= within(cast, asked)
  return best
}

/** Kinds that are in question where the intent names none, the best first. */
export function recommended(asked: Asked, table: Table): string[] {
  if (table.shape === 'matrix') return ['heatmap', 'bar']
  if (asked.fit || asked.on.size) return ['point', 'line', 'bar']
  const found = ['line', 'bar', 'point', 'box', 'histogram'].flatMap(
    (id): { id: string; weight: number }[] => {
      const own = arranged(kindNamed(id), asked, table)
      return own ? [{ id, weight: own.weight + fitOf(own.cast, asked) }] : []
    },
  )
  const kinds = found.sort((a, b) => b.weight - a.weight).map(({ id }) => id)
  const names = table.fields.filter(isName)
  return kinds.length > 0 ? kinds : names.length > 1 ? ['heatmap', 'bar'] : ['bar']
}

/** How well a kind suits what it would show: bars names, lines what runs, points pairs, boxes samples. */
function fitOf({ kind, table, x, y: [y, ...more], color, facet }: Cast, asked: Asked): number {
  const isRunning =
    x !== undefined &&
    (x.role === 'time' ||
      runs(x) ||
      (x.made && isAmount(x)) ||
      isDated(x) ||
      (asked.over.includes(x) && x.role === 'ordinal'))
  const rows = table.fields[0]?.values.length ?? 0
  const isMany = y !== undefined && crowd(table, [x, color, facet], y) > 3
  const isReckoned = asked.stat !== undefined || asked.manners.has('spread')
  const isCounted = y === undefined || asked.stat === 'count'
  const said = [...asked.columns, ...asked.over, ...asked.by].filter(isAmount)
  const isPair = !isRunning && (said.length > 1 || !table.fields.some(isName))
  const hasRun = table.fields.some(({ role, name }) => role === 'time' || name === 'x')
  const isGiven = asked.manners.has('spread') && table.fields.some(({ role }) => role === 'lower')
  switch (kind.id) {
    case 'line':
      return asked.manners.has('band')
        ? 4
        : isRunning
          ? 2
          : asked.manners.has('along') && !x
            ? 5
            : asked.over.length > 0
              ? 1
              : -3
    case 'bar':
      return isRunning && !isCounted ? -1 : isMany && !isReckoned && y && !isTruth(y) ? -1 : 1
    case 'point':
      return x && isAmount(x) ? (isPair ? 2 : -1) : x && isGiven ? 7 : -4
    case 'box':
      return isMany && !hasRun && !isReckoned && !isRunning && (x || more.length > 0)
        ? x
          ? 2
          : 0
        : -9
    default:
      return rows > 19 && !isCounted && !isReckoned ? -1.5 : -6
  }
}

const isDated = ({ role, name }: Field) =>
  role === 'ordinal' && /day|month|year|date|time|week|hour|quarter/i.test(name)

/** The columns that an intent names. */
const saidIn = ({ columns, by, over, on, colors }: Asked) =>
  new Set([
    ...[...columns, ...by, ...over, ...Object.values(on)],
    ...colors.flatMap(({ at }) => (at.field.name === at.value ? [at.field] : [])),
  ])

/** Every arrangement of a kind. */
function* casts(kind: Kind, asked: Asked, table: Table): Generator<Cast> {
  const { on, by } = asked
  // Names on y beside amounts lie.
  const isLying = on.y !== undefined && isName(on.y) && !(on.x && isName(on.x))
  if (isLying) asked.manners.add('horizontal')
  const isOne = kind.family === 'one'
  const { x: atX, y: atY } = isLying || isOne ? { x: on.y, y: on.x } : on
  const said = saidIn(asked)
  const isOwn = ({ of, role }: Field) => of === undefined || role === 'p'
  const own = table.fields.filter(
    (field) => isOwn(field) || (field.role === 'weight' && said.has(field)),
  )
  const pool = own.filter((field, i) => said.has(field) || i < 12)
  const takesX = (field: Field) =>
    classIn(field, kind.x) >= 0 && !isRepeat(field) && !(field.made && field.name === 'value')
  const xs = isOne ? [undefined] : atX ? [atX] : [...pool.filter(takesX), undefined]
  // Whole numbers that many rows share tell these apart as names do.
  const isGroup = (field: Field) => {
    const count = distinct(field).length
    const isLevel =
      field.whole &&
      isAmount(field) &&
      !isRepeat(field) &&
      count < 7 &&
      count * 3 <= field.values.length
    return (isName(field) || isLevel || by.includes(field)) && count <= 40
  }
  const colors = on.color ? [on.color] : [undefined, ...pool.filter(isGroup)]
  const isPanel = (field: Field) => said.has(field) && isGroup(field) && !isUnique(field)
  const facets = on.facet ? [on.facet] : [undefined, ...pool.filter(isPanel)]
  for (const y of measures(kind, asked, atY ? [atY] : pool, said))
    for (const x of xs)
      for (const color of colors)
        for (const facet of facets) {
          const all = [x, ...y, color, facet].filter((field) => field !== undefined)
          if (new Set(all).size === all.length)
            yield {
              table,
              kind,
              x,
              y,
              color,
              facet,
              size: on.size && isAmount(on.size) ? on.size : undefined,
            }
        }
}

/** What may be measured: one amount, several of a kind side by side, or the number of rows. */
function measures(kind: Kind, asked: Asked, pool: Field[], said: ReadonlySet<Field>): Field[][] {
  const isFar = asked.logs.size > 0 || asked.manners.has('stacked') || asked.manners.has('percent')
  const takesP = kind.y === 'P'
  const amounts = pool.filter(
    (field) =>
      (takesP
        ? classIn(field, 'P') >= 0
        : isAmount(field) && (field.role !== 'p' || (said.has(field) && kind.x.startsWith('A')))) &&
      !isRepeat(field) &&
      !(field.made && /^(?:x|category|row|column)$/.test(field.name)),
  )
  const places = [...asked.over, ...asked.by]
  // A share is one of all that there is.
  const isWhole = asked.manners.has('percent')
  const names = amounts.filter((field) => asked.columns.includes(field) && !places.includes(field))
  const still = (list: Field[]) => list.filter((field) => !runs(field))
  const heads = still(names).length > 1 ? still(names) : names
  const sides = amounts.filter((field) => said.has(field))
  const groups =
    names.length > 0 && !isWhole
      ? [alike(heads, isFar), alike(sides, isFar)]
      : amounts.map((first) =>
          alike([first, ...still(amounts).filter((field) => field !== first)], isFar),
        )
  const isCountable = /^(?:bar|pie|pareto|lollipop)$/.test(kind.id)
  const isCount =
    isCountable &&
    (asked.stat === 'count' ||
      amounts.length === 0 ||
      (asked.kind === kind.id &&
        names.length === 0 &&
        asked.stat === undefined &&
        asked.columns.some(isName) &&
        !amounts.some(({ made }) => made)))
  if (isCount && asked.stat === 'count') return [[]]
  return [
    ...amounts.map((field) => [field]),
    ...((kind.x + kind.y).includes('+') ? groups : []).filter((list) => list.length > 1),
    ...(isCount ? [[]] : []),
  ]
}

/** What speaks for and against an arrangement; undefined where it shows nothing that can be read. */
function weighed(cast: Cast, asked: Asked): Weighed | undefined {
  const { kind, table, x, y, color, facet } = cast
  const [first] = y
  const { by, over, columns } = asked
  // What is counted has no place of its own.
  const isCounted = (field: Field) => y.length === 0 && isUnique(field)
  const said = new Set(
    [...saidIn(asked)].filter(
      (field) => (field.of === undefined || field.role === 'weight') && !isCounted(field),
    ),
  )
  const shown = new Set<unknown>([x, ...y, color, facet, ...Object.values(asked.on)])
  const isPairs = kind.x.startsWith('A') && kind.x !== ''
  const isSeries = y.length > 1
  if (kind.x === 'A' && !x) return undefined
  if (isSample(kind) && (x ? isUnique(x) : color)) return undefined
  if (isSample(kind) && kind.id !== 'strip' && crowd(table, [x, color, facet], first) < 3)
    return undefined
  if (x && isAmount(x) && kind.x.startsWith('N') && distinct(x).length > 30) return undefined
  if (isSeries && x && color && facet) return undefined
  if (color && !isSeries && kind.id !== 'slope' && isUnique(color)) return undefined
  // Axes of a radar and ends of slopes are the measures themselves.
  if (isSeries && x && (kind.id === 'radar' ? y.length > 2 : kind.id === 'slope')) return undefined
  const unasked = [...new Set([x, color, facet])].filter(
    (field) =>
      field !== undefined &&
      !field.made &&
      !said.has(field) &&
      !Object.values(asked.on).includes(field),
  )
  const isSummary = table.fields.some(({ role, of }) => role === 'error' && of === first?.name)
  const isReckoned =
    (asked.stat !== undefined && !isSummary) ||
    y.length === 0 ||
    isSample(kind) ||
    isPairs ||
    kind.family === 'one'
  const keys = [x, color, facet]
  const rank = x ? classIn(x, kind.x) : 0
  // Measures side by side stand on x by themselves.
  const isBare = !x && kind.family !== 'one' && !(isSeries && (!isJoined(kind) || isWide(y)))
  const amounts = columns.filter(isAmount)
  const at = (field: Field | undefined) => (field ? table.fields.indexOf(field) : 0)
  const group = by[0] ?? columns.find(isName)
  const isTold = isJoined(kind) || isPairs || /^(?:radar|slope)$/.test(kind.id)
  const groupAt = isTold ? color : x
  return {
    unshown: [...said].filter((field) => !shown.has(field)).length,
    unasked:
      Number(unasked.includes(x)) + Number(said.size > 0 && y.some((field) => !said.has(field))),
    unbidden:
      Number(unasked.includes(color) && kind.id !== 'slope') +
      Number(isPairs && said.size > 0 && unasked.includes(x)),
    paneled: Number(facet !== undefined),
    // Two measures of the same names are compared side by side.
    over: Number(
      over[0] !== undefined &&
        (over[0] === x || (!isTold && isSeries && y.includes(over[0]) && group && isUnique(group))),
    ),
    by: Number(
      group !== undefined &&
        (group === groupAt || (isJoined(kind) && group === x && classIn(group, 'TO') >= 0)),
    ),
    first: Number(
      amounts[0] !== undefined && amounts[0] === first && !amounts.includes(x as Field),
    ),
    rank: Math.max(0, rank),
    nowhere: Number(isBare),
    later: x && isAmount(x) ? Number(at(x) > at(first)) * 2 : at(first) + at(x),
    effect: Number(kind.y === 'P' && x !== undefined && /fold|fc\b|effect|beta|diff/i.test(x.name)),
    running: Number(first !== undefined && !isSeries && runs(first)),
    truth: Number(first !== undefined && isTruth(first)),
    together: Number(
      isSeries && ![...said].some((field) => isAmount(field) && !over.includes(field)),
    ),
    structure: table.fields.filter(
      (field) => field.made && isName(field) && field.name !== 'category' && !shown.has(field),
    ).length,
    shared: Number(!isReckoned && crowd(table, keys, first) > 1),
    lonely: Number(
      isJoined(kind) &&
        (color ?? facet) !== undefined &&
        crowd(table, [color, facet], undefined) < 2,
    ),
    many:
      Number((color && !isJoined(kind) && distinct(color).length > 12) || 0) +
      Number((x && isName(x) && distinct(x).length > 60) || 0),
  }
}

/** Lines of one colour: of what the intent names the first that tells all rows of a line apart. */
function within(
  { kind, table, x, y: [y], color, facet, ...shown }: Cast,
  asked: Asked,
): Field | undefined {
  if (!isJoined(kind) || crowd(table, [x, color, facet], y) < 2) return undefined
  const said = [...asked.by, ...asked.columns, ...asked.over]
  const isFree = (field: Field) => ![x, y, color, facet, shown.size].includes(field)
  return said.find(
    (field) =>
      isFree(field) &&
      distinct(field).length <= 200 &&
      (!color || isNested(color, field)) &&
      crowd(table, [x, color, facet, field], y) < 2,
  )
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
  const isScore = (field: Field) => isAmount(field) && field !== event && field.role === 'number'
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
