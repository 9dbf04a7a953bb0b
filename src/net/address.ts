import ipaddr from 'ipaddr.js'
import { matchHost } from './hosts'

/** Longest URL that is accepted, in characters, before and after normalisation. */
const MAX_URL_LENGTH = 2048

export type Scheme = 'https' | 'http'

export interface AddressRule {
  /** The schemes that are accepted. */
  schemes: readonly Scheme[]
  /** Hosts that an operator lets be private, as {@link matchHost} reads them. */
  allowPrivateHosts?: readonly string[]
}

export type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: string }

/**
 * Says whether a URL may be called at all, from its text alone; names are judged by what they resolve to, at connect
 * time. Any port but 0 is accepted. The fragment is dropped.
 *
 * Every refusal has the same `reason`, written to follow a field's name: it tells nothing of what lies behind a host.
 *
 * @example
 * checkUrl('https://127.1/a.png', { schemes: ['https'] }) // { ok: false, reason: 'must be a public https address' }
 */
export function checkUrl(raw: string, rule: AddressRule): CheckedUrl {
  const refused: CheckedUrl = { ok: false, reason: refusal(rule.schemes) }
  const url = parsePlainly(raw)
  if (!url) return refused
  if (!rule.schemes.some((scheme) => url.protocol === `${scheme}:`)) return refused
  if (url.port === '0') return refused
  if (!isPermittedHost(url.hostname, rule.allowPrivateHosts ?? [])) return refused
  url.hash = ''
  return url.href.length > MAX_URL_LENGTH ? refused : { ok: true, url }
}

/** The one sentence of every refusal, without its subject. */
export function refusal(schemes: readonly Scheme[]): string {
  const names = (['http', 'https'] as const).filter((scheme) => schemes.includes(scheme))
  return `must be a public ${names.join(' or ')} address`
}

/**
 * Whether a literal address (no brackets) is public unicast. IPv4 inside IPv6 is judged as IPv4 where it is mapped or
 * behind the well-known NAT64 prefix (RFC 6052), which DNS64 networks answer with; 6to4, Teredo and every other
 * tunnel is refused, because where such a packet ends is not visible in the address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (!parsed) return false
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast'
  const embedded = behindNat64(parsed)
  if (embedded) return embedded.range() === 'unicast'
  // ipaddr.js calls whatever it has no name for unicast, e.g. ::127.0.0.1; only 2000::/3 is handed out (RFC 4291).
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST)
}

/**
 * Whether a host that an operator named may have this address: public or private unicast and loopback. Link-local
 * stays refused even then, since a cloud's metadata service answers there.
 */
export function isPrivateOrPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== undefined && (isPublicAddress(address) || OWN_NETWORK.has(parsed.range()))
}

/** The literal address that a URL's host name is, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return ipaddr.isValid(bare) ? bare : undefined
}

/** A literal address as the host of a URL. Throws on anything else: the caller is about to connect to it. */
export function hostOfAddress(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) throw new TypeError('not an address')
  return parsed.kind() === 'ipv6' ? `[${parsed.toString()}]` : parsed.toString()
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
const OWN_NETWORK: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
])

function parsePlainly(raw: string): URL | undefined {
  if (raw.length > MAX_URL_LENGTH) return undefined
  // URL parsers drop tabs, turn backslashes into slashes and mend `https:a`: what was read must be what was written.
  if (/[\p{Cc}\p{Cs}\s\\]/u.test(raw)) return undefined
  // An `@` starts or ends user info, empty ones included.
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(raw)?.[1]
  if (authority === undefined || authority.includes('@')) return undefined
  return URL.canParse(raw) ? new URL(raw) : undefined
}

function isPermittedHost(hostname: string, allowPrivateHosts: readonly string[]): boolean {
  const named = matchHost(hostname, allowPrivateHosts)
  const literal = literalAddress(hostname)
  if (literal !== undefined)
    return named ? isPrivateOrPublicAddress(literal) : isPublicAddress(literal)
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (!isDomainName(name)) return false
  return named || !(name === 'localhost' || name.endsWith('.localhost'))
}

/** RFC 1035 lengths; underscores stand in real host names, so they pass. */
function isDomainName(name: string): boolean {
  const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
  return name.length <= 253 && name.split('.').every((part) => label.test(part))
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // A zone id names an interface of this machine.
  if (address.includes('%') || !ipaddr.isValid(address)) return undefined
  return ipaddr.process(address)
}

function behindNat64(parsed: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (parsed.kind() !== 'ipv6' || !parsed.match(NAT64)) return undefined
  return new ipaddr.IPv4(parsed.toByteArray().slice(12))
}
