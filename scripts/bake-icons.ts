/**
 * Writes `src/figure/icons/outlines.json`: the outlines of the icons that `keywords.ts` names, each as one path of absolute
 * commands (M, L, C, A, Z) in a square of 24, from `@iconify-json/lucide`. Run it after a change of that table.
 */
import { join } from 'node:path'
import { icons } from '@iconify-json/lucide'
import { SaxesParser } from 'saxes'
import { ICON_ROWS } from '../src/figure/icons/keywords'

const OUTPUT = join(import.meta.dir, '..', 'src', 'figure', 'icons', 'outlines.json')

async function main(): Promise<number> {
  const names = [...new Set(ICON_ROWS.map(({ icon }) => icon))].sort()
  const outlines: Record<string, string> = {}
  const unknown: string[] = []
  for (const name of names) {
    const alias = icons.aliases?.[name]?.parent
    const body = (icons.icons[name] ?? icons.icons[alias ?? ''])?.body
    if (body === undefined) unknown.push(name)
    else outlines[name] = pathOf(body)
  }
  if (unknown.length > 0) {
    console.error(`not in the set: ${unknown.join(', ')}`)
    return 1
  }
  await Bun.write(OUTPUT, `${JSON.stringify(outlines, null, 2)}\n`)
  console.log(`${names.length} icons`)
  return 0
}

function pathOf(body: string): string {
  const parser = new SaxesParser()
  const parts: string[] = []
  parser.on('opentag', ({ name, attributes }) => {
    const at = (key: string) => Number(attributes[key] ?? 0)
    if (name === 'path') parts.push(absolute(String(attributes.d)))
    if (name === 'circle') parts.push(ellipse(at('cx'), at('cy'), at('r'), at('r')))
    if (name === 'ellipse') parts.push(ellipse(at('cx'), at('cy'), at('rx'), at('ry')))
    if (name === 'rect') {
      const r = Number(attributes.rx ?? attributes.ry ?? 0)
      parts.push(rect(at('x'), at('y'), at('width'), at('height'), r))
    }
    if (!['path', 'circle', 'ellipse', 'rect', 'g', 'svg'].includes(name))
      throw new Error(`<${name}> is not handled`)
  })
  parser.write(`<svg>${body}</svg>`).close()
  return parts.join('')
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const half = `A${n(rx)} ${n(ry)} 0 1 0`
  return `M${n(cx - rx)} ${n(cy)}${half} ${n(cx + rx)} ${n(cy)}${half} ${n(cx - rx)} ${n(cy)}Z`
}

function rect(x: number, y: number, width: number, height: number, r: number): string {
  const [right, bottom] = [x + width, y + height]
  const corner = (toX: number, toY: number) =>
    r > 0 ? `A${n(r)} ${n(r)} 0 0 1 ${n(toX)} ${n(toY)}` : ''
  return (
    `M${n(x + r)} ${n(y)}L${n(right - r)} ${n(y)}${corner(right, y + r)}L${n(right)} ${n(bottom - r)}` +
    `${corner(right - r, bottom)}L${n(x + r)} ${n(bottom)}${corner(x, bottom - r)}L${n(x)} ${n(y + r)}${corner(x + r, y)}Z`
  )
}

const LENGTHS: Record<string, number> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
}

/** Path data with absolute M, L, C, A and Z alone. */
function absolute(d: string): string {
  let out = ''
  let [x, y, startX, startY, controlX, controlY] = [0, 0, 0, 0, 0, 0]
  for (const [letter, values] of commands(d)) {
    const upper = letter.toUpperCase()
    const relative = letter !== upper
    const v = values.map((value, index) => {
      if (!relative) return value
      if (upper === 'A') return index === 5 ? value + x : index === 6 ? value + y : value
      if (upper === 'V') return value + y
      return index % 2 === 0 ? value + x : value + y
    })
    const last = v.length
    const end = upper === 'H' ? [v[0], y] : upper === 'V' ? [x, v[0]] : [v[last - 2], v[last - 1]]
    const [toX = x, toY = y] = end
    if (upper === 'Z') {
      out += 'Z'
      ;[x, y] = [startX, startY]
      continue
    }
    if (upper === 'M') {
      out += `M${n(toX)} ${n(toY)}`
      ;[startX, startY] = [toX, toY]
    } else if (upper === 'A') out += `A${v.map(n).join(' ')}`
    else if (upper === 'C' || upper === 'S') {
      const first = upper === 'C' ? v.slice(0, 2) : [2 * x - controlX, 2 * y - controlY]
      const rest = upper === 'C' ? v.slice(2) : v
      out += `C${[...first, ...rest].map(n).join(' ')}`
      ;[controlX, controlY] = [rest[0] ?? x, rest[1] ?? y]
    } else if (upper === 'Q' || upper === 'T') {
      ;[controlX, controlY] =
        upper === 'Q' ? [v[0] ?? x, v[1] ?? y] : [2 * x - controlX, 2 * y - controlY]
      const third = (from: number, control: number) => from + (2 / 3) * (control - from)
      const first = [third(x, controlX), third(y, controlY)]
      out += `C${[...first, third(toX, controlX), third(toY, controlY), toX, toY].map(n).join(' ')}`
    } else out += `L${n(toX)} ${n(toY)}`
    ;[x, y] = [toX, toY]
    if (!'CSQT'.includes(upper)) [controlX, controlY] = [x, y]
  }
  return out
}

function* commands(d: string): Generator<[string, number[]]> {
  const tokens = /([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)/y
  let letter = ''
  let values: number[] = []
  let at = 0
  while (at < d.length) {
    if (/[\s,]/.test(d[at] ?? '')) {
      at++
      continue
    }
    // Arc flags may stand without a space between them.
    const flag = letter.toUpperCase() === 'A' && (values.length === 3 || values.length === 4)
    if (flag && /[01]/.test(d[at] ?? '')) {
      values.push(Number(d[at++]))
    } else {
      tokens.lastIndex = at
      const found = tokens.exec(d)
      if (!found) throw new Error(`no path data: ${d.slice(at)}`)
      at = tokens.lastIndex
      if (found[1]) {
        letter = found[1]
        values = []
        if (letter.toUpperCase() === 'Z') yield [letter, []]
        continue
      }
      values.push(Number(found[2]))
    }
    if (values.length === LENGTHS[letter.toUpperCase()]) {
      yield [letter, values]
      values = []
      if (letter === 'M') letter = 'L'
      if (letter === 'm') letter = 'l'
    }
  }
}

function n(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

if (import.meta.main) process.exit(await main())
