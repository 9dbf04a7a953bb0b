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

/** What may be an import. Comments and strings hold such text too, so the compiler has the last word. */
const CANDIDATE =
  /(?:^[ \t]*(import|export)\b[^'"`;]*?\bfrom|\bimport|\brequire|\b(new\s+URL))\s*(\()?\s*(?:\/\/[^\n]*\s*)?(['"])([^'"\n]+)\4/gm
const TYPES = /^\s*(?:import|export)\s+type\b(?!\s*,)/
const COMMENT = /(?:^|\n)\s*(?:\/\/|\*)[^\n]*$/

const COMPILERS = {
  ts: new Bun.Transpiler({ loader: 'ts' }),
  tsx: new Bun.Transpiler({ loader: 'tsx' }),
}

/** The imports of a source in the order of their lines: text that looks like one, and is one to Bun's compiler. */
export function scanImports(file: string, language: keyof typeof COMPILERS = 'ts'): Found[] {
  const source = file.replace(/^#!.*/, '')
  const compiler = COMPILERS[language]
  const importedBy = (text: string) => new Set(compiler.scanImports(text).map(({ path }) => path))
  const values = importedBy(source)
  const all = importedBy(withTypesAsValues(source))
  const code = source.includes('new URL') ? compiler.transformSync(source) : ''
  const found: Found[] = []
  for (const { 0: text, 2: url, 3: call, 5: specifier = '', index } of source.matchAll(CANDIDATE)) {
    const before = source.slice(0, index)
    if (COMMENT.test(before)) continue
    const line = before.split('\n').length
    if (url && code.includes(`new URL(${JSON.stringify(specifier)}, import.meta`)) {
      const path = specifier.startsWith('.') ? specifier : `./${specifier}`
      found.push({ specifier: path, line, typesOnly: false, dynamic: false })
    } else if (!url && all.has(specifier)) {
      const typesOnly = !values.has(specifier) || TYPES.test(text)
      found.push({ specifier, line, typesOnly, dynamic: call !== undefined })
    }
  }
  return found
}

/** The compiler passes over the imports of types, so they are shown to it as those of values. */
function withTypesAsValues(source: string): string {
  return source
    .replace(/\bimport\s+type\b(?!\s*,)|\bexport\s+type\b(?=\s*[{*])/g, (text) => text.slice(0, 6))
    .replace(/\b(?:import|export)\s*\{[^{}]*\}(?=\s*from\b)/g, (clause) =>
      clause.replace(/\btype\s+(?=\w)/g, ''),
    )
}
