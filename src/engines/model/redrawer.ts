import { type TSchema, Type } from '@sinclair/typebox'
import type { Call, Redrawing, RedrawnFigure } from '../../forms/engines'
import {
  REDRAW_FORMS,
  REDRAW_GRID,
  REDRAW_OPERATIONS,
  type RedrawOperation,
} from '../../forms/redraw'
import type { Box, SceneElement } from '../../forms/scene'
import { LETTERING } from '../../forms/scene'
import type { StageModel } from '../../providers/job-models'
import { converse, type Reading } from './conversation'
import { faultIn } from './fault'
import { oneLine, plain } from './material'
import { PROMPTS } from './prompts'

/** More in one round is another figure. */
const MOST_OPERATIONS = 40
/** Parts that are told of; the largest go first. */
const MOST_PARTS = 400

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const oneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)))
const names = REDRAW_OPERATIONS.map(({ properties }) => properties.op.const)
const word = orNull(Type.String())
const amount = orNull(Type.Number())

const RedrawAnswer = Type.Object({
  operations: Type.Array(
    Type.Object({
      op: oneOf(names),
      ...{ id: word, text: word },
      form: orNull(oneOf(REDRAW_FORMS)),
      ...{ from: word, to: word },
      ids: orNull(Type.Array(Type.String())),
      ...{ x1: amount, y1: amount, x2: amount, y2: amount },
    }),
  ),
})

/**
 * Lets a model compare a picture with what was read of it, and say what is to be changed.
 *
 * @throws ProviderFailed for answers that stay useless
 */
export async function redrawByModel(
  model: StageModel,
  figure: RedrawnFigure,
  call: Call,
): Promise<Redrawing> {
  const text = requestOf(figure)
  const pictures = model.can.includes('vision')
    ? [{ png: await figure.picture() }, { png: await figure.drawing() }]
    : []
  const { value } = await converse(
    model,
    {
      prompt: PROMPTS.redraw(),
      user: [{ text }, ...pictures],
      answer: { name: 'redraw_operations', schema: RedrawAnswer },
      read: readOperations,
    },
    call,
  )
  return { operations: value.slice(0, MOST_OPERATIONS) }
}

function readOperations({
  operations,
}: Readonly<Record<string, unknown>>): Reading<RedrawOperation[]> {
  if (!Array.isArray(operations))
    return { value: undefined, faults: ['operations: must be a list.'] }
  const faults: string[] = []
  const value = operations.flatMap((given, index): RedrawOperation[] => {
    const at = `operations[${index}]`
    const schema = REDRAW_OPERATIONS.find(({ properties }) => properties.op.const === given?.op)
    if (!schema) {
      faults.push(`${at}.op: must be one of ${names.join(', ')}.`)
      return []
    }
    const one = filled(given, schema.properties)
    const fault = faultIn(schema, one, at)
    if (fault !== undefined) faults.push(fault)
    return fault === undefined ? [one as RedrawOperation] : []
  })
  return { value, faults }
}

/** The members of an operation: an end that is left out stays as it is, words are plain. */
function filled(given: Readonly<Record<string, unknown>>, members: Record<string, TSchema>) {
  const ends: Record<string, null> = { from: null, to: null }
  const value = (name: string) => {
    const said = given[name] ?? (name in ends ? null : undefined)
    return name === 'text' && typeof said === 'string' ? plain(oneLine(said)) : said
  }
  return Object.fromEntries(Object.keys(members).map((name) => [name, value(name)]))
}

function requestOf({ scene, planned, missing, earlier }: RedrawnFigure): string {
  const listed = scene.elements
    .filter(({ kind }) => kind !== 'group')
    .sort((a, b) => areaOf(b.box) - areaOf(a.box))
  const shown = new Set(listed.slice(0, MOST_PARTS))
  const lines = scene.elements.filter((each) => shown.has(each)).map((each) => line(each, scene))
  const parts = [
    `PARTS\n${lines.join('\n') || '(none)'}`,
    planned && `PLANNED\n${planned.map((label) => `- ${oneLine(label)}`).join('\n')}`,
    missing &&
      missing.length > 0 &&
      `MISSING\n${missing.map((label) => `- ${oneLine(label)}`).join('\n')}`,
    earlier.length > 0 && `EARLIER\n${earlier.map((sentence) => `- ${sentence}`).join('\n')}`,
  ]
  return parts.filter((part) => part).join('\n\n')
}

function line(each: SceneElement, { width, height }: { width: number; height: number }): string {
  const { id, kind, box, label, parent, from, to, heads } = each
  const place = ([x, y]: [number, number]) =>
    `${Math.round((REDRAW_GRID * x) / width)},${Math.round((REDRAW_GRID * y) / height)}`
  const corners = `${place([box.x, box.y])}-${place([box.x + box.width, box.y + box.height])}`
  const said = label ? ` "${oneLine(label)}"` : ''
  const ends =
    kind === 'connector' ? ` from ${from?.element ?? 'nothing'} to ${to?.element ?? 'nothing'}` : ''
  const head = kind === 'connector' ? ` (heads: ${heads ?? 'end'})` : ''
  return `${id} [${nameOf(each)}] ${corners}${said}${parent ? ` in ${parent}` : ''}${ends}${head}`
}

function nameOf({ kind, label, geometry }: SceneElement): string {
  if (kind === 'residual') return 'patch'
  if (kind === 'icon' && label === LETTERING) return 'lettering'
  return kind === 'shape' && geometry ? `shape ${geometry.form}` : kind
}

const areaOf = ({ width, height }: Box) => width * height
