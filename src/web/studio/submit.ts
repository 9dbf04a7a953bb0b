import type { JobAccepted, Operations, TaskAccepted } from '../operations'
import { dataUrl } from '../parts/artifact'
import { ask, call, Refusal } from '../parts/client'
import { cancel } from '../parts/job'
import { told, words } from '../parts/words'
import { dataOf, FIRST_LINE } from './data-text'
import { chosenIn, type Draft, type Tab } from './draft'

/** A submission that was accepted. */
export interface Sent {
  id: string
  service: 'job' | 'task'
}

const ALL_FORMATS: ('png' | 'svg' | 'pdf')[] = ['png', 'svg', 'pdf']

type Way = {
  [Name in keyof Operations]: Operations[Name] extends { body: infer Body }
    ? { name: Name; body: Body }
    : never
}[keyof Operations]

const WAYS: Record<Tab, (draft: Draft, pdf: File | undefined) => Way> = {
  text: (draft) => ({
    name: 'POST /api/generate',
    body: {
      source_context: draft.text,
      caption: draft.caption.trim() || firstWords(draft.text),
      ...look(draft),
      ...engine(draft),
    },
  }),
  picture: ({ picture, provider }) => ({
    name: 'POST /api/image-to-svg',
    body: { image_path: picture?.path ?? '', ...(provider && { provider }) },
  }),
  pdf: ({ paper, pages, ...draft }, pdf) => ({
    name: 'POST /api/generate-from-pdf',
    body: {
      pdf_base64: pdf ? [pdf.name, pdf.size, pdf.lastModified].join() : '',
      caption: paper.trim() || nameOfFile(pdf?.name) || '–',
      ...(pages.trim() && { pages: pages.trim() }),
      ...look(draft),
      ...engine(draft),
    },
  }),
  data: ({ data, intent, chart, ratio, ...draft }) => ({
    name: 'POST /api/plot',
    body: {
      data_json: dataOf(data),
      intent: JSON.stringify(chosenIn(chart).spec) ?? intent,
      aspect_ratio: ratio,
      output_formats: ALL_FORMATS,
      ...engine(draft),
    },
  }),
  composite: ({ panels, layout, whole }) => ({
    name: 'POST /api/composite',
    body: {
      source_task_ids: panels.map(({ id }) => id),
      ...(whole.trim() && { caption: whole.trim() }),
      layout: layout.trim() || 'auto',
      ...(panels.some(({ label }) => label.trim() !== '') && {
        labels: panels.map(({ label }) => label.trim()),
      }),
    },
  }),
  prompt: ({ prompt, guidelines, ...draft }) => ({
    name: 'POST /api/optimize-prompt',
    body: {
      description: prompt,
      ...(guidelines.trim() && { guidelines }),
      ...engine(draft),
    },
  }),
}

/** Fields of the interface whose refusal has a place in the studio. */
export function fieldsOf(draft: Draft): string[] {
  return ['api_key', ...Object.keys(WAYS[draft.tab](draft, undefined).body)]
}

/** What decides what is drawn: where it has not changed, the figure is drawn already. */
export function askedOf(draft: Draft, pdf: File | undefined): string {
  return JSON.stringify([WAYS[draft.tab](draft, pdf), draft.drafts])
}

/**
 * Sends what the open tab holds.
 * @param pdf the chosen file of the tab for PDFs
 * @param most characters of a text
 * @throws Refusal with a sentence for each field; `api_key` where the key is missing or wrong
 */
export async function submit(draft: Draft, pdf: File | undefined, most: number): Promise<Sent> {
  const { name, body } = WAYS[draft.tab](draft, pdf)
  const fields = faultsIn(body, most)
  if (Object.keys(fields).length > 0) throw new Refusal(422, '', fields)
  if ('pdf_base64' in body && pdf)
    body.pdf_base64 = await dataUrl(pdf.slice(0, pdf.size, 'application/pdf'))
  const headers = draft.drafts > 1 ? { prefer: `candidates=${draft.drafts}` } : {}
  try {
    const asked = { body, headers } as { body: Operations['POST /api/run']['body'] }
    const sent: Partial<JobAccepted & TaskAccepted> = await call(name as 'POST /api/run', asked)
    const { job_id: job, task_id: task = '' } = sent
    return job === undefined ? { id: task, service: 'task' } : { id: job, service: 'job' }
  } catch (reason) {
    if (reason instanceof Refusal && (reason.status === 401 || reason.status === 403))
      throw new Refusal(reason.status, reason.message, { api_key: reason.message })
    throw reason
  }
}

/** What is empty or too long, in words of the page. */
function faultsIn(body: object, most: number): Record<string, string> {
  const { missing, tooLong } = words.studio
  const faults: Record<string, string> = {}
  for (const [field, value] of Object.entries(body)) {
    const empty = Array.isArray(value) ? value.length < 2 : String(value).trim() === ''
    const asked = empty ? (missing as Readonly<Record<string, string>>)[field] : undefined
    if (asked) faults[field] = asked
    const { length } = String(value)
    if (field !== 'data_json' && length > most) faults[field] = told(tooLong, length, most)
  }
  return faults
}

/** Ends and removes a record. @throws Refusal */
export async function remove({ id, service }: Sent): Promise<void> {
  await cancel(service, id)
  await forget(id)
}

/** Removes a record that has ended, with its files. @throws Refusal */
export async function forget(id: string): Promise<void> {
  // A page that is left meanwhile still sends it.
  await ask(`api/history/${id}`, { method: 'DELETE', keepalive: true })
}

function look({ style, ratio, size }: Pick<Draft, 'style' | 'ratio' | 'size'>) {
  return {
    style_preset: style,
    aspect_ratio: ratio,
    image_resolution: size,
    output_formats: ALL_FORMATS,
  }
}

function engine({ provider, model }: Pick<Draft, 'provider' | 'model'>) {
  return { ...(provider && { vlm_provider: provider }), ...(model && { vlm_model: model }) }
}

export const nameOfFile = (name = '') => name.replace(/\.\w+$/, '')

/** Names a figure whose author gave no caption: the first line, or the first labels of a graph. */
function firstWords(text: string): string {
  const labels = [...text.matchAll(/[[({"]+\s*([^\])}"\n]+)/g)].map(([, label]) => label)
  const graph = FIRST_LINE.test(text.trimStart()) ? labels.slice(0, 3).join(', ') : ''
  const line = graph || (text.trim().split('\n', 1)[0] ?? '')
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line
}
