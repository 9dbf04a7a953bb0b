import { createFigureTools } from '../../src/figure/tools'
import { type Answer, answering } from '../providers/fake-provider'

const tools = createFigureTools('0')

/** A figure of plain boxes, as another program would draw it, of exactly this size. */
export async function picture(
  labels: readonly string[],
  size: { width: number; height: number } = { width: 1280, height: 720 },
  extra = '',
): Promise<Uint8Array> {
  const { width, height } = size
  const across = width / labels.length
  const box = { width: 0.7 * across, height: Math.min(0.3 * height, 160) }
  const y = (height - box.height) / 2
  const boxes = labels.map((label, index) => {
    const x = index * across + 0.15 * across
    const arrow =
      index === 0
        ? ''
        : `<path d="M ${x - 0.3 * across + 4} ${height / 2} L ${x - 12} ${height / 2}" stroke="#222222" stroke-width="3" fill="none"/>` +
          `<path d="M ${x - 2} ${height / 2} L ${x - 16} ${height / 2 - 8} L ${x - 16} ${height / 2 + 8} Z" fill="#222222"/>`
    const words = `<text x="${x + box.width / 2}" y="${height / 2 + 9}" text-anchor="middle" font-family="Inter" font-size="26" fill="#111111">${label}</text>`
    return `${arrow}<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="10" fill="#dbe9f6" stroke="#1d4e89" stroke-width="3"/>${words}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#ffffff"/>${boxes.join('')}${extra}</svg>`
  return tools.png(svg, size)
}

/** A pictogram of a person, its head around a place. */
export const person = (x: number, y: number, scale = 1) =>
  `<g fill="#c0392b"><circle cx="${x}" cy="${y}" r="${18 * scale}"/><path d="M ${x - 30 * scale} ${y + 80 * scale} C ${x - 30 * scale} ${y + 20 * scale} ${x + 30 * scale} ${y + 20 * scale} ${x + 30 * scale} ${y + 80 * scale} Z"/></g>`

/** The answer of an images API. */
export const painting = (png: Uint8Array): Answer =>
  answering(200, { created: 1, data: [{ b64_json: Buffer.from(png).toString('base64') }] })

/** The place of a label in an SVG's text. */
export const wordsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inner = '']) =>
    inner.replace(/<[^>]+>/g, '').trim(),
  )
