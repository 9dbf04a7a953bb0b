/**
 * Names that belong to one table are written there alone: files of jobs, styles, ratios, sizes. Prints one line for each
 * other place that writes one of them as a literal, and exits 1 if there is any.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RATIOS, SIZES, STYLES } from '../src/forms/look'
import { OUTPUTS } from '../src/forms/outputs'

const TABLES = ['src/forms/look.ts', 'src/forms/outputs.ts']

/** A theme says its own name, which its type holds to the table; pages reach the server by the interface alone. */
const OUTSIDE = /^src\/(figure\/themes|web)\//

/** `auto` is a word of many tables. */
const NAMES = [
  ...Object.values(OUTPUTS).map(({ path }) => path),
  ...STYLES,
  ...RATIOS.filter((ratio) => ratio !== 'auto'),
  ...SIZES,
]

/** The faults of a source tree, each `file:line: what is wrong`. */
export function checkTables(root: string): string[] {
  const literal = new RegExp(`(['"\`])(${NAMES.map(escaped).join('|')})\\1`)
  return ['src/**/*.ts', 'plugins/**/*.ts'].flatMap((pattern) =>
    [...new Bun.Glob(pattern).scanSync({ cwd: root })]
      .filter((file) => !TABLES.includes(file) && !OUTSIDE.test(file))
      .sort()
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, index) => {
            const name = isComment(line) ? undefined : literal.exec(line)?.[2]
            return name === undefined
              ? []
              : [
                  `${file}:${index + 1}: ${name} is written in a table of src/forms; use it from there`,
                ]
          }),
      ),
  )
}

function isComment(line: string): boolean {
  return /^\s*(\*|\/\/|\/\*)/.test(line)
}

function escaped(name: string): string {
  return name.replace(/[.]/g, '\\$&')
}
