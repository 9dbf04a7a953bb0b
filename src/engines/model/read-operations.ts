import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { NODE_KINDS } from '../../forms/diagram'
import { OPERATIONS, type Operation } from '../../forms/operations'
import type { Reading } from './conversation'
import { faultIn } from './fault'
import { plain } from './material'

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const oneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)))
const names = OPERATIONS.map(({ properties }) => properties.op.const)
const word = orNull(Type.String())
const amount = orNull(Type.Number())

/** Colours, pictures, icons, outlines and lines are the theme's, or an author's wish. */
const AUTHORS: ReadonlySet<string> = new Set([
  'set_accent',
  'set_icon',
  'set_picture',
  'set_role',
  'set_form',
  'set_heads',
  'set_dashed',
])
const OFFERED = names.filter((name) => !AUTHORS.has(name))

/** How a model is asked for operations: one flat form for all, because unions of objects are not understood everywhere. */
export const operationsAnswer = () =>
  Type.Object({
    operations: Type.Array(
      Type.Object({
        op: oneOf(OFFERED),
        ...{ id: word, label: word, detail: word },
        kind: orNull(oneOf([...NODE_KINDS, 'flow', 'order', 'feedback'])),
        ...{ group: word, parent: word, from: word, to: word },
        heads: orNull(oneOf(['end', 'both', 'none'])),
        dashed: orNull(Type.Boolean()),
        direction: orNull(oneOf(['right', 'down', 'left', 'up'])),
        quote: word,
        ...{ x: amount, y: amount },
        axis: orNull(oneOf(['x', 'y'])),
        ids: orNull(Type.Array(Type.String())),
        ...{ a: word, b: word },
        box: orNull(Type.Array(Type.Number())),
      }),
    ),
  })

/** What stands for a member that an answer leaves out. */
const DEFAULTS: Readonly<Partial<Record<Operation['op'], Readonly<Record<string, unknown>>>>> = {
  add_node: { kind: 'process' },
  add_edge: { kind: 'flow', heads: 'end', dashed: false },
}

/** Every operation that has its form, and a sentence for each that has not. */
export function readOperations(answer: Readonly<Record<string, unknown>>): Reading<Operation[]> {
  const { operations } = answer
  if (!Array.isArray(operations))
    return { value: undefined, faults: ['operations: must be a list.'] }
  const faults: string[] = []
  const value = operations.flatMap((given, index) => {
    const at = `operations[${index}]`
    const schema = OPERATIONS.find(({ properties }) => properties.op.const === given?.op)
    if (!schema) {
      faults.push(`${at}.op: must be one of ${names.join(', ')}.`)
      return []
    }
    const one = filled(given, schema)
    const fault = faultIn(schema, one, at)
    if (fault !== undefined) faults.push(fault)
    return fault === undefined ? [one as Operation] : []
  })
  return { value, faults }
}

/** Members that a figure shows. */
const SHOWN = ['label', 'detail']

/** An operation with null where that is what its absence means, and without nulls that mean absence. */
function filled(given: Readonly<Record<string, unknown>>, schema: (typeof OPERATIONS)[number]) {
  const defaults = DEFAULTS[schema.properties.op.const] ?? {}
  const members = Object.entries<TSchema>(schema.properties).map(([name, member]) => {
    const said = given[name] ?? defaults[name] ?? null
    const value = shown(name, said)
    return [name, value === null && !Value.Check(member, null) ? undefined : value] as const
  })
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

const shown = (name: string, said: unknown) =>
  typeof said === 'string' && SHOWN.includes(name) ? plain(said) : said
