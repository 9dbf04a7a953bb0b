import { describeSettings } from '../config'
import { reasonOf } from '../errors'
import type { Terminal } from './terminal'
import { Misused, noSuch, readWords, type Words } from './words'

interface Command {
  usage: string
  says: string
  /** Absent: fields of workflows are options too. */
  options?: readonly string[]
  /** Loaded when it is called; gives the exit code. */
  load(): Promise<(words: Words, terminal: Terminal) => Promise<number>>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  draw: {
    usage: 'draw FILE|-... [-o OUT|-]... [--workflow NAME] [--json]',
    says: 'draws a text, PDF, table, picture or SVG; several become panels of one figure',
    load: async () => (await import('./draw')).draw,
  },
  check: {
    usage: 'check DRAWING.svg|- [--text FILE] [--json]',
    says: 'names the faults of a drawing; 1 where one is hard',
    options: ['text', 'json'],
    load: async () => (await import('./check')).check,
  },
  keys: {
    usage: 'keys [list [--json] | create NAME [--quota N] | revoke ID]',
    says: 'API keys of DATA_DIR, while no server holds it',
    options: ['quota', 'json'],
    load: async () => (await import('./keys')).keys,
  },
  export: {
    usage: 'export FOLDER',
    says: 'writes everything that the store keeps into a folder, while servers may be at work',
    options: [],
    load: async () => (await import('./moving')).exportAll,
  },
  import: {
    usage: 'import FOLDER',
    says: 'takes an export into a store that is empty: DATA_DIR or DATABASE_URL',
    options: [],
    load: async () => (await import('./moving')).importAll,
  },
  doctor: {
    usage: 'doctor',
    says: 'tries what a figure takes, the port, the data folder and the providers',
    options: [],
    load: async () => (await import('./doctor')).doctor,
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    says: 'a script for the shell: source <(burin completion bash)',
    options: [],
    load: async () => completion,
  },
}

/** What serves is no command of this folder. */
const NAMES = [...Object.keys(COMMANDS), 'serve', 'mcp']

/** Errors that say what is wrong with what was given; all others say why the work failed. */
const GIVEN_WRONG = ['Misused', 'BadSetting', 'BadProviders']

/** Runs a command; gives the exit code. Whatever goes wrong is a sentence. */
export async function command(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '--help', ...rest] = args
  try {
    if (name === '--help' || name === '-h')
      return await say(terminal, describeSettings(describeCommands()))
    const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!found) throw noSuch('command ', name, NAMES)
    const words = readWords(rest)
    const { usage, says, options, load } = found
    if (words.options.has('help')) {
      await say(terminal, `usage: burin ${usage}\n${says}`)
      if (options) return 0
    }
    const odd = options && [...words.options.keys()].find((one) => !options.includes(one))
    if (odd !== undefined) throw noSuch('option --', odd, options ?? [])
    return await (await load())(words, terminal)
  } catch (error) {
    const sentence = reasonOf(error)
    terminal.stderr(`${sentence}\n`)
    if (rest.includes('--json')) await say(terminal, JSON.stringify({ error: sentence }))
    return error instanceof Error && GIVEN_WRONG.includes(error.name) ? 2 : 1
  }
}

async function say({ stdout }: Terminal, text: string): Promise<number> {
  await stdout(`${text}\n`)
  return 0
}

function describeCommands(): string {
  return [
    'usage:',
    '  burin [serve] [--check-config [--probe] | --version | --help]',
    '      the server',
    '  burin mcp',
    '      serves an agent over standard input and output, by the server at BURIN_URL (with BURIN_KEY) or one of its own',
    ...Object.values(COMMANDS).flatMap(({ usage, says }) => [`  burin ${usage}`, `      ${says}`]),
    '',
    'FILE: - is standard input. burin draw --help tells of OUT and more options; @FILE as the value of one is the text of a file.',
    'exit codes: 0 done; 1 the work failed, or there are faults; 2 the command or what it was given is not valid',
    '',
  ].join('\n')
}

/** A script that knows the commands, their options and files. */
async function completion({ files: [shell = ''] }: Words, terminal: Terminal): Promise<number> {
  const [{ openShop }, { optionsOf }] = await Promise.all([import('./shop'), import('./fields')])
  const { plugins } = await openShop(terminal)
  const own = Object.values(COMMANDS).flatMap((one) => one.options ?? ['output', 'workflow'])
  const fields = plugins.flatMap((plugin) => [...optionsOf(plugin).keys()])
  const options = [...new Set([...own, ...fields])]
  const commands = NAMES.join(' ')
  const bash = `_burin() {
  local now="\${COMP_WORDS[COMP_CWORD]}" words=
  [ "$COMP_CWORD" -eq 1 ] && words="${commands}"
  [[ $now == -* ]] && words="${options.map((name) => `--${name}`).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$now"))
}
complete -o default -F _burin burin`
  const scripts: Readonly<Record<string, string>> = {
    bash,
    zsh: `autoload -Uz bashcompinit && bashcompinit\n${bash}`,
    fish: `complete -c burin -n __fish_use_subcommand -a '${commands}'
${options.map((name) => `complete -c burin -l ${name}`).join('\n')}`,
  }
  const script = scripts[shell]
  if (script === undefined) throw new Misused('burin completion takes bash, zsh or fish.')
  return say(terminal, script)
}
