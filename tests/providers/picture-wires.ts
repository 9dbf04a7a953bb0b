import type { Adapter, TaskFile } from '../../src/providers/catalogue/provider-file'
import type { CalledModel, Connection } from '../../src/providers/messages'
import { type Answer, answering, routed } from './fake-provider'
import { connectionTo } from './wires'

/** One wire that paints, as its vendor documents it. */
export interface PictureWire {
  adapter: Adapter
  base: string
  wireName: string
  credential: [name: string, prefix: string]
  /** The requests of one picture, in order, below the base. */
  requests: { plain: string[]; edit: string[] }
  /** Where a request is judged: what follows can only be looked at. */
  submit: string
  /** Every route of a picture that comes, as base64. */
  good: (base64: string) => Answer
  /** A whole answer, good in its form, without a picture. */
  empty: Answer
  /** The same with a picture by its address; absent: this wire has none. */
  linked?: (url: string) => Answer
  /** What the body says of prompt, ratio 16:9 and resolution 2K. */
  asked: object
  /** What it says besides where there is a picture to start from. */
  from: (base64: string) => object
  task?: TaskFile
}

const imagesApi = (body: unknown): Answer =>
  routed({
    'POST /v1/images/generations': answering(200, body),
    'POST /v1/images/edits': answering(200, body),
  })

const openai = {
  base: '/v1',
  credential: ['authorization', 'Bearer '] as [string, string],
  requests: { plain: ['POST /images/generations'], edit: ['POST /images/edits'] },
  submit: '/images/generations',
  good: (b64_json: string) => imagesApi({ created: 1, data: [{ b64_json }] }),
  empty: imagesApi({ created: 1, data: [] }),
  linked: (url: string) => imagesApi({ created: 1, data: [{ url }] }),
  from: (base64: string) => ({ image: new Uint8Array(Buffer.from(base64, 'base64')) }),
}

const gemini = (parts: object[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
})

const GEMINI = '/models/gemini-2.5-flash-image:generateContent'

const TASK: TaskFile = {
  submit: {
    path: '/jobs',
    body: {
      model: '{model}',
      input: {
        prompt: '{prompt}',
        aspect_ratio: '{ratio}',
        resolution: '{resolution}',
        input_urls: '{images}',
      },
    },
    id: '/data/taskId',
    ok: { '/code': 200 },
  },
  cancel: { path: '/jobs/{id}/cancel' },
  poll: {
    path: '/jobs/{id}',
    state: '/data/state',
    done: ['success'],
    failed: ['fail'],
    result: '/data/resultJson#/resultUrls/0',
    error: '/data/failMsg',
    everySeconds: 2,
  },
}

export const submitted = answering(200, { code: 200, data: { taskId: 't/1' } })
export const state = (state: string, more: object = {}): Answer =>
  answering(200, { code: 200, data: { state, ...more } })
const done = (...resultUrls: string[]) =>
  state('success', { resultJson: JSON.stringify({ resultUrls }) })

/** The routes of a task that ends so. */
export const taskEnding = (...states: Answer[]): Answer =>
  routed({
    'POST /api/v1/jobs': submitted,
    'GET /api/v1/jobs/t/1': states,
    'POST /api/v1/jobs/t/1/cancel': answering(200),
  })

const queue = (result: Answer): Answer =>
  routed({
    'POST /acme/painter/fast': answering(200, { request_id: 'r-1', status: 'IN_QUEUE' }),
    'GET /acme/painter/requests/r-1/status': [
      answering(200, { status: 'IN_QUEUE' }),
      answering(200, { status: 'COMPLETED' }),
    ],
    'GET /acme/painter/requests/r-1': result,
    'PUT /acme/painter/requests/r-1/cancel': answering(200),
  })

export const PICTURE_WIRES: readonly PictureWire[] = [
  {
    ...openai,
    adapter: 'openai',
    wireName: 'gpt-image-1',
    asked: { model: 'gpt-image-1', prompt: 'A figure.', n: 1, size: '2048x1152' },
  },
  {
    ...openai,
    adapter: 'openai-compatible',
    wireName: 'flux',
    asked: { model: 'flux', prompt: 'A figure.', n: 1, size: '2048x1152' },
  },
  {
    adapter: 'google',
    base: '/v1beta',
    wireName: 'gemini-2.5-flash-image',
    credential: ['x-goog-api-key', ''],
    requests: { plain: [`POST ${GEMINI}`], edit: [`POST ${GEMINI}`] },
    submit: GEMINI,
    good: (data) => answering(200, gemini([{ inlineData: { mimeType: 'image/png', data } }])),
    empty: answering(200, gemini([{ text: 'Here you are.' }])),
    asked: {
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
      },
      contents: [{ role: 'user', parts: [{ text: 'A figure.' }] }],
    },
    from: (data) => ({
      contents: [
        {
          role: 'user',
          parts: [{ text: 'A figure.' }, { inlineData: { mimeType: 'image/png', data } }],
        },
      ],
    }),
  },
  {
    adapter: 'openrouter',
    base: '/api/v1',
    wireName: 'black-forest-labs/flux',
    credential: ['authorization', 'Bearer '],
    requests: { plain: ['POST /images'], edit: ['POST /images'] },
    submit: '/images',
    good: (b64_json) => answering(200, { created: 1, data: [{ b64_json }] }),
    empty: answering(200, { created: 1, data: [] }),
    linked: (url) =>
      routed({ 'POST /api/v1/images': answering(200, { created: 1, data: [{ url }] }) }),
    asked: {
      model: 'black-forest-labs/flux',
      prompt: 'A figure.',
      n: 1,
      aspect_ratio: '16:9',
      resolution: '2K',
    },
    from: (data) => ({
      input_references: [
        { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      ],
    }),
  },
  {
    adapter: 'task',
    base: '/api/v1',
    wireName: 'model-1',
    credential: ['authorization', 'Bearer '],
    requests: {
      plain: ['POST /jobs', 'GET /jobs/t/1', 'GET /jobs/t/1'],
      edit: ['POST /jobs', 'GET /jobs/t/1', 'GET /jobs/t/1'],
    },
    submit: '/jobs',
    good: (data) => taskEnding(state('waiting'), done(`data:image/png;base64,${data}`)),
    empty: taskEnding(done()),
    linked: (url) => taskEnding(done(url)),
    asked: {
      model: 'model-1',
      input: { prompt: 'A figure.', aspect_ratio: '16:9', resolution: '2K' },
    },
    from: (data) => ({
      input: {
        prompt: 'A figure.',
        aspect_ratio: '16:9',
        resolution: '2K',
        input_urls: [`data:image/png;base64,${data}`],
      },
    }),
    task: TASK,
  },
  {
    adapter: 'fal',
    base: '',
    wireName: 'acme/painter/fast',
    credential: ['authorization', 'Key '],
    requests: {
      plain: [
        'POST /acme/painter/fast',
        'GET /acme/painter/requests/r-1/status',
        'GET /acme/painter/requests/r-1/status',
        'GET /acme/painter/requests/r-1',
      ],
      edit: [
        'POST /acme/painter/fast',
        'GET /acme/painter/requests/r-1/status',
        'GET /acme/painter/requests/r-1/status',
        'GET /acme/painter/requests/r-1',
      ],
    },
    submit: '/acme/painter/fast',
    good: (data) => queue(answering(200, { images: [{ url: `data:image/png;base64,${data}` }] })),
    empty: queue(answering(200, { images: [] })),
    linked: (url) => queue(answering(200, { images: [{ url }] })),
    asked: {
      prompt: 'A figure.',
      aspect_ratio: '16:9',
      resolution: '2K',
      num_images: 1,
      output_format: 'png',
      sync_mode: true,
    },
    from: (data) => ({ image_urls: [`data:image/png;base64,${data}`] }),
  },
]

export function connectionFor(
  { adapter, base, task }: Pick<PictureWire, 'adapter' | 'base' | 'task'>,
  origin: string,
  more: Partial<Connection> = {},
): Connection {
  return connectionTo({ adapter, base }, origin, { task: task ?? null, ...more })
}

export function painterOn(
  { wireName }: Pick<PictureWire, 'wireName'>,
  more: Partial<CalledModel> = {},
): CalledModel {
  return {
    name: 'sample',
    wireName,
    can: ['image', 'edit'],
    structured: 'schema',
    maxOutputTokens: null,
    temperature: null,
    price: { image: { '2K': 0.06 } },
    picture: { ratio: '16:9', resolution: '2K', size: '2048x1152' },
    ...more,
  }
}
