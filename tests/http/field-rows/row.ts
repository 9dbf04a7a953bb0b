/** Stands for a property that is left out. */
export const ABSENT = Symbol('absent')

export interface Row {
  route: string
  field: string
  value: unknown
  /** What is stored when it is accepted; what was sent where this is absent. */
  stored?: unknown
  expect: 'accepted' | Fault
}

interface Fault {
  type: string
  msg: string
  ctx?: Record<string, unknown>
  /** Inside the field: the index of a list's item. */
  at?: number
}

/** What FastAPI calls a fault, and its words. */
export type Words = readonly [type: string, msg: string, ctx?: Record<string, unknown>]

export const taken = (route: string, field: string, value: unknown, stored = value): Row => ({
  route,
  field,
  value,
  stored,
  expect: 'accepted',
})

export const refused = (route: string, field: string, value: unknown, ...words: Words): Row => {
  const [type, msg, ctx] = words
  return { route, field, value, expect: { type, msg, ...(ctx && { ctx }) } }
}

/** A list that is refused for one of its items. */
export const refusedItem = (
  route: string,
  field: string,
  value: unknown,
  at: number,
  ...words: Words
): Row => {
  const [type, msg, ctx] = words
  return { route, field, value, expect: { type, msg, at, ...(ctx && { ctx }) } }
}

export const NO_STRING = ['string_type', 'Input should be a valid string'] as const
export const NO_INTEGER = ['int_type', 'Input should be a valid integer'] as const
export const NO_NUMBER = ['float_type', 'Input should be a valid number'] as const
export const FRACTION = [
  'int_from_float',
  'Input should be a valid integer, got a number with a fractional part',
] as const
export const MISSING = ['missing', 'Field required'] as const
export const BLANK = ['value_error', 'Value error, must not be blank'] as const
const NUL = ['value_error', 'Value error, must not contain NUL characters'] as const
const SURROGATE = ['value_error', 'Value error, must not contain lone surrogates'] as const
export const EXTRA = ['extra_forbidden', 'Extra inputs are not permitted'] as const
export const short = (least: number) =>
  [
    'string_too_short',
    `String should have at least ${least} character${least === 1 ? '' : 's'}`,
    { min_length: least },
  ] as const
export const long = (most: number) =>
  [
    'string_too_long',
    `String should have at most ${most} characters`,
    { max_length: most },
  ] as const
export const low = (ge: number) =>
  ['greater_than_equal', `Input should be greater than or equal to ${ge}`, { ge }] as const
export const high = (le: number) =>
  ['less_than_equal', `Input should be less than or equal to ${le}`, { le }] as const
export const oneOf = (...values: string[]) =>
  ['value_error', `Value error, must be one of ${values.join(', ')}`] as const
export const address = (reason: string) => ['value_error', `Value error, ${reason}`] as const
export const NO_BOOLEAN = ['bool_type', 'Input should be a valid boolean'] as const
export const NO_LIST = ['list_type', 'Input should be a valid list'] as const
const items = (count: number) => `${count} item${count === 1 ? '' : 's'} after validation`
export const fewItems = (least: number, given: number) =>
  [
    'too_short',
    `List should have at least ${items(least)}, not ${given}`,
    { field_type: 'List', min_length: least, actual_length: given },
  ] as const
export const manyItems = (most: number, given: number) =>
  [
    'too_long',
    `List should have at most ${items(most)}, not ${given}`,
    { field_type: 'List', max_length: most, actual_length: given },
  ] as const

/** Values that are no string. */
export const NO_STRINGS = [5, true, ['local'], { a: 1 }]
export const RATIOS = 'auto 1:1 5:4 2:3 3:2 3:4 4:5 4:3 9:16 16:9 21:9'.split(' ')
/** Names that no route knows; some of them would reach into an object's prototype. */
export const UNKNOWN_NAMES = ['__proto__', 'constructor', '', '0', 'a/b', 'a~b']

export const strictText = (route: string, field: string): Row[] => [
  refused(route, field, 'a\0b', ...NUL),
  refused(route, field, 'a\ud800b', ...SURROGATE),
  refused(route, field, '\udc00', ...SURROGATE),
]
