import type { Cell, Field, Role, Table } from '../../../../forms/chart'
import { cellsOf, isSpelled, momentOf, numberOf, spanOf } from './cells'
import { readShape } from './shapes'
import { type Raw } from './raw'

export interface DataRead {
  table: Table
  pairs: NonNullable<Raw['pairs']>
  wide: string[]
  title?: string
  xTitle?: string
  yTitle?: string
}

/** Brings data of any known form into typed columns. @throws ChartRefused with a sentence that names data_json */
export function readData(value: unknown): DataRead {
  const raw = readShape(value)
  const names = new Set<string>()
  const fields = raw.columns.map(({ name, values, made }): Field => {
    const key = made === true || NAMES.test(name)
    const field = fieldOf(unique(name, names), cellsOf(values), key)
    return made ? { ...field, made } : field
  })
  const kept = fields.filter(({ values }) => values.some((cell) => cell !== null))
  const { table, dropped } = complete({
    shape: raw.shape,
    fields: withCompanions(kept),
    notes: raw.notes,
  })
  if (dropped > 0) table.notes.push(`${dropped} rows without any number were left out`)
  const { title, xTitle, yTitle } = raw
  return {
    table,
    pairs: raw.pairs ?? [],
    wide: raw.wide ?? [],
    ...(title ? { title } : {}),
    ...(xTitle ? { xTitle } : {}),
    ...(yTitle ? { yTitle } : {}),
  }
}

function unique(name: string, names: Set<string>): string {
  let found = name
  for (let i = 2; names.has(found); i++) found = `${name} ${i}`
  names.add(found)
  return found
}

const ORDERS = [
  ['very low', 'low', 'medium', 'high', 'very high'],
  ['xs', 's', 'm', 'l', 'xl', 'xxl'],
  ['small', 'medium', 'large'],
  ['none', 'mild', 'moderate', 'severe'],
  ['never', 'rarely', 'sometimes', 'often', 'always'],
  ['strongly disagree', 'disagree', 'neutral', 'agree', 'strongly agree'],
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
]

/** The rank of a name in a scale that everybody knows, or undefined where the names are of none. */
export function knownOrder(names: readonly string[]): string[] | undefined {
  const lower = names.map((name) => name.toLowerCase())
  const scale = ORDERS.find((order) => lower.every((name) => order.includes(name)))
  if (!scale || names.length < 2) return undefined
  return [...names].sort((a, b) => scale.indexOf(a.toLowerCase()) - scale.indexOf(b.toLowerCase()))
}

/** Numbers that are the names of those who were measured. */
const NAMING = /^(?:.*[_ ])?(?:id|subject|patient|participant|animal|mouse|volunteer)$/i

/** Columns that hold names, even where these are spelled like numbers. */
const NAMES = /version|release|model|code|zip|label|category|name|variant|build/i

function fieldOf(name: string, cells: Cell[], key: boolean): Field {
  const present = cells.filter((cell): cell is number | string => cell !== null)
  const naming = NAMING.test(name) && present.length > 0 && new Set(present).size === present.length
  if (naming || present.some((cell) => isSpelled(cell, key && name !== 'value'))) {
    const values = cells.map((cell) => (cell === null ? null : String(cell)))
    return { name, role: 'category', whole: false, values }
  }
  const numbers = present.map(numberOf)
  const numeric = numbers.filter((each) => each !== null).length
  if (present.length > 0 && numeric >= present.length * 0.9) {
    const values = cells.map(numberOf)
    const share = present.every((cell) => typeof cell === 'string' && /%\s*$/.test(cell))
    return {
      name,
      role: 'number',
      ...(share ? { unit: '%' } : {}),
      whole: values.every((each) => each === null || Number.isInteger(each)),
      values,
    }
  }
  const moments = present.map(momentOf)
  if (present.length > 1 && moments.every((each) => each !== null)) {
    const span = spanOf(present)
    const values = cells.map(momentOf)
    return { name, role: 'time', whole: false, ...(span ? { span } : {}), values }
  }
  const names = [...new Set(present.map(String))]
  const clock = names.every((each) => /^\d{1,2}:\d{2}$/.test(each))
  const role: Role = clock || knownOrder(names) ? 'ordinal' : 'category'
  return {
    name,
    role,
    whole: false,
    values: cells.map((cell) => (cell === null ? null : String(cell))),
  }
}

const LOWER =
  /(?:^|[_\s.-])(lo|low|lower|lwr|min|ci_?lo|ci_?low|ci_?lower|lower_?ci|lcl|q05|p05|2\.5%?|unten|untere?r?|untergrenze|borne_?inf|inf(?:[ée]rieure?)?|bas|inferior)$|^(lo|low|lower|lcl|ci_?l|ymin)(?:[_\s.-]|$)/i
const UPPER =
  /(?:^|[_\s.-])(hi|high|upper|upr|max|ci_?hi|ci_?high|ci_?upper|upper_?ci|ucl|q95|p95|97\.5%?|oben|obere?r?|obergrenze|borne_?sup|sup(?:[ée]rieure?)?|haut|superior)$|^(hi|high|upper|ucl|ci_?u|ymax)(?:[_\s.-]|$)/i
const ERROR =
  /(?:^|[_\s.-])(std|sd|se|sem|stderr|std_?err|std_?dev|stdev|err|error|errors|yerr|ci|ci95|uncertainty|margin|fehler|standardabweichung|erreur|error_est[aá]ndar|desviaci[oó]n)$|^(std|sd|se|sem|err|stderr|yerr)(?:[_\s.-]|$)/i
const P_VALUE = /^(p|p[_\s.-]?val(ue)?s?|pval|p[_\s.-]?adj|q[_\s.-]?value|fdr)$/i
const WEIGHT = /^(weights?|w)$/i

/** Columns that are an interval, an error or a p value of another one. */
function withCompanions(fields: readonly Field[]): Field[] {
  const numbers = fields.filter(({ role }) => role === 'number')
  const is = (pattern: RegExp) => numbers.filter(({ name }) => pattern.test(name))
  const [lowers, uppers, errors] = [is(LOWER), is(UPPER), is(ERROR)]
  const paired = lowers.length > 0 && uppers.length > 0
  const roles = new Map<string, Role>()
  if (paired && lowers.length + uppers.length < numbers.length) {
    for (const { name } of lowers) roles.set(name, 'lower')
    for (const { name } of uppers) roles.set(name, 'upper')
  }
  // Beside an interval a column called `err` is what was measured.
  if (roles.size === 0 && errors.length < numbers.length)
    for (const { name } of errors) if (!roles.has(name)) roles.set(name, 'error')
  for (const { name, values } of numbers) {
    if (
      P_VALUE.test(name) &&
      values.every((each) => each === null || (Number(each) >= 0 && Number(each) <= 1)) &&
      numbers.length > 1
    )
      roles.set(name, 'p')
    // Beside intervals a weight is that of a study; elsewhere it may well be of a body.
    if (WEIGHT.test(name) && [...roles.values()].includes('lower')) roles.set(name, 'weight')
  }
  return withOwners(fields, roles)
}

/** A companion without a number to belong to is a number itself: `training_error` is measured, `acc_std` is not. */
function withOwners(fields: readonly Field[], roles: ReadonlyMap<string, Role>): Field[] {
  const numbers = fields.filter(({ role }) => role === 'number')
  const mains = numbers.filter(({ name }) => !roles.has(name))
  const owned = fields.map((field, at) => {
    const role = roles.get(field.name)
    if (role === undefined) return field
    const stem = stemOf(field.name)
    const named = mains.find(({ name }) => stem !== '' && squeezed(name) === stem)
    const before = fields.slice(0, at).filter((each) => mains.includes(each))
    const near =
      stem === '' || role === 'p' || role === 'weight' ? (before.at(-1) ?? mains.at(-1)) : undefined
    const held = stem === '' ? mains.find((main) => isBound(role, field, main)) : undefined
    const found = named ?? (near && held && !isBound(role, field, near) ? held : near)
    // Samples may be called low and high as well.
    const owner = found && isBound(role, field, found) ? found : undefined
    return owner ? { ...field, role, of: owner.name } : field
  })
  const has = (role: Role, of: string | undefined) =>
    owned.some((field) => field.role === role && field.of === of)
  // One end alone is no interval.
  return owned.map((field, i) =>
    (field.role === 'lower' && !has('upper', field.of)) ||
    (field.role === 'upper' && !has('lower', field.of))
      ? (fields[i] ?? field)
      : field,
  )
}

/** Whether a column's values are inside their bound, but for one in ten. */
function isBound(role: Role, bound: Field, main: Field): boolean {
  if (role !== 'lower' && role !== 'upper') return true
  const beyond = main.values.filter((value, i) => {
    const end = bound.values[i]
    if (typeof value !== 'number' || typeof end !== 'number') return false
    return role === 'lower' ? end > value : end < value
  })
  return beyond.length <= main.values.length / 10
}

const squeezed = (name: string) => name.toLowerCase().replace(/[_\s.-]+|mean|avg|estimate/g, '')

/** What of a companion's name is not about the interval: `acc` of `acc_ci_low`. */
const stemOf = (name: string) =>
  squeezed(name.replace(LOWER, '').replace(UPPER, '').replace(ERROR, '')).replace(
    /confidence|conf|interval|bound|limit|95|ci|hdi|cri/g,
    '',
  )

/** Rows that hold names alone where numbers are expected are no data. */
function complete(table: Table): { table: Table; dropped: number } {
  const numbers = table.fields.filter(({ role }) => role === 'number')
  const length = table.fields[0]?.values.length ?? 0
  if (numbers.length === 0) return { table, dropped: 0 }
  const keep = Array.from({ length }, (_, i) => numbers.some(({ values }) => values[i] !== null))
  const dropped = keep.filter((each) => !each).length
  if (dropped === 0) return { table, dropped }
  return {
    table: {
      ...table,
      fields: table.fields.map((field) => ({
        ...field,
        values: field.values.filter((_, i) => keep[i]),
      })),
    },
    dropped,
  }
}
