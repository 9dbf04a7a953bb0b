import type * as Vega from 'vega'
import type { TopLevelSpec } from 'vega-lite'
import { FAMILY } from '../fonts'
import { widthOf } from './house'

/** What is read of Vega's scenegraph; the package's own types leave the items open. */
export interface VegaMark {
  marktype: string
  name?: string
  role?: string
  items: VegaItem[]
}

export interface VegaItem {
  x?: number
  y?: number
  x2?: number
  y2?: number
  width?: number
  height?: number
  fill?: string | null
  stroke?: string | null
  strokeWidth?: number
  strokeDash?: number[]
  opacity?: number
  fillOpacity?: number
  orient?: string
  size?: number
  shape?: string
  text?: string | string[]
  align?: string
  baseline?: string
  angle?: number
  dx?: number
  dy?: number
  font?: string
  fontSize?: number
  fontWeight?: number | string
  fontStyle?: string
  lineHeight?: number
  datum?: Record<string, unknown>
  items?: VegaMark[]
}

/** Without width, and in no name. */
const MARK = '\u2060'

/**
 * A word as Vega can quote it in an expression. Its parser takes the quoted name of a property that every object has
 * (`constructor`, `toString`) for a variable.
 */
export const quotable = (word: string) => (word in Object.prototype ? `${MARK}${word}` : word)

/** The word again. */
export const unquoted = (word: string) => (word.startsWith(MARK) ? word.slice(1) : word)

interface Engine {
  vega: typeof Vega
  compile: typeof import('vega-lite')['compile']
  interpreter: typeof import('vega-interpreter')['expressionInterpreter']
}

let loading: Promise<Engine> | undefined

/** Loads Vega once per thread, on the first chart: it takes a fifth of a second. */
function engine(): Promise<Engine> {
  loading ??= (async () => {
    const [vega, { compile }, { expressionInterpreter }] = await Promise.all([
      import('vega'),
      import('vega-lite'),
      import('vega-interpreter'),
    ])
    // Without a canvas Vega guesses 0.8 em a letter.
    const metrics = vega as unknown as {
      textMetrics: { width: (item: VegaItem, text: string) => number }
    }
    metrics.textMetrics.width = (item, text) =>
      widthOf(String(text), item.fontSize ?? 11, Number(item.fontWeight ?? 400) || 400)
    return { vega, compile, interpreter: expressionInterpreter }
  })()
  return loading
}

/** The scenegraph of a Vega-Lite chart. Expressions are interpreted, never compiled; nothing is ever loaded. */
export async function scenegraphOf(
  spec: TopLevelSpec,
): Promise<{ root: VegaMark; origin: [number, number] }> {
  const { vega, compile, interpreter } = await engine()
  const quiet = vega.logger(vega.Error)
  const compiled = compile(spec, { logger: quiet, config: { font: FAMILY } }).spec
  const runtime = vega.parse(compiled, undefined, { ast: true })
  const view = new vega.View(runtime, {
    renderer: 'none',
    expr: interpreter,
    logger: quiet,
    loader: refusingLoader(),
  } as Vega.ViewOptions)
  try {
    await view.runAsync()
    const { root } = view.scenegraph() as unknown as { root: VegaMark }
    return { root, origin: view.origin() as [number, number] }
  } finally {
    view.finalize()
  }
}

function refusingLoader() {
  const refuse = () => Promise.reject(new Error('charts load nothing'))
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse }
}
