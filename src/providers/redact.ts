import type { Connection } from './messages'
import { WIRES } from './wire/wires'

export type Redact = (text: string) => string

/** What a secret leaves behind. */
const GONE = '***'

/** Shorter values are placeholders (`none`, `ollama`): to take them out would tear holes into honest words. */
const LEAST_CHARACTERS = 8

/** Takes every configured secret of these providers out of a text: keys, header values and addresses, in any disguise. */
export function createRedactor(
  connections: readonly Pick<Connection, 'adapter' | 'baseUrl' | 'key' | 'headers'>[],
): Redact {
  const secrets = connections.flatMap((one) => [
    ...(one.key === null ? [] : [one.key]),
    ...Object.values(one.headers),
    ...(one.baseUrl === WIRES[one.adapter].base ? [] : addressesOf(one.baseUrl)),
  ])
  const wanted = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)])
  const forms = new Set(wanted.filter((text) => text.length >= LEAST_CHARACTERS).flatMap(disguises))
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, GONE), text)
}

function addressesOf(baseUrl: string): string[] {
  return [baseUrl, URL.parse(baseUrl)?.host ?? '']
}

/** A text as itself, inside JSON, in a query, and inside base64 at any offset. */
function disguises(text: string): string[] {
  const percent = encodeURIComponent(text)
  const lower = percent.replace(/%../g, (code) => code.toLowerCase())
  const base64 = [
    Buffer.from(text).toString('base64'),
    ...[0, 1, 2].map((offset) => base64Inside(text, offset)),
  ]
  const forUrls = base64.map((letters) => letters.replaceAll('+', '-').replaceAll('/', '_'))
  return [text, JSON.stringify(text).slice(1, -1), percent, lower, ...base64, ...forUrls]
}

/** The letters of base64 that a text decides alone when it stands `offset` bytes into a group of three. */
function base64Inside(text: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
  const [first, end] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return bytes.toString('base64').slice(first, end)
}
