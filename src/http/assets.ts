import { problems } from '../errors'
import { mediaTypeOf } from '../forms/outputs'
import { bundlePages } from '../web/bundle'
import { listTree, type Tree, treeFile } from '../web/files'
import { isKnown } from './artifacts'

interface Asset {
  /** As it is served: Markdown is HTML here. */
  bytes: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer> | undefined
  type: string
  hash: string
}

/** Of what pages alone are made of. */
const PAGE_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
}

const COMPRESSIBLE = new Set(['html', 'css', 'js', 'json', 'svg', 'ts', 'txt'])
/** Below this many bytes a response fits into one packet anyway. */
const WORTH_COMPRESSING = 1400

/** Our own pages change with the program, the packages' files with their version only. */
const CACHE: Readonly<Record<Tree, string>> = {
  pages: 'no-cache',
  docs: 'no-cache',
  source: 'no-cache',
  licences: 'no-cache',
  swagger: 'public, max-age=86400',
  editor: 'public, max-age=86400',
}

/**
 * One file of a tree. Only a path that the tree's own list names is ever opened, so no path can leave it.
 * @param path inside the tree, decoded; the scripts of pages are bundled from their sources
 * @throws Problem 404
 */
export async function sendAsset(
  request: Request,
  tree: Tree,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const asset = await load(tree, path)
  const zip = asset.gzipped && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const etag = `"${asset.hash}${zip ? '-gzip' : ''}"`
  const all = {
    'content-type': asset.type,
    'cache-control': CACHE[tree],
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: 'accept-encoding',
    etag,
    ...headers,
  }
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers: all })
  return zip
    ? new Response(asset.gzipped, { headers: { ...all, 'content-encoding': 'gzip' } })
    : new Response(asset.bytes, { headers: all })
}

/** Whether a tree is there and has this file. */
export function hasAsset(tree: Tree, path: string): boolean {
  return filesOf(tree).has(path)
}

const lists = new Map<Tree, ReadonlySet<string>>()
const loaded = new Map<string, Asset>()

function filesOf(tree: Tree): ReadonlySet<string> {
  const list = lists.get(tree) ?? new Set(listTree(tree))
  lists.set(tree, list)
  return list
}

let scripts: ReturnType<typeof bundlePages> | undefined

/** A script of a page, where the server runs from source; the binary has them among its files. */
async function bundled(tree: Tree, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (tree !== 'pages' || Bun.isStandaloneExecutable || !path.endsWith('.js')) return undefined
  scripts ??= bundlePages()
  return (await scripts).get(path)
}

async function load(tree: Tree, path: string): Promise<Asset> {
  const key = `${tree}/${path}`
  const kept = loaded.get(key)
  if (kept) return kept
  const script = await bundled(tree, path)
  if (!script && !hasAsset(tree, path)) throw problems.fileNotFound()
  const made = script ? asset(script, 'js') : read(tree, path)
  loaded.set(key, made)
  return made
}

function read(tree: Tree, path: string): Asset {
  const bytes = treeFile(tree, path)
  if (path.endsWith('.md')) return asset(docPage(new TextDecoder().decode(bytes)), 'html')
  return asset(bytes, path.split('.').at(-1) ?? '')
}

function asset(content: string | Uint8Array<ArrayBuffer>, ending: string): Asset {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const zip = COMPRESSIBLE.has(ending) && bytes.byteLength > WORTH_COMPRESSING
  return {
    bytes,
    gzipped: zip ? Bun.gzipSync(bytes) : undefined,
    type: PAGE_TYPES[ending] ?? mediaTypeOf(`.${ending}`),
    hash: new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32),
  }
}

/** A page of the documentation. */
function docPage(markdown: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Documentation'
  return framed({ title, article: Bun.markdown.html(markdown), base: '../' })
}

/** An article, as HTML, in the frame of the documentation; `base` leads from it to the start page. */
export function framed(parts: { title: string; article: string; base: string }): string {
  const frame = new TextDecoder().decode(treeFile('pages', 'docs.html'))
  const words: Record<string, string> = { ...parts, title: Bun.escapeHTML(parts.title) }
  return frame.replace(/\{\{(base|title|article)\}\}/g, (_, name: string) => words[name] ?? '')
}
