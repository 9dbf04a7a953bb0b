import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { problems } from '../errors'
import { listTree, type Tree, treeFolder } from '../web/files'

interface Asset {
  /** As it is served: scripts written in TypeScript are JavaScript here, and Markdown is HTML. */
  bytes: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer> | undefined
  type: string
  hash: string
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  gif: 'image/gif',
  txt: 'text/plain; charset=utf-8',
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
 * @param path inside the tree, decoded; `home.js` is made of `home.ts`
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
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  if (known.includes(etag)) return new Response(null, { status: 304, headers: all })
  return zip
    ? new Response(asset.gzipped, { headers: { ...all, 'content-encoding': 'gzip' } })
    : new Response(asset.bytes, { headers: all })
}

/** Whether a tree is there and has this file. */
export function hasAsset(tree: Tree, path: string): boolean {
  return filesOf(tree).has(path)
}

const lists = new Map<Tree, ReadonlySet<string>>()
const loaded = new Map<string, Promise<Asset>>()

function filesOf(tree: Tree): ReadonlySet<string> {
  const list = lists.get(tree) ?? new Set(listTree(tree))
  lists.set(tree, list)
  return list
}

function load(tree: Tree, path: string): Promise<Asset> {
  const file = sourceOf(tree, path)
  const key = `${tree}/${path}`
  const asset = loaded.get(key) ?? read(tree, file)
  loaded.set(key, asset)
  return asset
}

/** The file behind a path: a script is served under the names that pages (`x.js`) and importers (`x`) write. */
function sourceOf(tree: Tree, path: string): string {
  if (tree === 'pages' && path.endsWith('.ts')) throw problems.fileNotFound()
  const candidates = tree === 'pages' ? [path, path.replace(/(\.js)?$/, '.ts')] : [path]
  for (const file of candidates) if (hasAsset(tree, file)) return file
  throw problems.fileNotFound()
}

async function read(tree: Tree, path: string): Promise<Asset> {
  const ending = path.split('.').at(-1) ?? ''
  const text = async () => Bun.file(join(treeFolder(tree), path)).text()
  if (tree === 'pages' && ending === 'ts') return asset(withoutTypes(await text()), 'js')
  if (ending === 'md') return asset(await docPage(await text()), 'html')
  return asset(await Bun.file(join(treeFolder(tree), path)).bytes(), ending)
}

function asset(content: string | Uint8Array<ArrayBuffer>, ending: string): Asset {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const zip = COMPRESSIBLE.has(ending) && bytes.byteLength > WORTH_COMPRESSING
  return {
    bytes,
    gzipped: zip ? Bun.gzipSync(bytes) : undefined,
    type: MEDIA_TYPES[ending] ?? 'application/octet-stream',
    hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
  }
}

function withoutTypes(source: string): string {
  return new Bun.Transpiler({ loader: 'ts', target: 'browser' }).transformSync(source)
}

/** A page of the documentation in the frame that all of them have; `base` leads from it to the start page. */
export async function docPage(markdown: string, base = '../'): Promise<string> {
  const frame = await Bun.file(join(treeFolder('pages'), 'docs.html')).text()
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Documentation'
  const words: Record<string, string> = {
    base,
    title: Bun.escapeHTML(title),
    article: Bun.markdown.html(markdown),
  }
  return frame.replace(/\{\{(base|title|article)\}\}/g, (_, name: string) => words[name] ?? '')
}
