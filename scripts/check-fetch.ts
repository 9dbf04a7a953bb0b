/**
 * Holds the rule that src/net is the only way out: names every place in src/, plugins/ and wasm/ that could open an
 * outgoing connection by itself. Prints `file:line: what` and exits 1 when there is one.
 *
 * @example
 * bun scripts/check-fetch.ts            # this repository
 * bun scripts/check-fetch.ts ./elsewhere
 */
import { resolve } from 'node:path'

export interface Finding {
  /** Relative to the root, with forward slashes. */
  file: string
  /** Counted from 1. */
  line: number
  what: string
}

/** Path prefixes that may open connections, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/net/': 'the guarded way out itself',
  'src/web/': 'runs in the browser, where the browser guards',
}

/** Looked for in code, with comments and the text of strings blanked. */
const IN_CODE: readonly RegExp[] = [
  /(?<![.\w$#])fetch\s*(?:\?\.\s*)?\(/g,
  /\b(?:globalThis|window|self|Bun)\s*\??\.\s*fetch\b/g,
  // The global handed on under another name.
  /[=(,:?|]\s*fetch\s*(?=[,;)\]}\n])/g,
  /\bhttps?\s*\.\s*(?:request|get)\s*\(/g,
  /\b(?:net|tls)\s*\.\s*(?:connect|createConnection)\s*\(/g,
  /\bBun\s*\.\s*(?:connect|udpSocket)\b/g,
  /(?<![\w$])(?:WebSocket|EventSource|XMLHttpRequest|WebSocketStream)\s*\(/g,
  /\bsendBeacon\s*\(/g,
  // A test's stand-in for the address rules must not appear in the program.
  /\bisAllowedAddress\b/g,
]

/** Looked for with strings kept, since the name of a module is one. */
const AS_MODULE =
  /(?:\bfrom|\bimport|\brequire|\bgetBuiltinModule)\s*\(?\s*(['"`])(?:node:)?(?:https?|http2|net|tls|dgram|undici|axios|got|ky|node-fetch|ws)(?:\/[^'"`]*)?\1/g

const SOURCES = '{src,plugins,wasm}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'

/** Every forbidden use below `root`, by file and line. */
export async function findOutgoing(root: string): Promise<Finding[]> {
  const findings: Finding[] = []
  const files = await Array.fromAsync(new Bun.Glob(SOURCES).scan({ cwd: root }))
  for (const found of files.sort()) {
    const file = found.replaceAll('\\', '/')
    if (file.includes('node_modules/') || isAllowed(file)) continue
    findings.push(...inspect(file, await Bun.file(resolve(root, found)).text()))
  }
  return findings
}

function isAllowed(file: string): boolean {
  return Object.keys(ALLOWED).some((prefix) => file.startsWith(prefix))
}

function inspect(file: string, source: string): Finding[] {
  const code = blank(source, true)
  const hits = [
    ...IN_CODE.flatMap((pattern) => [...code.matchAll(pattern)]),
    ...blank(source, false).matchAll(AS_MODULE),
  ]
  const byPlace = new Map<string, Finding>()
  for (const hit of hits) {
    // The match may begin with the line break before the word that matters.
    const at = hit.index + hit[0].length - hit[0].replace(/^[=(,:?|]?\s*/, '').length
    const line = source.slice(0, at).split('\n').length
    const what = hit[0].replace(/^[=(,:?|]?\s*/, '').trim()
    if (!byPlace.has(`${line}`)) byPlace.set(`${line}`, { file, line, what })
  }
  return [...byPlace.values()].sort((a, b) => a.line - b.line)
}

/**
 * The source at its length and with its line breaks, comments (and, if asked, the text of strings, templates and
 * regular expressions) turned to spaces. `${...}` in a template is code and stays.
 */
function blank(source: string, strings: boolean): string {
  const spaces = (text: string) => text.replace(/[^\n]/g, ' ')
  const braces: number[] = []
  let out = ''
  let at = 0
  const take = (length: number, hide: boolean) => {
    const text = source.slice(at, at + length)
    out += hide ? spaces(text) : text
    at += length
  }
  const takeTemplate = () => {
    const text = matchAt(/(?:\\[\s\S]|\$(?!\{)|[^`$\\])*(?:`|\$\{|$)/y, source, at) ?? ''
    if (text.endsWith('${')) braces.push(0)
    take(text.length, strings)
  }
  while (at < source.length) {
    const comment = matchAt(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y, source, at)
    const literal = matchAt(/'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/y, source, at)
    const pattern =
      source[at] === '/' && startsRegex(out) ? matchAt(REGEX_LITERAL, source, at) : undefined
    const open = braces.at(-1)
    if (comment !== undefined) take(comment.length, true)
    else if (literal !== undefined) take(literal.length, strings)
    else if (pattern !== undefined) take(pattern.length, strings)
    else if (source[at] === '`') {
      take(1, strings)
      takeTemplate()
    } else if (source[at] === '}' && open === 0) {
      braces.pop()
      take(1, strings)
      takeTemplate()
    } else {
      if (open !== undefined && source[at] === '{') braces[braces.length - 1] = open + 1
      if (open !== undefined && source[at] === '}') braces[braces.length - 1] = open - 1
      take(1, false)
    }
  }
  return out
}

const REGEX_LITERAL = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y

/** Whether a slash here would start a regular expression rather than divide. */
function startsRegex(before: string): boolean {
  const tail = before.slice(-64).trimEnd()
  return tail === '' || /(?:[=(,:[!&|?{};+\-*%>~^]|\b(?:return|typeof|case|in|of))$/.test(tail)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? resolve(import.meta.dir, '..'))
  const findings = await findOutgoing(root)
  for (const { file, line, what } of findings) console.error(`${file}:${line}: ${what}`)
  if (findings.length > 0) {
    console.error('Outgoing connections go through src/net, which checks where they lead.')
    process.exit(1)
  }
}
