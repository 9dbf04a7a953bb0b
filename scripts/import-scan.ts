/** Finds the import specifiers of a TypeScript source, with their lines and whether they vanish when compiled. */

export interface Found {
  specifier: string
  /** 1-based. */
  line: number
  /** `import type`, `export type`, or every name in the braces marked `type`. */
  typesOnly: boolean
  /** `import()`: loaded when that line runs. */
  dynamic: boolean
}

interface Masked {
  /** The source with comments, regular expressions and string contents gone; the n-th string is `"n"`. */
  code: string
  strings: string[]
}

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await))\s*$/
const CLAUSE = String.raw`(?:(?!\b(?:import|export)\b)[\w$*,{}\s])`
const FROM = new RegExp(String.raw`\b(?:import|export)\b(${CLAUSE}*?)\bfrom\s*"(\d+)"`, 'g')
const BARE = /\bimport\s*"(\d+)"/g
const CALL = /\b(?:import|require)\s*\(\s*"(\d+)"/g
const URL_CALL = /\bnew\s+URL\s*\(\s*"(\d+)"\s*,\s*import\.meta\b/g

export function scanImports(source: string): Found[] {
  const { code, strings } = mask(source)
  const found: Found[] = []
  const add = (at: number, index: string | undefined, how: Partial<Found> & { url?: true }) => {
    const { typesOnly = false, dynamic = false, url } = how
    const specifier = strings[Number(index)] ?? ''
    const shown = url && !specifier.startsWith('.') ? `./${specifier}` : specifier
    const line = code.slice(0, at).split('\n').length
    found.push({ specifier: shown, line, typesOnly, dynamic })
  }
  for (const match of code.matchAll(FROM))
    add(match.index, match[2], { typesOnly: isTypesOnly(match[1] ?? '') })
  for (const match of code.matchAll(BARE)) add(match.index, match[1], {})
  for (const match of code.matchAll(CALL)) add(match.index, match[1], { dynamic: true })
  for (const match of code.matchAll(URL_CALL)) add(match.index, match[1], { url: true })
  return found.sort((a, b) => a.line - b.line)
}

function isTypesOnly(clause: string): boolean {
  if (/^\s*type\s+(?!,)[\w${*]/.test(clause)) return true
  const braces = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1]
  if (braces === undefined) return false
  const names = braces.split(',').filter((name) => name.trim() !== '')
  return names.length > 0 && names.every((name) => /^\s*type\s+\w/.test(name))
}

/**
 * A specifier inside a comment or a string is no import, so both are taken out first. Newlines stay, for the lines
 * reported. Code inside `${...}` of a template is scanned like any other.
 */
function mask(source: string): Masked {
  const strings: string[] = []
  const templateDepths: number[] = []
  let code = ''
  let depth = 0
  let at = 0
  const newlines = (text: string) => text.replace(/[^\n]/g, '')
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const text = pattern.exec(source)?.[0] ?? source.charAt(at)
    at += text.length
    return text
  }
  const takeString = (pattern: RegExp) => {
    const text = take(pattern)
    code += `"${strings.push(text.slice(1, -1)) - 1}"${newlines(text)}`
  }
  const takeTemplate = () => {
    const text = take(/[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)?/y)
    const whole = text.startsWith('`') && text.endsWith('`')
    if (whole) code += `"${strings.push(text.slice(1, -1)) - 1}"`
    code += newlines(text)
    if (text.endsWith('${')) templateDepths.push(depth)
  }
  while (at < source.length) {
    const char = source.charAt(at)
    const next = source.charAt(at + 1)
    if (char === '/' && next === '/') take(/\/\/[^\n]*/y)
    else if (char === '/' && next === '*') code += newlines(take(/\/\*[\s\S]*?(?:\*\/|$)/y))
    else if (char === "'") takeString(/'(?:[^'\\\n]|\\[\s\S])*'?/y)
    else if (char === '"') takeString(/"(?:[^"\\\n]|\\[\s\S])*"?/y)
    else if (char === '`') takeTemplate()
    else if (char === '}' && templateDepths.at(-1) === depth) {
      templateDepths.pop()
      takeTemplate()
    } else if (char === '/' && REGEX_MAY_FOLLOW.test(code.slice(-40))) {
      take(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y)
      code += '0'
    } else {
      if (char === '{') depth++
      if (char === '}') depth--
      code += char
      at++
    }
  }
  return { code, strings }
}
