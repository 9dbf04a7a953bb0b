import type { TaskFile } from '../catalogue/provider-file'
import type { CalledModel } from '../messages'
import { statusInNumber } from '../wire/answer-body'
import { pointed } from '../wire/json-pointer'
import { type Line, LineBroken } from '../wire/line'
import { dataUrl, MAX_ANSWER_BYTES, type PaintRequest } from '../wire/picture-call'

/** How often a task is looked at where its file does not say. */
const EVERY_SECONDS = 2

/** A picture by a job API that the provider file describes: submitted, looked at until it is done, fetched. */
export async function paint(
  line: Line,
  model: CalledModel,
  request: PaintRequest,
): Promise<Uint8Array> {
  const { task } = line.target
  if (!task) throw new TypeError('The adapter task needs its member task.')
  const values = valuesOf(model, request)
  const { method = 'POST', path, body, id: place, ok = {} } = task.submit
  const answer = await line.ask({
    method,
    path: filled(path, values),
    ...(method !== 'GET' && { body: written(body, values) }),
  })
  for (const [pointer, wanted] of Object.entries(ok)) {
    const found = pointed(answer, pointer)
    if (found !== wanted) throw new LineBroken(refusalIn(answer, found, task))
  }
  const id = pointed(answer, place)
  if (!isId(id)) throw new LineBroken({ kind: 'unreadable', repairs: 0 })
  const { poll, cancel } = task
  const { done, failed = [], everySeconds = EVERY_SECONDS } = poll
  const at = { id: String(id) }
  const look = { method: poll.method ?? 'GET', path: filled(poll.path, at) } as const
  const taken = cancel && { method: cancel.method ?? 'POST', path: filled(cancel.path, at) }
  const { named } = await line.untilDone(everySeconds, taken, async () => {
    const answer = await line.askAgain({ ...look, maxBytes: MAX_ANSWER_BYTES })
    const state = String(pointed(answer, poll.state))
    if (failed.includes(state) && !done.includes(state))
      throw new LineBroken(failureIn(answer, poll.error))
    return done.includes(state) ? { named: pointed(answer, poll.result) } : undefined
  })
  return line.picture(named)
}

const isId = (id: unknown) =>
  (typeof id === 'string' && id !== '' && id.length <= 500) || typeof id === 'number'

/** Vendors of this kind answer 200 and write the status into the body. */
function refusalIn(answer: unknown, found: unknown, { poll }: TaskFile) {
  const status = statusInNumber(found)
  if (status !== undefined) return { kind: 'status', status } as const
  return failureIn(answer, poll.error)
}

function failureIn(answer: unknown, place: string | undefined) {
  const said = place === undefined ? undefined : pointed(answer, place)
  const error = typeof said === 'string' && said.trim() !== '' ? said.trim() : 'no reason given'
  return { kind: 'task failed', error } as const
}

type Values = Readonly<Record<string, string | readonly string[] | undefined>>

const valuesOf = (
  { wireName, picture }: CalledModel,
  { prompt, images }: PaintRequest,
): Values => ({
  model: wireName,
  prompt,
  ratio: picture?.ratio,
  resolution: picture?.resolution,
  images: images.map(dataUrl),
})

/** A path with its placeholders replaced; a name may hold slashes. */
function filled(path: string, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name]
    return typeof value === 'string' ? encodeURIComponent(value).replaceAll('%2F', '/') : whole
  })
}

/** A body with its placeholders replaced; members whose value is null or an empty list are left out. */
function written(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return filledText(value, values)
  if (Array.isArray(value))
    return value.map((each) => written(each, values)).filter((each) => !isNothing(each))
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(
    ([name, each]) => [name, written(each, values)] as const,
  )
  return Object.fromEntries(members.filter(([, each]) => !isNothing(each)))
}

/** A text that is one placeholder and nothing else becomes its value, which may be a list. */
function filledText(text: string, values: Values): unknown {
  const [, only] = /^\{(\w+)\}$/.exec(text) ?? []
  if (only !== undefined && Object.hasOwn(values, only)) return values[only] ?? null
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : whole
    return typeof value === 'string' ? value : value.join(' ')
  })
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
