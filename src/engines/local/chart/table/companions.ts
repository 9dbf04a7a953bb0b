import type { Field, Role } from '../../../../forms/chart'

const LOWER =
  /(?:^|[_\s.-])(lo|lo95|l95|low|lower(?:_?95)?|lwr|min|ci_?lo|ci_?low|ci_?lower|lower_?ci|lcl|lci|inf|q05|p05|2\.5%?)$|^(lo|lo95|l95|low|lower|lcl|lci|inf|ci_?l|ymin)(?:[_\s.-]|$)/i
const UPPER =
  /(?:^|[_\s.-])(hi|hi95|u95|high|upper(?:_?95)?|upr|max|ci_?hi|ci_?high|ci_?upper|upper_?ci|ucl|uci|sup|q95|p95|97\.5%?)$|^(hi|hi95|u95|high|upper|ucl|uci|sup|ci_?u|ymax)(?:[_\s.-]|$)/i
const ERROR =
  /(?:^|[_\s.-])(std|sd|se|sem|stderr|std_?err|std_?dev|stdev|err|error|errors|yerr|sigma|ci|ci95|uncertainty|margin)$|^(std|sd|se|sem|err|stderr|yerr|sigma)(?:[_\s.-]|$)/i
const P_VALUE = /^(p|p[_\s.-]?val(ue)?s?|pval|p[_\s.-]?adj|q[_\s.-]?value|fdr)$/i
const WEIGHT = /^(weights?|w)(?:[ _]?[([%].*)?$/i

/** Columns that are an interval, an error or a p value of another one. */
export function withCompanions(fields: readonly Field[]): Field[] {
  const numbers = fields.filter(({ role }) => role === 'number')
  const is = (pattern: RegExp) => numbers.filter(({ name }) => pattern.test(bare(name)))
  const [lowers, uppers, errors] = [is(LOWER), is(UPPER), is(ERROR)]
  const isPaired = lowers.length > 0 && uppers.length > 0
  const hasEnds = isPaired && lowers.length + uppers.length < numbers.length
  const roles = new Map<Field, Role>()
  const put = (role: Role, list: readonly Field[]) => {
    for (const field of list) roles.set(field, role)
  }
  if (hasEnds) put('lower', lowers)
  if (hasEnds) put('upper', uppers)
  // Beside an interval a column called `err` is what was measured.
  else if (errors.length < numbers.length) put('error', errors)
  const isShare = (cell: unknown) => cell === null || (Number(cell) >= 0 && Number(cell) <= 1)
  if (numbers.length > 1)
    put(
      'p',
      is(P_VALUE).filter(({ values }) => values.every(isShare)),
    )
  // Beside intervals a weight is that of a study; elsewhere it may well be of a body.
  if (hasEnds) put('weight', is(WEIGHT))
  // Beside a mean and its error `n` says how many rows it is of.
  if (errors.length > 0) put('weight', is(/^n$/i))
  return withOwners(fields, roles)
}

/** A companion without a number to belong to is a number itself: `training_error` is measured, `acc_std` is not. */
function withOwners(fields: readonly Field[], roles: ReadonlyMap<Field, Role>): Field[] {
  const mains = fields.filter((field) => field.role === 'number' && !roles.has(field))
  const owned = fields.map((field, at) => {
    const role = roles.get(field)
    if (role === undefined) return field
    const stem = stemOf(field.name)
    const names = mains.map((main) => ({ main, name: squeezed(bare(main.name)) }))
    const own = [
      names.find(({ name }) => name === stem),
      names.find(({ name }) => name.startsWith(stem) || name.endsWith(stem)),
    ]
    const before = fields.slice(0, at).filter((each) => mains.includes(each))
    const near = [before.at(-1) ?? mains.at(-1), ...mains]
    const isNear = stem === '' || role === 'p' || role === 'weight'
    const found = [...(stem === '' ? [] : own.map((each) => each?.main)), ...(isNear ? near : [])]
    // Samples may be called low and high as well.
    const owner = found.find((main) => main && isBound(role, field, main))
    return owner ? { ...field, role, of: owner.name } : field
  })
  // One end alone is no interval.
  const isAlone = ({ role, of }: Field) =>
    (role === 'lower' || role === 'upper') &&
    !owned.some((each) => each.of === of && each.role !== role && /^(?:low|upp)er$/.test(each.role))
  return owned.map((field, i) => (isAlone(field) ? (fields[i] ?? field) : field))
}

/** Whether a column can be that of another: an error in its unit, an end beyond which at most one value in ten is. */
function isBound(role: Role, bound: Field, main: Field): boolean {
  if (role === 'error') return !bound.unit || !main.unit || bound.unit === main.unit
  if (role !== 'lower' && role !== 'upper') return true
  const beyond = main.values.filter((value, i) => {
    const end = bound.values[i]
    if (typeof value !== 'number' || typeof end !== 'number') return false
    return role === 'lower' ? end > value : end < value
  })
  return beyond.length <= main.values.length / 10
}

/** A name without the unit in brackets behind it. */
const bare = (name: string) => name.replace(/\s*[([][^()[\]]*[)\]]\s*$/, '')

const squeezed = (name: string) => name.toLowerCase().replace(/[_\s.-]+|mean|avg|estimate/g, '')

/** What of a companion's name is not about the interval: `acc` of `acc_ci_low`. */
const stemOf = (name: string) =>
  squeezed(bare(name).replace(LOWER, '').replace(UPPER, '').replace(ERROR, '')).replace(
    /confidence|conf|interval|bound|limit|95%?|ci|(?<![a-z])ic(?![a-z])|hdi|cri/g,
    '',
  )
