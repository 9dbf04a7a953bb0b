/** What clients of a cluster submit: all seven workflows, each body another one. */
import { join } from 'node:path'
import { ROOT } from '../harness/folders'

export const ROUTES = {
  run: '/api/run',
  'image-to-svg': '/api/image-to-svg',
  generate: '/api/generate',
  'generate-from-pdf': '/api/generate-from-pdf',
  'optimize-prompt': '/api/optimize-prompt',
  plot: '/api/plot',
  composite: '/api/composite',
} as const

export type Endpoint = keyof typeof ROUTES

/** How many of a hundred; what takes an executor a second is rare, as the machine is small. */
const SHARES: Record<Endpoint, number> = {
  'optimize-prompt': 40,
  plot: 17,
  generate: 15,
  run: 12,
  'generate-from-pdf': 6,
  composite: 6,
  'image-to-svg': 4,
}

/** What bodies refer to, made before the load. */
export interface Sources {
  /** Of finished tasks of the caller. */
  tasks: string[]
  /** Path of an upload of the caller. */
  picture: string
}

/** `share` from 0 to 1 picks the endpoint. */
export function endpointOf(share: number): Endpoint {
  let left = share * 100
  for (const [endpoint, count] of Object.entries(SHARES) as [Endpoint, number][]) {
    if (left < count) return endpoint
    left -= count
  }
  return 'optimize-prompt'
}

/** A small body that no other index has. */
export function bodyOf(endpoint: Endpoint, index: number, { tasks, picture }: Sources): object {
  const source_context = `Sample ${index} -> Wash -> Count ${index}`
  const caption = `Assay ${index}`
  switch (endpoint) {
    case 'run':
      return { method_text: source_context }
    case 'image-to-svg':
      return { image_path: picture, sam_max_masks: (index % 200) + 1 }
    case 'generate':
      return { source_context, caption, iterations: 1, image_resolution: '1K' }
    case 'generate-from-pdf':
      return { pdf_base64: pdf, pages: '1', caption, iterations: 1, image_resolution: '1K' }
    case 'optimize-prompt':
      return { source_context, caption, description: `A pipeline of ${index} samples.` }
    case 'plot':
      return {
        data_json: JSON.stringify([
          { lab: 'A', yield: index },
          { lab: 'B', yield: index + 3 },
        ]),
        intent: 'Bar chart of yield by lab',
        iterations: 1,
      }
    case 'composite':
      return { source_task_ids: tasks.slice(0, 2), layout: '1x2', spacing: index % 500 }
  }
}

const PDF = join(ROOT, 'tests', 'fixtures', 'pdf', 'one-column.pdf')
const pdf = Buffer.from(await Bun.file(PDF).arrayBuffer()).toString('base64')

/** A picture of one box, as a file to upload. */
export async function pictureFile(): Promise<File> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const canvas = createCanvas(320, 200)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, 320, 200)
  context.fillStyle = '#4477aa'
  context.fillRect(60, 50, 200, 100)
  return new File([new Uint8Array(await canvas.encode('png'))], 'box.png', { type: 'image/png' })
}
