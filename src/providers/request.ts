import type { LanguageModel, Send, Translator } from './adapters/translators'
import {
  estimatedTokens,
  inputCharacters,
  type ModelAnswer,
  type ModelRequest,
  type Turn,
} from './call'
import { believed } from './cost'
import type { CalledModel, Connection, Usage } from './messages'
import { statusInBody } from './wire/answer-body'
import { type Door, type DoorLimits, openDoor } from './wire/door'
import type { Failure } from './wire/failure'
import { WIRES } from './wire/wires'

/**
 * `usage`: undefined where nobody knows it. `readable` false: what came is not what the wire prescribes, and the answer
 * is empty.
 */
export type Requested<Answer> =
  | { answer: Answer; readable: boolean; usage?: Usage }
  | { failure: Failure; usage?: Usage }

/**
 * Makes one request of text or vision and reads its answer. The AI SDK translates the wire; it retries nothing, reads no
 * structure and connects nowhere by itself.
 *
 * @throws the signal's reason
 */
export async function requestModel(
  connection: Connection,
  model: CalledModel,
  request: ModelRequest,
  limits: DoorLimits,
): Promise<Requested<ModelAnswer>> {
  const { live } = request
  const door = openDoor(connection, limits, { streams: live !== undefined })
  const { model: wire, options } = await translatorOf(connection, model, door.send)
  const most = outputLimit(connection, model, request)
  const asked = {
    ...callOptions(model, request, most),
    ...(options && { providerOptions: options }),
  }
  try {
    const result = live ? await streamed(wire, asked, live, door) : await wire.doGenerate(asked)
    const { answer, used } = answerOf(result, request)
    const usage = { ...believed(used, door.traffic(), most), pictures: {} }
    if (result.finishReason.unified === 'content-filter')
      return { failure: { kind: 'declined' }, usage }
    return { answer, usage, readable: true }
  } catch (error) {
    const outcome = door.caught(error)
    if (outcome !== 'answered') return { failure: outcome }
    if (!(error instanceof ErrorInStream))
      return { answer: { text: '', finish: 'other' }, readable: false }
    return { failure: error.status ? { kind: 'status', status: error.status } : { kind: 'cut' } }
  }
}

/** A provider says in the midst of its stream that it failed. */
class ErrorInStream extends Error {
  constructor(readonly status: number | undefined) {
    super('The stream holds an error.')
  }
}

/** An answer that is told of while it comes; that of a server which does not stream is read as a `whole`. */
async function streamed(
  wire: Translator['model'],
  asked: CallOptions,
  live: (text: string) => void,
  door: Pick<Door, 'isWhole'>,
): Promise<Answered> {
  const { stream } = await wire.doStream(asked)
  let text = ''
  for await (const part of stream) {
    if (part.type === 'text-delta') {
      text += part.delta
      live(text)
    } else if (part.type === 'error') {
      if (door.isWhole()) return wire.doGenerate(asked)
      throw new ErrorInStream(statusInBody({ error: part.error }))
    } else if (part.type === 'finish') {
      const { finishReason, usage } = part
      if (door.isWhole()) return wire.doGenerate(asked)
      return { content: [{ type: 'text', text }], finishReason, usage }
    }
  }
  throw new ErrorInStream(undefined)
}

/** The wire of a connection, as the SDK speaks it through `send`. */
export async function translatorOf(
  { adapter, baseUrl, key }: Connection,
  { wireName, structured }: CalledModel,
  send: Send,
): Promise<Translator> {
  const { translatorFor } = await import('./adapters/translators')
  return translatorFor(adapter, { baseUrl, key: key ?? '', wireName, structured, send })
}

type CallOptions = Parameters<LanguageModel['doGenerate']>[0]
type Result = Awaited<ReturnType<LanguageModel['doGenerate']>>
/** What of an answer is read. */
type Answered = Pick<Result, 'content' | 'finishReason' | 'usage'> &
  Partial<Pick<Result, 'structuredOutputText'>>

/** Most tokens of an answer: the operator's word, else the request's, else what the wire needs; null: none is sent. */
export function outputLimit(
  { adapter }: Pick<Connection, 'adapter'>,
  model: CalledModel,
  request: ModelRequest,
): number | null {
  const standard = WIRES[adapter].chat?.maxOutputTokens ?? null
  return model.maxOutputTokens ?? request.maxOutputTokens ?? standard
}

function callOptions(
  model: CalledModel,
  request: ModelRequest,
  maxOutputTokens: number | null,
): CallOptions {
  const { structured } = model
  const temperature = model.temperature ?? request.temperature
  return {
    prompt: [
      { role: 'system', content: systemOf(request, structured) },
      ...request.turns.map(messageOf),
    ],
    ...(request.schema &&
      structured !== 'prompt' && { responseFormat: formatOf(request, structured) }),
    ...(maxOutputTokens !== null && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  }
}

/** Where the wire does not carry the schema, it stands in the prompt. */
function systemOf({ system, schema }: ModelRequest, mode: CalledModel['structured']): string {
  if (!schema || mode === 'schema') return system
  const rule = 'Answer with one JSON object that follows this JSON Schema, and with nothing else:'
  return `${system}\n\n${rule}\n${JSON.stringify(schema.schema)}`
}

function formatOf(
  { schema }: ModelRequest,
  mode: CalledModel['structured'],
): CallOptions['responseFormat'] {
  if (!schema || mode !== 'schema') return { type: 'json' }
  return { type: 'json', name: schema.name, schema: schema.schema }
}

function messageOf(turn: Turn): CallOptions['prompt'][number] {
  if ('assistant' in turn)
    return { role: 'assistant', content: [{ type: 'text', text: turn.assistant }] }
  return {
    role: 'user',
    content: turn.user.map((part) =>
      'text' in part
        ? { type: 'text', text: part.text }
        : { type: 'file', mediaType: 'image/png', data: { type: 'data', data: part.png } },
    ),
  }
}

function answerOf(result: Answered, request: ModelRequest) {
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
  const text = result.structuredOutputText ?? texts.join('')
  const { unified } = result.finishReason
  const { inputTokens, outputTokens } = result.usage
  return {
    answer: {
      text,
      finish: unified === 'stop' || unified === 'length' ? unified : 'other',
    } satisfies ModelAnswer,
    used: {
      inputTokens: inputTokens.total ?? estimatedTokens(inputCharacters(request)),
      outputTokens: outputTokens.total ?? estimatedTokens(text.length),
    },
  }
}
