import { number } from '../xml'

const TOKEN = /([MLHVCQAZhvmlz])([^A-Za-z]*)/g

/** Path data of Vega's shapes, moved to the canvas: every length times `unit`, then by (x, y). */
export function movedPath(d: string, x: number, y: number, unit: number): string {
  return d.replace(TOKEN, (_, command: string, rest: string) => {
    const values = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)
    const write = (offsets: readonly number[]) =>
      command +
      values.map((each, i) => number(each * unit + (offsets[i % offsets.length] ?? 0))).join(' ')
    switch (command) {
      case 'H':
        return write([x])
      case 'V':
        return write([y])
      case 'A':
        return (
          command +
          values
            .map((each, i) => {
              const at = i % 7
              if (at === 2 || at === 3 || at === 4) return number(each)
              return number(each * unit + (at === 5 ? x : at === 6 ? y : 0))
            })
            .join(' ')
        )
      case 'h':
      case 'v':
      case 'm':
      case 'l':
        return write([0])
      default:
        return values.length === 0 ? command : write([x, y])
    }
  })
}

/** The end points of a path's commands: enough for its box. */
export function pointsOf(d: string): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  for (const [, command = '', rest = ''] of d.matchAll(TOKEN)) {
    const values = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number)
    const step = command === 'A' ? 7 : 2
    if (!'MLCQA'.includes(command)) continue
    for (let i = 0; i + step <= values.length; i += step)
      found.push({ x: values[i + step - 2] ?? 0, y: values[i + step - 1] ?? 0 })
  }
  return found
}
