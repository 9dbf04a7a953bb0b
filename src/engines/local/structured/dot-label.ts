import { decoded, withoutTags } from './plain-label'

/** What the escapes of a label stand for: `\N`, `\G`, `\T`, `\H`, `\E`. */
export type DotNames = Partial<Record<'N' | 'G' | 'T' | 'H' | 'E', string>>

/**
 * A label's plain words as Graphviz reads it: line ends as spaces, escapes resolved, tags only in HTML labels; the
 * fields of a record in order, without ports and braces. Formulas (`$\rho$`) keep their backslashes.
 */
export function dotLabel(
  raw: string,
  names: DotNames,
  form: { html?: boolean; record?: boolean } = {},
): string {
  const words = form.html
    ? withoutTags(raw.replace(/<!--[\s\S]*?-->/g, ''))
    : form.record
      ? fieldsOf(raw)
      : raw
  return decoded(unescaped(words, names)).replace(/\s+/g, ' ').trim()
}

const fieldsOf = (raw: string) =>
  raw.replace(/(?<!\\)<[^<>|{}]*(?<!\\)>/g, '').replace(/(?<!\\)[{}|]/g, ' ')

function unescaped(text: string, names: DotNames): string {
  return text.replace(
    /\$(?!\s)[^$\n]{1,200}?(?<!\s)\$(?!\d)|\\([\s\S])/g,
    (whole, sign?: string) => {
      if (sign === undefined) return whole.replaceAll('\\\\', '\\')
      if (/[nlr]/.test(sign)) return ' '
      return /[NGTHE]/.test(sign) ? (names[sign as keyof DotNames] ?? '') : sign
    },
  )
}
