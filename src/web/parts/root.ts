/** Scripts lie in `<root>assets/`: so addresses hold below a proxy's prefix, however deep the page lies. */
const ROOT = import.meta.url.replace(/assets\/[^/]*$/, '')

/** The address of something of this server. @param path from the root, with or without a slash before it */
export function root(path: string): string {
  return ROOT + path.replace(/^\//, '')
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A query with the `?` before it, without what is empty; empty: there is nothing to be asked. */
export function search(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
