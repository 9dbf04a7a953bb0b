import ipaddr from 'ipaddr.js'

/**
 * Whether a host is one of the named ones. `*.example.org` stands for every name below example.org, at any depth, not
 * for example.org itself; a wildcard never matches a literal address, but `*` alone is every host. Case, a trailing dot,
 * brackets and the way an address is written do not matter. A pattern with a port, a path or another `*` matches nothing.
 */
export function matchHost(host: string, patterns: readonly string[]): boolean {
  const wanted = canonicalHost(host)
  if (wanted === undefined) return false
  return patterns.some((pattern) => {
    if (pattern === '*') return true
    if (!pattern.startsWith('*.')) return canonicalHost(pattern) === wanted
    const parent = canonicalHost(pattern.slice(2))
    return parent !== undefined && wanted.endsWith(`.${parent}`)
  })
}

/** A lower-case ASCII name without its trailing dot, or an address in its one written form; undefined for neither. */
function canonicalHost(host: string): string | undefined {
  const written = ipaddr.IPv6.isValid(host) ? `[${host}]` : host
  // Outside brackets a colon starts a port, which a host does not have.
  if (/[\s*/\\?#@%]/.test(written) || /:/.test(written.replace(/^\[.*\]$/, ''))) return undefined
  if (written === '' || !URL.canParse(`http://${written}/`)) return undefined
  const name = new URL(`http://${written}/`).hostname.replace(/\.$/, '')
  const bare = name.startsWith('[') ? name.slice(1, -1) : name
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare
}
