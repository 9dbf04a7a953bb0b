import type { Field, Role } from '../../../../forms/chart'

const LOWER =
  /(?:^|[_\s.-])(lo|lo95|l95|low|lower|lwr|min|ci_?lo|ci_?low|ci_?lower|lower_?ci|lcl|q05|p05|2\.5%?)$|^(lo|lo95|l95|low|lower|lcl|ci_?l|ymin)(?:[_\s.-]|$)/i
const UPPER =
  /(?:^|[_\s.-])(hi|hi95|u95|high|upper|upr|max|ci_?hi|ci_?high|ci_?upper|upper_?ci|ucl|q95|p95|97\.5%?)$|^(hi|hi95|u95|high|upper|ucl|ci_?u|ymax)(?:[_\s.-]|$)/i
const ERROR =
  /(?:^|[_\s.-])(std|sd|se|sem|stderr|std_?err|std_?dev|stdev|err|error|errors|yerr|sigma|ci|ci95|uncertainty|margin)$|^(std|sd|se|sem|err|stderr|yerr|sigma)(?:[_\s.-]|$)/i
const P_VALUE = /^(p|p[_\s.-]?val(ue)?s?|pval|p[_\s.-]?adj|q[_\s.-]?value|fdr)$/i
const WEIGHT = /^(weights?|w)(?:[ _]?[([%].*)?$/i

/** Columns that are an interval, an error or a p value of another one. */
export function withCompanions(fields: readonly Field[]): Field[] {
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
    const named =
      stem === ''
        ? undefined
        : (mains.find(({ name }) => squeezed(name) === stem) ??
          mains.find(
            ({ name }) => squeezed(name).startsWith(stem) || squeezed(name).endsWith(stem),
          ))
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
    /confidence|conf|interval|bound|limit|95%?|ci|hdi|cri/g,
    '',
  )
