import { nearest } from '../config'

/** A command, or what it was given, is not valid: told in a sentence, exit code 2. */
export class Misused extends Error {
  override readonly name = 'Misused'
}

/** What follows the name of a command: files in their order, options by their names without dashes. */
export interface Words {
  files: string[]
  options: Map<string, string[]>
}

/** Options that take no value. */
const FLAGS = ['json', 'help']
const SHORT: Readonly<Record<string, string>> = { o: 'output', h: 'help' }

/** @throws Misused for an option without its value, and for standard input twice */
export function readWords(words: readonly string[]): Words {
  const [files, options] = [[] as string[], new Map<string, string[]>()]
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, dashes, said = '', given] = /^(--?)([^-=][^=]*)(?:=(.*))?$/s.exec(word) ?? []
    if (word === '--') files.push(...rest.splice(0))
    else if (dashes === undefined) files.push(word)
    else {
      const name = dashes === '-' ? (SHORT[said] ?? said) : said
      const value = given ?? (FLAGS.includes(name) ? '' : rest.shift())
      if (value === undefined) throw new Misused(`${dashes}${said} needs a value behind it.`)
      options.set(name, [...(options.get(name) ?? []), value])
    }
  }
  const read = [...files, ...(options.get('text') ?? [])].filter((file) => file === '-')
  if (read.length > 1) throw new Misused('Standard input can be read once: - is given twice.')
  return { files, options }
}

/** What stands for a mistyped name. */
export function noSuch(what: string, name: string, known: readonly string[]): Misused {
  const meant = nearest(name, known)
  return new Misused(
    `There is no ${what}${name} here${meant ? `; ${what}${meant}?` : '.'} See --help.`,
  )
}
