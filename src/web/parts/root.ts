/** Scripts lie in `<root>assets/`: so addresses hold below a proxy's prefix, however deep the page lies. */
const ROOT = import.meta.url.replace(/assets\/[^/]*$/, '')

/** The address of something of this server. @param path from the root, with or without a slash before it */
export function root(path: string): string {
  return ROOT + path.replace(/^\//, '')
}
