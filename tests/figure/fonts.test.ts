import { describe, expect, test } from 'bun:test'
import {
  eastAsianOf,
  FAMILIES,
  face,
  familyOf,
  fontsFor,
  guessedAdvance,
  longestPiece,
  measureText,
  missingGlyphs,
  runsOf,
  SAFETY,
  weightOf,
  wrapEvenly,
  wrapText,
} from '../../src/figure/fonts'
import { typeset, unmarked } from '../../src/figure/formula'
import { toPng } from '../../src/figure/render/raster'
import { graph } from './samples/diagrams'

const style = { weight: 400, size: 16 }

test('widths grow with size and weight', () => {
  const regular = measureText('Dense query embedding', style)
  expect(measureText('Dense query embedding', { ...style, size: 32 })).toBeCloseTo(2 * regular)
  expect(measureText('Dense query embedding', { ...style, weight: 700 })).toBeGreaterThan(regular)
  expect(measureText('', style)).toBe(0)
})

test('a known width: Inter Regular sets 1000 zeros as its table says', () => {
  // Inter's zero is 1264 of 2048 units wide in version 4.
  expect(measureText('0'.repeat(1000), style) / 16_000).toBeCloseTo(0.62, 1)
})

test('Greek, arrows, signs, emoji and ten scripts are there; others are reported once each', () => {
  expect(missingGlyphs('αβγ → ≤ × é ß ∈ ∇ ℝ ⟨⟩')).toEqual([])
  expect(missingGlyphs('汉字 漢字かな 한글 ，。')).toEqual([])
  expect(missingGlyphs('نموذج مُدرَّب، پژوهش ۱۲ איסוף डेटा क्षत्रिय ข้อมูล 😀 👩‍🔬 🇩🇪 ✅')).toEqual([])
  expect(missingGlyphs('ଓ Ⴀ ଓ x')).toEqual(['ଓ', 'Ⴀ'])
  expect(guessedAdvance(0x6c49)).toBe(1)
  expect(guessedAdvance(0x0301)).toBe(0)
})

describe('faces', () => {
  test('every family has its own widths, and a face keeps its weight', () => {
    const widths = FAMILIES.map(({ name }) =>
      measureText('Dense query embedding', { weight: face(name, 600), size: 100 }),
    )
    expect(new Set(widths).size).toBe(widths.length)
    for (const { name } of FAMILIES) {
      expect(weightOf(face(name, 600))).toBe(600)
      expect(familyOf(face(name, 600)).name).toBe(name)
    }
    expect(() => face('Comic', 400)).toThrow('no family Comic')
  })

  test('a text is never measured narrower than Arial sets it, but for the margin that boxes have', () => {
    // Arial Bold: 'W' 944, 'i' 278 thousandths of an em.
    for (const { name, ownWidths } of FAMILIES) {
      if (ownWidths) continue
      const width = measureText('WWWWWiiiii', { weight: face(name, 600), size: 1000 })
      expect(width * SAFETY).toBeGreaterThanOrEqual(5 * 944 + 5 * 278 - 1)
    }
  })

  test.each([
    // Thousandths of an em, as Adobe's font metrics list Helvetica, Times and Courier.
    ['Arimo', 400, { W: 944, i: 222, g: 556 }],
    ['Arimo', 700, { W: 944, i: 278, g: 611 }],
    ['Tinos', 400, { W: 944, i: 278, g: 500, a: 444 }],
    ['Tinos', 700, { W: 1000, i: 278, a: 500 }],
    ['Cousine', 400, { W: 600, i: 600 }],
  ] as const)('%s %d is as wide as its twin, letter by letter', (name, weight, widths) => {
    for (const [letter, wide] of Object.entries(widths)) {
      const own = measureText(letter, { weight: face(name, weight), size: 1000 })
      expect(Math.abs(own - wide)).toBeLessThan(1)
    }
  })

  test('bold and italic files of a family are drawn as such, in no face of the machine', async () => {
    const drawn = (more: string) =>
      toPng(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 200 40"><text x="4" y="28" font-size="20" font-family="Tinos, serif" ${more}>Hamburgefons</text></svg>`,
      )
    const ways = [
      '',
      'font-weight="700"',
      'font-style="italic"',
      'font-weight="700" font-style="italic"',
    ]
    const pictures = await Promise.all(ways.map(drawn))
    expect(new Set(pictures.map((png) => Bun.hash(png))).size).toBe(4)
  })

  test('letters that a family lacks are runs of the next one that has them', () => {
    const runs = runsOf('loss ∈ ℝ → 损失 end', face('Nunito', 600), 'chinese')
    expect(runs.map(({ text, family }) => [text, family?.name])).toEqual([
      ['loss ', 'Nunito'],
      ['∈ ℝ ', 'Noto Sans Math'],
      ['→ ', 'Inter'],
      ['损失 ', 'Noto Sans SC'],
      ['end', 'Nunito'],
    ])
    expect(eastAsianOf('検索する')).toBe('japanese')
    expect(eastAsianOf('검색 결과')).toBe('korean')
    expect(eastAsianOf('检索')).toBe('chinese')
  })

  test('an SVG brings the files of the families it names and of its letters, no others', () => {
    const count = (family: string, text: string) =>
      fontsFor(`<svg><text font-family="${family}">${text}</text></svg>`).length
    const inter = count('Inter, Arial, sans-serif', 'a')
    expect(count('Arial', 'a')).toBe(inter)
    expect(count('Nunito, Inter, Arial', 'a')).toBe(inter + 2)
    expect(count('Inter', '汉')).toBe(inter + 1)
    expect(count('Inter', '한 かな')).toBe(inter + 2)
    expect(count('Tinos, Times New Roman, serif', 'a')).toBe(inter + 4)
    expect(count('Times New Roman, serif', 'a')).toBe(inter)
  })
})

describe('wrapping', () => {
  const squeeze = (text: string) => text.replace(/\s+/g, '')

  test.each([
    'Cross-encoder re-ranker scores each candidate passage',
    '本文提出了一种检索增强生成方法，用于开放域问答。',
    'averyveryverylongidentifier_that/breaks.atPunctuation',
    '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
    '  spaces   around  ',
  ])('no letter of %p is lost and no line is too wide', (text) => {
    for (const width of [70, 100, 240]) {
      for (const wrap of [wrapText, wrapEvenly]) {
        const wrapped = wrap(text, width, style)
        expect(squeeze(wrapped.lines.map((line) => line.text).join(''))).toBe(squeeze(text))
        expect(wrapped.width).toBeLessThanOrEqual(width)
      }
    }
  })

  test('even lines need no more lines', () => {
    const text = 'rejects unsupported claims of the draft answer'
    const [greedy, even] = [wrapText(text, 180, style), wrapEvenly(text, 180, style)]
    expect(even.lines.length).toBe(greedy.lines.length)
    expect(even.width).toBeLessThanOrEqual(greedy.width)
  })

  test('what a sign relates and what it measures stay on one line where that is wide enough', () => {
    const lines = (text: string, width: number) =>
      wrapText(text, width, style).lines.map((line) => line.text)
    expect(lines('Records screened, n = 97', 130)).toEqual(['Records', 'screened, n = 97'])
    for (const width of [80, 90, 100, 110])
      for (const line of lines('More than 20 % of 12 are lost at p < 0.05', width)) {
        expect(line).not.toMatch(/[=<]$|^[=<%]/)
      }
    for (const width of [80, 90, 100, 110])
      for (const line of lines('Incubated at 37 °C in 5 mM salt for 10 min, then 2-4 h', width))
        expect(line).not.toMatch(/\d$|^(?:°C|mM|min|h\b)/)
  })

  test.each([
    ['no (n = 37)', ['no', '(n = 37)']],
    ['N = 2 914 302', ['N =', '2 914 302']],
    ['rate of waning ω', ['rate of', 'waning ω']],
    ['XANES / EXAFS', ['XANES /', 'EXAFS']],
  ])('even lines keep together what belongs together: %s', (text, lines) => {
    const short = longestPiece(text, 95, style)
    expect(wrapEvenly(text, Math.max(short, 75), style).lines.map((line) => line.text)).toEqual(
      lines,
    )
  })

  test('a formula too long for a line is cut before a sign', async () => {
    const { nodes } = await typeset(graph([['a', '$a_i = b_i c_i + d_i e_i + f_i g_i$']], []))
    const { lines } = wrapText(nodes[0]?.label ?? '', 90, style)
    expect(lines.length).toBeGreaterThan(1)
    for (const { text } of lines.slice(1)) expect(unmarked(text)).toMatch(/^[=+]/)
  })

  test('words are cut only where a word alone is too wide', () => {
    expect(wrapText('one two three', 60, style).broken).toBe(0)
    expect(wrapText('incomprehensibilities', 60, style).broken).toBe(1)
  })
})
