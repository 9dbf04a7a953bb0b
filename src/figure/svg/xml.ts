import { rounded } from '../../forms/numbers'
/** Attribute values by name, in writing order; undefined ones are left out. */
export type Attributes = Record<string, string | number | undefined>

export const XLINK = 'http://www.w3.org/1999/xlink'
/** Of `inkscape:label`, the name under which drawing programs list an object. */
export const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape'

/** Characters that XML 1.0 forbids, lone surrogates among them. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export function escapeText(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;')
}

function escapeAttribute(value: string): string {
  return escapeText(value).replace(/"/g, '&quot;').replace(/\t/g, '&#9;').replace(/\n/g, '&#10;')
}

export function openTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) tag += ` ${key}="${escapeAttribute(String(value))}"`
  }
  return tag
}

/** One element; `content` is markup already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const open = openTag(name, attributes)
  return content === '' ? `${open}/>` : `${open}>${content}</${name}>`
}

/** Two decimals: a hundredth of a pixel is below what any reader of the SVG shows. */
export function number(value: number): number {
  return rounded(value)
}

/**
 * The id of a definition by what it defines, so that a change elsewhere in the figure does not rename it; `taken` are the
 * ids of the figure's own parts.
 */
export function nameFor(kind: string, content: string, taken: ReadonlySet<string>): string {
  let name = `${kind}-${(Bun.hash.crc32(content) >>> 0).toString(36)}`
  while (taken.has(name)) name += '_'
  return name
}
