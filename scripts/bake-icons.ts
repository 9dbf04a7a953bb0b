/**
 * Writes `src/figure/icons/outlines.json`: the outlines of the icons that `keywords.ts` names, each as one path of absolute
 * commands (M, L, C, A, Z) in a square of 24, from `@iconify-json/lucide`. Run it after a change of that table.
 */
import { join } from 'node:path'
import { icons } from '@iconify-json/lucide'
import { SaxesParser } from 'saxes'
import SvgPath from 'svgpath'
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

/** Path data with absolute M, L, C, A and Z alone. */
function absolute(d: string): string {
  let out = ''
  new SvgPath(d)
    .abs()
    .unshort()
    .iterate((segment, _, x, y) => {
      const [letter, ...values] = segment as [string, ...number[]]
      const [a = 0, b = 0, toX = 0, toY = 0] = values
      const third = (from: number, control: number) => from + (2 / 3) * (control - from)
      const curve = [third(x, a), third(y, b), third(toX, a), third(toY, b), toX, toY]
      if (letter === 'H') out += `L${n(a)} ${n(y)}`
      else if (letter === 'V') out += `L${n(x)} ${n(a)}`
      else if (letter === 'Q') out += `C${curve.map(n).join(' ')}`
      else out += `${letter}${values.map(n).join(' ')}`
    })
  return out
}

function n(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

if (import.meta.main) process.exit(await main())
