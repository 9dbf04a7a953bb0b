import { type TSchema, Type } from '@sinclair/typebox'
import { type Source, UNSAID } from '../../figure/quotes/source'
import { NOTE_FORMS, type NoteForm } from '../../forms/composition'
import type { DiagramNote } from '../../forms/diagram'
import { oneLine, plain } from './material'

/** Of one figure: more would be a text again. */
const MOST_NOTES = 6
/** UTF-16 units of a note. */
const LONGEST_NOTE = 120
/** Of the words of a note, the share that the text must say. */
const SAID = 0.75

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Notes as a plan may wish them; `at` is the id of a node or group, `place` a point on the grid. */
export const NoteLooks = orNull(
  Type.Array(
    Type.Object({
      text: Type.String(),
      at: orNull(Type.String()),
      box: orNull(Type.Array(Type.Integer())),
      form: orNull(Type.Union(NOTE_FORMS.map((form) => Type.Literal(form)))),
      quote: orNull(Type.String()),
    }),
  ),
)

/** The notes of an answer that the source says, and a sentence for each that is left out; `names` are ids of the diagram by those of the draft. */
export function notesOf(
  given: unknown,
  names: ReadonlyMap<string, string>,
  source: Source,
): { notes: DiagramNote[]; unsure: string[] } {
  const listed = Array.isArray(given) ? given : given == null ? [] : [given]
  const all = listed.filter((one) => textOf(one) !== '')
  const unsure: string[] = []
  const notes = all.slice(0, MOST_NOTES).flatMap((one, index): DiagramNote[] => {
    const text = textOf(one)
    const { form, quote } = one
    const said = evidenceOf(text, typeof quote === 'string' ? quote : '', source)
    const where = whereOf(one, names)
    const fault = said && (where ? undefined : 'nothing in the figure is named for it.')
    if (said && where)
      return [{ id: `note-${index + 1}`, text, form: formOf(form), ...where, ...said }]
    unsure.push(
      `The note "${oneLine(text).slice(0, 60)}" is left out: ${fault ?? 'the text does not say it.'}`,
    )
    return []
  })
  if (all.length < listed.length)
    unsure.push(`Notes that could not be read: ${listed.length - all.length}.`)
  if (all.length > MOST_NOTES)
    unsure.push(`Notes left out: ${all.length - MOST_NOTES}. A figure shows ${MOST_NOTES}.`)
  return { notes, unsure }
}

function textOf(given: unknown): string {
  if (given === null || typeof given !== 'object' || !('text' in given)) return ''
  const { text } = given
  return typeof text === 'string' && text.length <= 4 * LONGEST_NOTE ? plain(text) : ''
}

const formOf = (word: unknown): NoteForm => NOTE_FORMS.find((form) => form === word) ?? 'text'

/** Where the text says it: by its quote, else by its own words; undefined where it does not. */
function evidenceOf(text: string, quote: string, source: Source) {
  if (text.length > LONGEST_NOTE || !source.says(text, SAID)) return undefined
  // A number is said or it is not.
  if (!(text.match(/\S*\p{N}\S*/gu) ?? []).every((word) => source.says(word, 1))) return undefined
  const said = [quote, text].map((words) => source.evidence(words, [text], [text]))
  const { spans, confidence } = said.find(({ inferred }) => !inferred) ?? { spans: [], ...UNSAID }
  return { spans, confidence }
}

function whereOf(
  { at, box }: { at?: unknown; box?: unknown },
  names: ReadonlyMap<string, string>,
): Pick<DiagramNote, 'at' | 'place'> | undefined {
  const id = typeof at === 'string' ? names.get(at) : undefined
  if (id !== undefined) return { at: id }
  // The place may come where the name is due.
  const [x, y, width = 0, height = 0] = [at, box].find((one) => Array.isArray(one)) ?? []
  const place = { x: x + width / 2, y: y + height / 2 }
  return Number.isFinite(place.x) && Number.isFinite(place.y) ? { place } : undefined
}
