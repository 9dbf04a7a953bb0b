import { describe, expect, test } from 'bun:test'
import { fontsFor, measureText, wrapText } from '../../src/figure/fonts'
import { levelsOf, visualOrder } from '../../src/figure/fonts/bidi'
import { toPdf } from '../../src/figure/render/pdf'
import { toPng } from '../../src/figure/render/raster'
import { createFigureTools } from '../../src/figure/tools'
import { logOf } from '../support/remarks'
import { graph } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const style = { weight: 400, size: 16 }

const compose = (label: string) =>
  tools.compose(graph([['a', label]], []), { style: 'academic', ratio: '16:9', title: 'T' })

/** On one line, for which a node may have no room. */
const title = async (text: string) =>
  tools.svg(
    await tools.draw(
      { ...graph([['a', 'A']], []), title: text },
      { style: 'academic', ratio: '16:9', title: 'T' },
    ),
  )

/** The runs of each line, from left to right. */
function fromLeft(svg: string): string[][] {
  return svg.split(/<tspan x="[\d.]+" y=/).flatMap((line) => {
    const runs = [...line.matchAll(/<tspan x="([\d.]+)"(?! y=)[^>]*>([^<]*)</g)]
      .sort(([, a], [, b]) => Number(a) - Number(b))
      .map(([, , text = '']) => text.replaceAll('\u200f', '').trim())
    return runs.length > 0 ? [runs] : []
  })
}

describe('right to left', () => {
  test('the words of a line stand in the order in which they are read', async () => {
    const line = 'نموذج BERT على 500 عينة'
    const { svg, report } = await compose(line)
    expect(fromLeft(await title(line))).toEqual([['عينة', '500', 'على', 'BERT', 'نموذج']])
    expect(report).toMatchObject({ figures: { textOverflow: 0, missingGlyphs: 0 } })
    expect(svg).toContain(`data-label="${line}"`)
  })

  test('in a line that begins in Latin letters only the Arabic words turn', async () => {
    expect(fromLeft(await title('BERT ثم نموذج end'))).toEqual([['BERT', 'ثم نموذج', 'end']])
  })

  test.each([
    ['abc', [0, 0, 0]],
    ['אב', [1, 1]],
    ['א 12', [1, 1, 2, 2]],
    ['a אב b', [0, 0, 1, 1, 0, 0]],
    ['א (b)', [1, 1, 1, 2, 1]],
    ['א 1.5%', [1, 1, 2, 2, 2, 2]],
  ])('levels of %p', (text, levels) => {
    expect(levelsOf(text)).toEqual(levels)
  })

  test('stretches are reversed level by level', () => {
    expect(visualOrder([1, 2, 1])).toEqual([2, 1, 0])
    expect(visualOrder([0, 1, 0])).toEqual([0, 1, 2])
    expect(visualOrder([0, 1, 2, 1, 0])).toEqual([0, 3, 2, 1, 4])
  })

  test('letters join: a word is measured as it is set, narrower than its letters alone', () => {
    const alone = [...'المشاركة'].reduce((sum, letter) => sum + measureText(letter, style), 0)
    expect(measureText('المشاركة', style)).toBeLessThan(0.9 * alone)
  })
})

describe('other scripts', () => {
  test('are drawn, in PNG and PDF', async () => {
    for (const label of ['جمع البيانات', 'איסוף', 'डेटा', 'ข้อมูล', '🚀']) {
      const { svg, report, remarks } = await compose(label)
      expect(report).toMatchObject({ figures: { textOverflow: 0, missingGlyphs: 0 } })
      expect(logOf({ remarks }).join()).not.toContain('not in the embedded fonts')
      const other = svg.replace(/>[^<>]+(<\/tspan>)?<\/text>/, '>x$1</text>')
      expect(other).not.toBe(svg)
      expect(await toPng(svg, 200)).not.toEqual(await toPng(other, 200))
      expect((await toPdf(svg)).length).toBeGreaterThan(1000)
    }
  })

  test('a face is loaded only for a figure that has its letters', () => {
    const count = (text: string) => fontsFor(`<svg><text>${text}</text></svg>`).length
    for (const text of ['ع', 'א', 'ड', 'ก', '🚀']) expect(count(text)).toBe(count('a') + 1)
  })

  test('joined emoji are one sign wide', () => {
    const one = measureText('🚀', style)
    for (const sign of ['👩‍🔬', '👍🏽', '🇩🇪']) expect(measureText(sign, style)).toBeCloseTo(one)
  })

  test('Thai breaks between words', () => {
    const { lines, broken } = wrapText('การเก็บข้อมูลและการฝึกอบรม', 90, style)
    expect(broken).toBe(0)
    const words = new Set([
      'การ',
      'เก็บ',
      'ข้อมูล',
      'และ',
      'ฝึก',
      'อบรม',
      'ฝึกอบรม',
      'การฝึกอบรม',
      'เก็บข้อมูล',
    ])
    expect(lines.length).toBeGreaterThan(1)
    expect([...words].some((word) => lines[0]?.text.endsWith(word))).toBe(true)
  })

  test('a vowel sign beside its letter does not run into the next one', async () => {
    const { svg } = await compose('डेटा संग्रह')
    const starts = [...svg.matchAll(/<tspan x="([\d.]+)"(?! y=)/g)].map(([, x]) => Number(x))
    const size = Number(/font-size="([\d.]+)"/.exec(svg)?.[1])
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeCloseTo(
      measureText('डेटा', { weight: 500, size }),
      0,
    )
  })

  test('what no face has is named in the log, and its box holds it', async () => {
    const { remarks, report, svg } = await compose('ଓଡ଼ିଆ text')
    expect(logOf({ remarks }).join()).toContain('characters are not in the embedded fonts (ଓ')
    expect(svg).toContain('are not in the embedded fonts')
    expect(report).toMatchObject({ figures: { textOverflow: 0 } })
  })
})
