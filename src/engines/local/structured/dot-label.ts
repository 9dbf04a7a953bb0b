import { decoded, inLines, withoutTags } from '../../words/plain-label'

/** What the escapes of a label stand for: `\N`, `\G`, `\T`, `\H`, `\E`. */
export type DotNames = Partial<Record<'N' | 'G' | 'T' | 'H' | 'E', string>>

interface DotForm {
  html?: boolean
  record?: boolean
}

/** Marks that no label holds: between the fields of a record, and behind a line that is set to one side. */
const FIELD = '\0'
const LINE = '\x01'

/**
 * A label's plain words as Graphviz reads it: its lines, escapes resolved, tags only in HTML labels; the
 * fields of a record in order, without ports and braces. Formulas (`$\rho$`) keep their backslashes.
 */
export function dotLabel(raw: string, names: DotNames, form: DotForm = {}): string {
  return dotParts(raw, names, form).join('\n')
}

/** The same in parts that stand apart: the fields of a record, and lines ended by `\l` or `\r` that read as entries. */
export function dotParts(raw: string, names: DotNames, form: DotForm = {}): string[] {
  const words = form.html
    ? withoutTags(raw.replace(/<!--[\s\S]*?-->/g, '').replace(/\s+/g, ' '))
    : form.record
      ? fieldsOf(raw)
      : raw
  return unescaped(words, names).split(FIELD).flatMap(linesOf)
}

const fieldsOf = (raw: string) =>
  raw
    .replace(/(?<!\\)<[^<>|{}]*(?<!\\)>/g, '')
    .replace(/(?<!\\)[{}]/g, ' ')
    .replace(/(?<!\\)\|/g, FIELD)

function linesOf(field: string): string[] {
  const lines = field
    .split(LINE)
    .map((line) => inLines(decoded(line)))
    .filter((line) => line !== '')
  return lines.slice(1).every(isEntry) ? lines : [lines.join('\n')]
}

/** A line that begins with a small letter goes on with the one above it, unless it names a value. */
const isEntry = (line: string) => /^\P{Ll}|[=:]|\(\S*\)/u.test(line)

function unescaped(text: string, names: DotNames): string {
  return text.replace(
    /\$(?!\s)[^$\n]{1,200}?(?<!\s)\$(?!\d)|\\([\s\S])/g,
    (whole, sign?: string) => {
      if (sign === undefined) return whole.replaceAll('\\\\', '\\')
      if (sign === 'n') return '\n'
      if (sign === 'l' || sign === 'r') return LINE
      // Escapes in a name count where the name is shown.
      return /[NGTHE]/.test(sign) ? unescaped(names[sign as keyof DotNames] ?? '', {}) : sign
    },
  )
}
