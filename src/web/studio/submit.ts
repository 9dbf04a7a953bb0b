import { credential } from '../parts/api-key'
import { dataUrl } from '../parts/artifact'
import { call, Refusal } from '../parts/client'
import { words } from '../parts/words'
import { dataOf } from './data-text'
import type { Draft, Style } from './draft'

/** A submission that was accepted. */
export interface Sent {
  id: string
  service: 'job' | 'task'
  /** Jobs take no style: the figure is dressed in it as soon as it is drawn. */
  restyle?: Style
  /** The figure that this one is in another style. */
  of?: string
}

/** Fields of the interface whose refusal has a place in the studio. */
export const FIELDS = [
  'api_key',
  'method_text',
  'source_context',
  'caption',
  'image_path',
  'pdf_base64',
  'pages',
  'data_json',
  'intent',
  'source_task_ids',
  'layout',
  'labels',
  'provider',
  'vlm_provider',
  'vlm_model',
  'image_model',
  'aspect_ratio',
  'image_aspect_ratio',
  'image_resolution',
  'image_size',
] as const

const STANDARD_STYLE: Style = 'academic'
const ALL_FORMATS: ('png' | 'svg' | 'pdf')[] = ['png', 'svg', 'pdf']

/** Which tabs ask the task service, which wants a key. */
export function needsKey(tab: Draft['tab']): boolean {
  return tab === 'pdf' || tab === 'data' || tab === 'composite'
}

/**
 * Sends what the open tab holds.
 * @param pdf the chosen file of the tab for PDFs
 * @throws Refusal with a sentence for each field; `api_key` where the key is missing or wrong
 */
export async function submit(draft: Draft, key: string, pdf: File | undefined): Promise<Sent> {
  try {
    return await WAYS[draft.tab](draft, key, pdf)
  } catch (reason) {
    if (reason instanceof Refusal && (reason.status === 401 || reason.status === 403))
      throw new Refusal(reason.status, reason.message, { api_key: reason.message })
    throw reason
  }
}

type Way = (draft: Draft, key: string, pdf: File | undefined) => Promise<Sent>

const WAYS: Record<Draft['tab'], Way> = {
  text: (draft, key) => (key === '' ? asJob(draft) : asTask(draft)),
  picture: async ({ picture, provider }) => {
    if (!picture) throw new Refusal(422, '', { image_path: words.studio.picture.missing })
    const body = { image_path: picture.path, ...(provider && { provider }) }
    return job(await call('POST /api/image-to-svg', { body, headers: credential() }))
  },
  pdf: async (draft, _, file) => {
    if (!file) throw new Refusal(422, '', { pdf_base64: words.studio.pdf.missing })
    const { caption, pages } = draft
    const body = {
      pdf_base64: await dataUrl(file.slice(0, file.size, 'application/pdf')),
      caption,
      ...(pages.trim() && { pages: pages.trim() }),
      ...look(draft),
      ...engine(draft),
    }
    return task(await call('POST /api/generate-from-pdf', { body, headers: credential() }))
  },
  data: async ({ data, intent, ratio, ...draft }) => {
    const body = {
      data_json: dataOf(data),
      intent,
      aspect_ratio: ratio,
      output_formats: ALL_FORMATS,
      ...engine(draft),
    }
    return task(await call('POST /api/plot', { body, headers: credential() }))
  },
  composite: async ({ panels, layout }) => {
    if (panels.length < 2)
      throw new Refusal(422, '', { source_task_ids: words.studio.composite.missing })
    const labelled = panels.some(({ label }) => label.trim() !== '')
    const body = {
      source_task_ids: panels.map(({ id }) => id),
      layout: layout.trim() || 'auto',
      ...(labelled && { labels: panels.map(({ label }) => label.trim()) }),
    }
    return task(await call('POST /api/composite', { body, headers: credential() }))
  },
}

async function asJob({ text, style, ratio, size, provider, drafts }: Draft): Promise<Sent> {
  const body = {
    method_text: text,
    image_aspect_ratio: ratio,
    image_size: size,
    ...(provider && { provider }),
  }
  const sent = job(await call('POST /api/run', { body, headers: preferring(drafts) }))
  return style === STANDARD_STYLE ? sent : { ...sent, restyle: style }
}

async function asTask(draft: Draft): Promise<Sent> {
  const body = {
    source_context: draft.text,
    caption: draft.caption.trim() || firstWords(draft.text),
    ...look(draft),
    ...engine(draft),
  }
  const headers = { ...credential(), ...preferring(draft.drafts) }
  return task(await call('POST /api/generate', { body, headers }))
}

function preferring(drafts: number): Record<string, string> {
  return drafts > 1 ? { prefer: `candidates=${drafts}` } : {}
}

/**
 * A finished figure in another style.
 * @param once of a sample, of which the SVG alone is looked at: the same words give the same job again
 * @throws Refusal
 */
export async function restyle(source: string, style: Style, once?: string): Promise<Sent> {
  const body = { source, operations: [], style, ...(once !== undefined && { size: '1K' as const }) }
  const headers = { ...credential(), ...(once !== undefined && { 'idempotency-key': once }) }
  return { ...job(await call('POST /api/redraw', { body, headers })), of: source }
}

function look({ style, ratio, size }: Draft) {
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

/** Names a figure whose author gave no caption. */
function firstWords(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line
}

function job({ job_id }: { job_id: string }): Sent {
  return { id: job_id, service: 'job' }
}

function task({ task_id }: { task_id: string }): Sent {
  return { id: task_id, service: 'task' }
}
