import { join } from 'node:path'

const PAGES = join(import.meta.dir, 'pages')

/** A page's script; what pages share becomes chunks beside them. */
export function pageEntries(): string[] {
  return [...new Bun.Glob('*.{ts,tsx}').scanSync({ cwd: PAGES })]
    .sort()
    .map((file) => join(PAGES, file))
}

/**
 * The scripts of all pages, by the names under which they are served. Made when the binary is built, and at the first
 * request where the server runs from source.
 * @throws AggregateError for a source that does not build
 */
export async function bundlePages(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { outputs } = await Bun.build({
    entrypoints: pageEntries(),
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Map(
    await Promise.all(
      outputs.map(
        async (made) =>
          [made.path.replace(/^\.\//, ''), new Uint8Array(await made.arrayBuffer())] as const,
      ),
    ),
  )
}
