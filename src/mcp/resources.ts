import { isUtf8 } from 'node:buffer'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import agents from '../../docs/agents.md' with { type: 'text' }
import editing from '../../docs/editing.md' with { type: 'text' }
import drawn from '../../docs/examples/drawn.svg' with { type: 'text' }
import { STYLES } from '../forms/look'
import { type Api, answerOf, Refusal } from './api'

/** What an agent may read before it draws: by address its name, its type, what it holds. */
const PAGES: Readonly<Record<string, [string, string, () => string | Promise<string>]>> = {
  'burin://agents': ['The form of a drawing, and how to draw', 'text/markdown', () => agents],
  'burin://styles': ['Palettes and manners of all styles', 'text/plain', styles],
  'burin://editing': ['Operations of edit_figure', 'text/markdown', () => editing],
  'burin://drawn.svg': ['A drawing without faults, 28 kB', 'image/svg+xml', () => drawn],
}

/** The resources as clients list them. */
export const RESOURCES = Object.entries(PAGES).map(([uri, [name, mimeType]]) => {
  return { uri, name, mimeType }
})

/** Bytes of a file that is handed over; clients cut what is longer. */
const MOST_BYTES = 1_000_000
const FILES = /^\/api\/(artifacts|(jobs|tasks)\/\w+\/export)\//

/** A page, or a file that a tool linked to. @throws Refusal */
export async function readResource(api: Api, uri: string): Promise<ReadResourceResult> {
  const [, known, read] = (Object.hasOwn(PAGES, uri) && PAGES[uri]) || []
  if (read) return { contents: [{ uri, mimeType: known, text: await read() }] }
  const path = uri.startsWith(api.origin) ? uri.slice(api.origin.length) : ''
  if (!FILES.test(path) || path.includes('..'))
    throw new Refusal('There is no such resource: give a listed one, or a link of a tool.')
  const answer = await answerOf(api, path)
  const mimeType = answer.headers.get('content-type') ?? 'application/octet-stream'
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.byteLength > MOST_BYTES)
    throw new Refusal(`The file has ${bytes.byteLength} bytes: fetch it from its address.`)
  const isText = isUtf8(bytes) && !bytes.includes(0)
  const content = isText ? { text: bytes.toString() } : { blob: bytes.toString('base64') }
  return { contents: [{ uri, mimeType, ...content }] }
}

/** Every style as a model that draws is told of it. */
async function styles(): Promise<string> {
  const { briefOf } = await import('../figure/themes/brief')
  return STYLES.map((style) => briefOf({ style })).join('\n\n')
}
