/** A server that whoever runs this program named himself, private or not: nothing but its own address is asked. */
export function namedServer(address: string) {
  const base = URL.parse(address)
  if (!base || !/^https?:$/.test(base.protocol) || base.username || base.search || base.hash)
    throw new Error(`${address} is no http or https address of a server.`)
  const origin = base.href.replace(/\/+$/, '')
  return {
    /** The address without a slash at its end; with the prefix of its proxy, where it has one. */
    origin,
    ask: (path: string, init?: RequestInit) => fetch(origin + path, { ...init, redirect: 'error' }),
  }
}
