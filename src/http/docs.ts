import { Elysia } from 'elysia'
import type { Config } from '../config'
import { problems } from '../errors'
import { framed, hasAsset, sendAsset } from './assets'

const POLICY = fence("'self'", "'self' data:", "'self'")
/** Both write styles into attributes and pictures into blobs; neither may run a script of the page or reach out. */
const VENDOR_POLICY = fence("'self' 'unsafe-inline'", "'self' data: blob:", "'self' data: blob:")

/** What a page may do, by the sources of its styles, pictures and requests. */
function fence(styles: string, pictures: string, requests: string) {
  const sources =
    "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
  const own = `style-src ${styles}; img-src ${pictures}; font-src 'self' data:; connect-src ${requests}`
  return { 'content-security-policy': `${sources}; ${own}` }
}

/** `svgEditPath`: the editor's index page, null where its files are missing. */
export function editorPath(): string | null {
  return hasAsset('editor', 'Editor.js') ? '/editor/index.html' : null
}

/** The pages for people: `/`, `/jobs/{id}`, `/admin`, `/docs/`, `/licences/`, `/swagger` and `/editor/`. */
export function pages() {
  return new Elysia({ detail: { hide: true } })
    .get('/', ({ request }) => page(request, 'studio.html'))
    .get('/jobs/:id', ({ request, params }) =>
      withSlash(request) ? redirect(`../${params.id}`) : page(request, 'job.html'),
    )
    .get('/admin', ({ request }) =>
      withSlash(request) ? redirect('../admin') : page(request, 'admin.html'),
    )
    .get('/favicon.ico', ({ request }) => sendAsset(request, 'pages', 'icon.svg'))
    .get('/assets/*', ({ request, params }) => sendAsset(request, 'pages', script(params['*'])))
    .get('/docs', ({ request }) =>
      withSlash(request) ? doc(request, 'README.md') : redirect('docs/'),
    )
    .get('/docs/*', ({ request, params }) => doc(request, params['*'] || 'README.md'))
    .get('/src/*', ({ request, params }) => sendAsset(request, 'source', params['*']))
    .get('/licences/*', ({ request, params }) => sendAsset(request, 'licences', params['*']))
    .get('/swagger', ({ request }) =>
      withSlash(request) ? redirect('../swagger') : page(request, 'swagger.html', VENDOR_POLICY),
    )
    .get('/swagger/assets/*', ({ request, params }) => sendAsset(request, 'swagger', params['*']))
    .get('/editor', ({ request }) =>
      withSlash(request) ? editor(request, '') : redirect(`editor/${new URL(request.url).search}`),
    )
    .get('/editor/*', ({ request, params }) => editor(request, params['*']))
}

function editor(request: Request, path: string): Promise<Response> {
  if (editorPath() === null) throw problems.fileNotFound()
  return path === '' || path === 'index.html'
    ? page(request, 'editor.html', VENDOR_POLICY)
    : sendAsset(request, 'editor', path)
}

function doc(request: Request, path: string): Promise<Response> {
  return sendAsset(request, 'docs', path, POLICY)
}

function page(request: Request, name: string, policy = POLICY): Promise<Response> {
  return sendAsset(request, 'pages', name, policy)
}

/** A 404 for people, who come by any address: its links lead away from the root. */
export async function notFoundPage(
  sentence: string,
  { PUBLIC_BASE_URL }: Config,
): Promise<Response> {
  const base = PUBLIC_BASE_URL ? `${new URL(PUBLIC_BASE_URL).pathname.replace(/\/$/, '')}/` : '/'
  const ways = `<a href="${base}">Draw a figure</a> or <a href="${base}docs/">read the documentation</a>.`
  // The sentence may repeat words of the client.
  const article = `<h1>${Bun.escapeHTML(sentence)}</h1><p>There is nothing at this address. ${ways}</p>`
  const html = framed({ title: sentence, article, base })
  const type = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(html, { status: 404, headers: { ...type, ...POLICY } })
}

/** A page is reached by its own address, under the policy that belongs to it. */
function script(path: string): string {
  if (path.endsWith('.html')) throw problems.fileNotFound()
  return path
}

function withSlash(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('/')
}

/** Relative, so that it holds below a proxy's prefix too. */
function redirect(location: string): Response {
  return new Response(null, { status: 308, headers: { location } })
}
