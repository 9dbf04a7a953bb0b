/** Which column stands where: those that the intent names, in its order, and then those that the table has. */
import type { Field, Table } from '../../../forms/chart'
import type { Asked } from './asked'
import type { Kind } from './kinds'
import { fieldTitle } from './table/names'

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

export const isName = ({ role }: Field) => role === 'category' || role === 'ordinal'
export const isAmount = ({ role, logical }: Field) =>
  (role === 'number' || role === 'p' || role === 'weight') && !logical
export const numbersOf = ({ values }: Field): number[] =>
  values.filter((cell) => typeof cell === 'number')
export const distinct = ({ values }: Field) => [...new Set(values.filter((cell) => cell !== null))]
export const isUnique = (field: Field) => distinct(field).length === field.values.length
const ALONG =
  /(?:^|[_\s])(?:x|t|time|date|day|week|month|quarter|year|jahr|zeit|hour|minute|second|epoch|step|iteration|iter|round|generation|cycle|dose|conc(?:entration)?|depth|distance|age|frequency|nodes|threads|workers|k|n)s?(?:$|[_\s(])/i

/** Numbers that others run along: years, epochs, doses; evenly spaced and rising ones. */
export function runs(field: Field): boolean {
  const list = [...new Set(numbersOf(field))]
  const steps = list.slice(1).map((value, i) => Number((value - (list[i] ?? 0)).toPrecision(6)))
  if (!isAmount(field) || steps.length === 0 || steps.some((step) => step < 0)) return false
  return ALONG.test(field.name) || (steps.length > 2 && new Set(steps).size === 1)
}

/** Amounts each larger than the one before. */
const isRising = (field: Field) =>
  isAmount(field) &&
  numbersOf(field).every((value, i, all) => i === 0 || value > (all[i - 1] ?? value))

/** Those of some amounts that are not what others run along, where there are any. */
function measuring(list: Field[]): Field[] {
  const measures = list.filter((field) => !(ALONG.test(field.name) && runs(field)))
  return measures.length > 0 ? measures : list
}

/** Columns side by side that are years, doses or the like. */
export const isWide = (list: readonly Field[]) =>
  list.length > 1 && list.every(({ name }) => /^\D?\d+(?:\.\d+)?$/.test(name))

/** Two values that say what was true or happened. */
export const isTruth = (field: Field) =>
  distinct(field).length === 2 &&
  (isName(field) || numbersOf(field).every((value) => value === 0 || value === 1))

/** The most rows at one place. */
export function crowd(
  { fields }: Table,
  keys: readonly (Field | undefined)[],
  value: Field | undefined,
): number {
  const counts = new Map<string, number>()
  for (let i = 0; i < (fields[0]?.values.length ?? 0); i++) {
    if (value && value.values[i] === null) continue
    const key = JSON.stringify(keys.map((field) => field?.values[i] ?? null))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

const REPEAT =
  /^(?:participant|subject|patient|animal|mouse|rep|repl|replicates?|repeat|fold|seed|no|nr|index|id|#)\.?$/i
/** Numbers that count repeats measure nothing. */
function isRepeat({ name, whole, values }: Field): boolean {
  const list = [...new Set(values)].map(Number).sort((a, b) => a - b)
  return whole && REPEAT.test(name) && list.every((value, i) => value === (list[0] ?? 0) + i)
}

/** Classes of columns, by the letters of a kind's row. */
const CLASSES: Readonly<Record<string, (field: Field) => boolean>> = {
  T: ({ role }) => role === 'time',
  O: (field) =>
    field.role === 'ordinal' ||
    runs(field) ||
    (field.made === true && isAmount(field) && /^(?:x|category)$/.test(field.name)),
  N: isName,
  A: (field) =>
    isAmount(field) &&
    !isRepeat(field) &&
    !(field.made && /^(?:category|row|column)$/.test(field.name)),
  P: ({ role, name }) => role === 'p' || /^(?:p|q|padj|fdr)\b|p[._ ]?val|neg.?log/i.test(name),
}
const isOf = (field: Field, classes: string) => [...classes].some((name) => CLASSES[name]?.(field))

/** The columns of a table, each dealt out once. */
function deckOf({ fields }: Table, { columns, by, over }: Asked, takesP: boolean) {
  const used = new Set<Field>()
  const free = (list: readonly Field[]) => list.filter((field) => !used.has(field))
  const take = (field: Field | undefined) => (field ? used.add(field) && field : undefined)
  const numbers = (list: readonly Field[]) => free(list).filter((field) => isOf(field, 'A'))
  return {
    free,
    take,
    numbers,
    rest: fields.filter(
      (field) =>
        ![...columns, ...by, ...over].includes(field) &&
        (field.of === undefined || field.role === 'p'),
    ),
    /** Numbers that measure something: neither what others run along, nor p values where no points are drawn. */
    amounts: (list: readonly Field[]) => {
      const measures = numbers(list).filter(
        ({ name, made, role }) => !(made && name === 'x') && (role === 'number' || takesP),
      )
      return measures.length > 0 ? measures : numbers(list).filter(({ role }) => role === 'number')
    },
    /** The first that is of any of the classes. */
    first: (list: readonly Field[], classes: string) =>
      take(free(list).find((field) => isOf(field, classes))),
    /** The first of the first class that has one. */
    best: (list: readonly Field[], classes: string) =>
      take([...classes].map((name) => free(list).find((field) => isOf(field, name))).find(Boolean)),
  }
}
type Deck = ReturnType<typeof deckOf>

export function cast(kind: Kind, asked: Asked, table: Table): Cast {
  const deck = deckOf(table, asked, kind.x.startsWith('A'))
  const { x, y, ...on } = lying(asked)
  for (const field of [x, y, on.color, on.facet]) deck.take(field)
  const found: Cast = { table, kind, y: [], ...on }
  if (kind.family === 'truth') judged(found, asked, deck)
  else if (kind.family === 'one') sampled(found, asked, deck)
  else if (kind.family !== 'cells') placed(found, asked, deck)
  return found
}

/** What the intent sets on channels: names on y beside amounts lie. */
function lying(asked: Asked): Asked['on'] {
  const { x, y } = asked.on
  if (!y || !isName(y) || (x && isName(x))) return asked.on
  asked.manners.add('horizontal')
  asked.on = { ...asked.on, x: y, y: x }
  return asked.on
}

/** A measure over what it runs along. */
function placed(found: Cast, asked: Asked, deck: Deck): void {
  const { kind } = found
  const { columns, over, on } = asked
  const [isJoined, isPairs] = [kind.x.startsWith('T'), kind.x.startsWith('A')]
  const by = kind.id === 'radar' ? [] : asked.by
  const heads = deck.amounts(columns).length + Number(kind.y === 'P')
  const value = kind.y === 'P' ? deck.first([...columns, ...over, ...deck.rest], 'P') : undefined
  // Two measures of the same names are series, not places.
  const isCompared = !isJoined && !isPairs && over.every(isAmount)
  // The effects of a volcano plot are called so in every table.
  const isEffect = ({ name }: Field) => /fold|fc\b|effect|beta|diff/i.test(name)
  const effects = kind.y === 'P' ? deck.numbers(found.table.fields).filter(isEffect) : []
  found.x = on.x ?? deck.first(effects, 'A') ?? (isCompared ? undefined : deck.first(over, 'TONAP'))
  if (isJoined) {
    const isFree = (field: Field) => !isAmount(field) || heads > 1
    const isTimed = deck.free(deck.rest).some(({ role }) => role === 'time')
    found.x ??= deck.first(by, 'TO')
    if (!isTimed) found.x ??= deck.first(columns.filter(isFree), 'TO')
  } else if (isPairs) {
    found.x ??= deck.first(by, 'A') ?? (heads > 1 ? deck.first(columns, 'A') : undefined)
    const isAlone = heads + deck.amounts([...over, ...deck.rest]).length < 2
    if (kind.x.length > 1 && (isAlone || (heads === 1 && over.length === 0)))
      found.x ??= deck.first(by, 'NTO')
  } else {
    const sorts = (field: Field) => !isAmount(field) || runs(field) || distinct(field).length <= 12
    found.x ??= deck.first(by.filter(sorts), 'NTOA') ?? deck.first(columns, 'NT')
  }
  const more = by.filter((field) => isAmount(field) && !runs(field))
  const named = deck.amounts(isCompared ? [...columns, ...over, ...more] : columns)
  const some = (list: Field[]) =>
    kind.y.includes('+')
      ? alike(
          list,
          asked.logs.size > 0 || asked.manners.has('stacked') || asked.manners.has('percent'),
        )
      : list.slice(0, 1)
  found.y = some(on.y ? [on.y] : value ? [value] : named)
  for (const field of found.y) deck.take(field)
  found.x ??= along(found, deck)
  if (!found.x && found.color && kind.x.startsWith('N') && found.y.length < 2) {
    found.x = found.color
    found.color = undefined
  }
  const isCounted = found.x && isName(found.x) && columns.includes(found.x) && !isUnique(found.x)
  const isTold = by.length + over.length > 0 || !/^(?:bar|pie)$/.test(kind.id)
  if (
    found.y.length === 0 &&
    (asked.stat !== 'count' || kind.id === 'pie') &&
    (isTold || !isCounted)
  )
    found.y = some(measuring(deck.amounts([...columns, ...deck.rest])))
  for (const field of found.y) deck.take(field)
  if (found.x && found.y.length > (kind.id === 'radar' ? 2 : kind.id === 'slope' ? 1 : 99)) {
    found.color ??= found.x
    found.x = undefined
  }
  if (isJoined && isWide(found.y) && (!found.x || isName(found.x))) {
    found.color ??= found.x ?? deck.first([...by, ...columns, ...deck.rest], 'N')
    found.x = undefined
  }
  if (!found.x && kind.x.includes('A') && asked.kind === kind.id) another(found, asked, deck)
  grouped(found, asked, deck)
  if (
    kind.id === 'slope' &&
    found.x &&
    found.color &&
    distinct(found.x).length > distinct(found.color).length
  )
    Object.assign(found, { x: found.color, color: found.x })
}

/** What a chart runs along where the intent does not say it. */
function along({ kind, y }: Cast, deck: Deck): Field | undefined {
  const { rest } = deck
  const isSpare = deck.numbers(rest).length + y.length > 1
  if (kind.x.startsWith('A') && isSpare) return deck.first(rest, 'A')
  const isFree = (field: Field) => !isAmount(field) || isSpare
  const run = kind.x.startsWith('T') ? deck.best(rest.filter(isFree), 'TO') : undefined
  if (run) return run
  const isPair = kind.x.startsWith('T') && y.length === 0 && !rest.some(isName)
  if (isPair && rest.length === 2) return deck.first(rest, 'A')
  const rising = kind.x.startsWith('T') && isSpare ? rest.find(isRising) : undefined
  if (rising) return deck.take(rising)
  const isSample = kind.id === 'box' || kind.id === 'violin' || kind.id === 'strip'
  const isRun = (field: Field) =>
    field.made ? isOf(field, 'O') : isSpare && ALONG.test(field.name) && runs(field)
  const places = rest.filter((field) =>
    isAmount(field) ? kind.x.includes('O') && isRun(field) : !isSample || !isUnique(field),
  )
  const isSeries = ({ name, made }: Field) => made === true && name === 'series'
  const inOrder = places.toSorted((a, b) => Number(isSeries(a)) - Number(isSeries(b)))
  return deck.first(inOrder, kind.x.includes('T') ? 'NTO' : kind.x)
}

/** Names of the rows, or another amount, before anything stands in the order of the rows. */
function another(found: Cast, { columns, by, over }: Asked, deck: Deck): void {
  const left = deck.free([...columns, ...over, ...by, ...deck.rest])
  const isPlace = (field: Field) => isName(field) && isUnique(field) && !field.made
  found.x = deck.take(left.find(isPlace)) ?? deck.first(left, 'A')
  const [y, ...more] = found.y
  if (found.x && isAmount(found.x) && y && more.length === 0 && isRising(y) && !isRising(found.x))
    Object.assign(found, { x: y, y: [found.x] })
}

/** Series and panels: what the intent names, and what tells rows at one place apart. */
function grouped(found: Cast, asked: Asked, deck: Deck): void {
  const { table, kind, x } = found
  const more = () => deck.free([...asked.by, ...asked.over, ...asked.columns])
  const isFew = (most: number) => (field: Field) =>
    (isName(field) || (field.whole && isAmount(field))) &&
    distinct(field).length <= most &&
    !isUnique(field)
  found.color ??= deck.take(more().find(isFew(40)))
  const inner = found.color && kind.x.startsWith('T') ? more().find(isFew(200)) : undefined
  if (found.color && inner && isNested(table, found.color, inner)) {
    const isFiner = distinct(inner).length > distinct(found.color).length
    Object.assign(found, isFiner ? { detail: inner } : { color: inner, detail: found.color })
    deck.take(inner)
  }
  found.facet ??= deck.take(more().find(isFew(20)))
  const [y, ...others] = found.y
  const isSample = /^(?:box|violin|strip)$/.test(kind.id)
  const isPlaced = kind.family === 'xy' && !kind.x.startsWith('A') && !isSample
  const isGiven =
    kind.x.startsWith('T') &&
    table.fields.some(({ of, role }) => role === 'error' && of === y?.name)
  if (found.color || !isPlaced || (asked.stat && !isGiven) || !y || others.length > 0 || !x) return
  const isApart = (field: Field) =>
    isFew(12)(field) && crowd(table, [x, found.facet, field], y) === 1
  if (crowd(table, [x, found.facet], y) > 1)
    found.color = deck.take(deck.free(deck.rest).find(isApart))
}

/** Whether each name of the one column has one name of the other: subjects in groups. */
function isNested({ fields }: Table, a: Field, b: Field): boolean {
  const rows = fields[0]?.values.map((_, i) => JSON.stringify([a.values[i], b.values[i]]))
  return new Set(rows).size === Math.max(distinct(a).length, distinct(b).length)
}

/** One measure, its rows in groups. */
function sampled(found: Cast, asked: Asked, deck: Deck): void {
  const said = asked.on.x ? [asked.on.x] : deck.amounts([...asked.columns, ...asked.over])
  const rest = deck.amounts(deck.rest)
  found.y = alike(said.length > 0 ? said : rest)
  if (said.length === 0 && (asked.by.length > 0 || found.y.length < rest.length))
    found.y = found.y.slice(0, 1)
  for (const field of found.y) deck.take(field)
  const more = () => deck.free([...asked.by, ...asked.columns, ...asked.over])
  const isFew = (field: Field) => distinct(field).length <= 12
  found.color ??= deck.take(more().find(isFew))
  found.facet ??= deck.take(more().find(isFew))
  if (!found.facet && found.y.length === 1)
    found.color ??= deck.take(groupsIn(deck.free(deck.rest).filter(({ made }) => made)))
}

/** Scores (or times) as x and, where there are several, as y behind what was true (or happened), which is the first of y. */
function judged(found: Cast, asked: Asked, deck: Deck): void {
  const isTime = found.kind.id === 'survival'
  const called = isTime
    ? /event|status|death|dead|died|relapse|progress|recurr|fail/i
    : /true|truth|label|class|outcome|actual|target|observed|^y$/i
  const said = deck.free([...asked.columns, ...asked.over, ...asked.by])
  const two = deck.free([...said, ...deck.rest]).filter(isTruth)
  const likely = two.find(({ name }) => called.test(name)) ?? said.find(isTruth)
  const event = asked.on.y ?? likely ?? (isTime || two.length > 1 ? undefined : two[0])
  deck.take(event)
  const own = asked.on.x ? [asked.on.x] : deck.amounts([...asked.columns, ...asked.over])
  const rest = own.length > 0 ? own : deck.amounts(deck.rest)
  const isMoment = ({ name }: Field) =>
    /^(?:t|days?|weeks?|months?|years?|.*(?:time|follow.?up|survival).*)$/i.test(name)
  const times = [rest.find(isMoment) ?? rest[0]].filter((field) => field !== undefined)
  const scores = isTime ? times : rest
  found.x = deck.take(scores[0])
  found.y = [...(event ? [event] : []), ...scores]
  found.color ??= deck.take(deck.free([...asked.by, ...asked.columns]).find(isName))
  if (scores.length < 2) found.color ??= deck.take(groupsIn(deck.free(deck.rest)))
}

/** The first column of a few names. */
export const groupsIn = (list: readonly Field[], most = 10) =>
  list.find((field) => {
    const count = distinct(field).length
    return isName(field) && count > 1 && count <= most && !isUnique(field)
  })

/** The unit in which a column is drawn. */
export const unitOf = (field: Field | undefined): string | undefined =>
  /\(([^()]+)\)$/.exec(fieldTitle(field))?.[1]

/** Amounts that may stand on one axis: of the unit and, where they are compared by length, of the size of the first. */
export function alike(list: readonly Field[], isFar = false): Field[] {
  const size = (field: Field) => Math.max(0, ...numbersOf(field).map(Math.abs)) || 1
  return list.filter((field, _, [first = field]) => {
    const ratio = size(field) / size(first)
    return (isFar || (ratio < 30 && ratio > 1 / 30)) && unitOf(field) === unitOf(first)
  })
}
