import type {
  CallToolRequestParams,
  CallToolResult,
  JSONObject,
  Tool,
} from '@modelcontextprotocol/server'
import { readJson } from '../forms/json'
import { STYLES } from '../forms/look'
import { OPERATIONS } from '../forms/operations'
import { DOCUMENT_FORMATS, EXPORT_FORMATS, EXPORTS, isExport } from '../forms/outputs'
import { type Api, answerOf, Refusal, recordOf, sentenceOf } from './api'
import { countOf, faultsInWords, figureResult, linkTo, said, type Waiting, waitFor } from './figure'

type Args = Readonly<Record<string, unknown>>

interface Act {
  /** For the client's model, in few words: every conversation carries them. */
  says: string
  /** Names of {@link FIELDS}; those with a mark must be given. */
  takes: string
  /** @throws Refusal */
  call: (api: Api, args: Args, waiting: Waiting) => Promise<CallToolResult>
}

/** `rename {id,label}; set_detail {id,detail}; ...` */
const OPERATIONS_TOLD = OPERATIONS.map(
  ({ properties: { op, ...fields } }) => `${op.const} {${Object.keys(fields)}}`,
).join('; ')

const FORMATS = [...EXPORT_FORMATS, ...DOCUMENT_FORMATS]

const word = (description?: string) => ({ type: 'string', ...(description && { description }) })
const style = { type: 'string', enum: [...STYLES] }

/** What tools take; named as the routes' own fields, so that these judge them. */
const FIELDS: Readonly<Record<string, JSONObject>> = {
  id: word(),
  source: word('id'),
  source_task_ids: { type: 'array', items: word() },
  source_context: word('The text'),
  caption: word('Title'),
  style,
  style_preset: style,
  aspect_ratio: word('16:9, 4:3, 1:1, 3:4... or auto'),
  svg: word('The whole <svg>'),
  method_text: word('What it may say: words and quotes are held against it'),
  finish: { type: 'boolean' },
  data_json: word('JSON (records, columns, names with numbers) or CSV'),
  intent: word('Words ("bars of score by model, log scale") or a Vega-Lite specification'),
  image: word('https address, data: URL, or with stdio the path of a file'),
  labels: { type: 'array', items: word(), description: 'One a panel: "(a) before"' },
  layout: word('RxC such as 1x2, or auto'),
  operations: { type: 'array', items: { type: 'object' }, description: OPERATIONS_TOLD },
  instruction: word('In words; needs a model'),
  format: { type: 'string', enum: FORMATS },
}

/** What an agent can do. */
const ACTS: Readonly<Record<string, Act>> = {
  draw_figure: {
    says: 'Draws a figure of a method. Structure (mermaid flowchart, DOT, "A -> B: label" lines, nested lists) is drawn exactly; prose is understood where the server has a model, else it becomes cards.',
    takes: 'source_context! caption! style_preset aspect_ratio',
    call: submit('/api/generate', (args) => ({ ...args, output_formats: EXPORT_FORMATS })),
  },
  check_drawing: {
    says: 'Measures an SVG that you drew (form: resource burin://agents): each fault and its repair, free. With finish: makes it exact and an editable figure.',
    takes: 'svg! method_text finish style',
    call: async (api, { finish, ...args }, waiting) => {
      if (finish === true) return submit('/api/finish')(api, args, waiting)
      const { faults } = await (await answerOf(api, '/api/check', args)).json()
      return said(faultsInWords(faults), { faults: countOf(faults) })
    },
  },
  plot: {
    says: 'Draws a chart of data.',
    takes: 'data_json! intent! aspect_ratio',
    call: submit('/api/plot', ({ data_json, intent, ...args }) => ({
      ...{ ...args, output_formats: EXPORT_FORMATS, data_json: asDocument(data_json) },
      intent: typeof intent === 'object' ? JSON.stringify(intent) : intent,
    })),
  },
  read_picture: {
    says: 'Turns a picture of a figure (PNG, JPEG...) into an editable one.',
    takes: 'image!',
    call: async (api, args, waiting) =>
      submit('/api/image-to-svg')(api, await pictureField(api, args), waiting),
  },
  compose_panels: {
    says: 'Joins finished figures into one with labelled panels.',
    takes: 'source_task_ids! labels layout',
    call: submit('/api/composite'),
  },
  edit_figure: {
    says: 'Makes a changed figure of one; what is not named stays. Exactly one of operations, instruction, svg; for another style alone operations [].',
    takes: 'source! operations instruction svg style aspect_ratio',
    call: submit('/api/redraw'),
  },
  export: { says: 'Links a figure in one format.', takes: 'id! format!', call: exported },
  look: {
    says: 'Waits for a figure and shows it: a small picture, the scene in words (ids, boxes), the measured faults, links.',
    takes: 'id!',
    call: async (api, { id }, waiting) => figureResult(api, await waitFor(api, id, waiting), true),
  },
}

/** The tools as clients list them. */
export const TOOLS: Tool[] = Object.entries(ACTS).map(([name, { says: description, takes }]) => {
  const names = takes.replaceAll('!', '').split(' ')
  const properties = Object.fromEntries(names.map((field) => [field, FIELDS[field] ?? {}]))
  const required = names.filter((field) => takes.includes(`${field}!`))
  return { name, description, inputSchema: { type: 'object', properties, required } }
})

/** Calls a tool; what it refuses is an answer too. */
export async function callTool(api: Api, called: CallToolRequestParams, waiting: Waiting) {
  const { name, arguments: args = {} } = called
  try {
    const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined
    if (!act) throw new Refusal(`There is no such tool; there are ${Object.keys(ACTS).join(', ')}.`)
    return await act.call(api, args, waiting)
  } catch (error) {
    return { ...said(sentenceOf(error), {}), isError: true }
  }
}

/** Submits as any client does, and waits for a while: most figures are drawn by then. */
function submit(path: string, bodyOf: (args: Args) => object = (args) => args): Act['call'] {
  return async (api, args, waiting) => {
    const { job_id, task_id = job_id } = await (await answerOf(api, path, bodyOf(args))).json()
    return figureResult(api, await waitFor(api, task_id, waiting))
  }
}

/** A file of the record, or a document that is made of it now, so that a figure that cannot be one says so. */
async function exported(api: Api, args: Args): Promise<CallToolResult> {
  const format = FORMATS.find((one) => one === args.format)
  if (!format) throw new Refusal(`format: must be one of ${FORMATS.join(', ')}`)
  const { job_id: id, service, artifacts } = await recordOf(api, args.id)
  const file = artifacts.find(({ path }) => isExport(format) && path === EXPORTS[format].path)
  const path = file?.url ?? `/api/${service}s/${id}/export/${format}`
  const { headers, body } = await answerOf(api, path)
  await body?.cancel()
  const link = linkTo(api, path, format, headers.get('content-type') ?? '')
  const left = headers.get('x-burin-left-out')
  return said(left === null ? `As ${format}.` : `Left out: ${left}`, { [format]: link.uri }, link)
}

/** A text that is no JSON is a table. */
const asDocument = (data: unknown): string | undefined =>
  typeof data === 'string' && readJson(data) !== undefined ? data : JSON.stringify(data)

/** The field of the route that a picture is sent in; its bytes are uploaded first. */
async function pictureField(api: Api, { image }: Args): Promise<Args> {
  if (typeof image !== 'string') throw new Refusal('image: must be a string')
  if (/^https?:/i.test(image)) return { image_url: image }
  const bytes = /^data:[\w/+.-]*;base64,(.*)$/is.exec(image)?.[1]
  const file = bytes === undefined ? api.file?.(image) : new Blob([Buffer.from(bytes, 'base64')])
  if (!file) throw new Refusal('image: must be an https address or a data: URL in base64')
  const form = new FormData()
  form.set('file', file, 'picture')
  const { path } = await (await answerOf(api, '/api/upload', form)).json()
  return { image_path: path }
}
