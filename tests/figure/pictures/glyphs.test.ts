import { describe, expect, test } from 'bun:test'
import { contrast } from '../../../src/figure/color'
import { within } from '../../../src/figure/geometry'
import { drawPicture, pictureSize } from '../../../src/figure/pictures'
import { TONES } from '../../../src/figure/pictures/stroke'
import { paintOf, themes } from '../../../src/figure/themes'
import { STYLES } from '../../../src/forms/look'
import { GLYPHS, type GlyphName } from '../../../src/forms/picture'
import { pathExtent } from './path-extent'

const NAMES = Object.keys(GLYPHS) as GlyphName[]
const BOX = { x: 37.5, y: 210, width: 160, height: 100 }
const EM = 14

/** Numbers between 0 and 1, the same in every run (Lehmer). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

const HOSTILE = [Number.NaN, 1e308, -1, '7', null, [], {}, 'maps', true, Infinity]

/** Parameters of every type, some of them out of all limits. */
function anyOf(name: GlyphName, next: () => number): Record<string, unknown> {
  const given = Object.entries(GLYPHS[name].with).map(([key, schema]) => {
    const {
      minimum = 0,
      maximum = 0,
      enum: values,
    } = schema as Record<string, never> & {
      enum?: readonly string[]
    }
    const dice = next()
    if (dice < 0.2) return [key, HOSTILE[Math.floor(next() * HOSTILE.length)]]
    if (values) return [key, values[Math.floor(next() * values.length)]]
    return [key, dice < 0.6 ? minimum + next() * (maximum - minimum) : next() < 0.5]
  })
  return { ...Object.fromEntries(given), unknown: next() }
}

describe.each(NAMES)('%s', (glyph) => {
  const next = chance(NAMES.indexOf(glyph) + 1)
  const variants = [undefined, ...Array.from({ length: 40 }, () => anyOf(glyph, next))]
  const pictures = variants.map((given) => (given ? { glyph, with: given } : { glyph }))

  test('stays within its box, whatever its parameters', () => {
    for (const picture of pictures) {
      const drawn = drawPicture(picture, BOX, EM)
      expect(drawn?.strokes.length).toBeGreaterThan(0)
      for (const { d, fill, stroke, weight } of drawn?.strokes ?? []) {
        expect(d).toMatch(/^[MLHVCAZ\d .-]+$/)
        // The line's own half width stays within too, in every theme.
        expect(within(pathExtent(d), BOX, -0.02)).toBe(true)
        expect(weight).toBeLessThanOrEqual(2)
        for (const tone of [fill, stroke]) if (tone) expect(TONES).toContain(tone)
      }
      for (const part of drawn?.parts ?? []) expect(within(part, BOX, 0)).toBe(true)
    }
  })

  test('fills a box of its own proportions', () => {
    for (const picture of pictures) {
      const size = pictureSize(picture)
      expect(size?.least).toBeGreaterThan(0)
      expect(size?.usual).toBeGreaterThan(size?.least ?? Infinity)
      const box = { x: 0, y: 0, width: 100 * (size?.aspect ?? Number.NaN), height: 100 }
      const extents = (drawPicture(picture, box, EM)?.strokes ?? []).map(({ d }) => pathExtent(d))
      const [left, top] = [extents.map(({ x }) => x), extents.map(({ y }) => y)]
      expect(Math.min(...top)).toBeLessThan(20)
      expect(Math.min(...left)).toBeLessThan(0.2 * box.width)
      expect(Math.max(...extents.map(({ x, width }) => x + width))).toBeGreaterThan(0.8 * box.width)
    }
  })

  test('is drawn the same way twice, and parts follow each other', () => {
    for (const picture of pictures) {
      const drawn = drawPicture(picture, BOX, EM)
      expect(drawPicture(structuredClone(picture), BOX, EM)).toEqual(drawn)
      for (const { width, height } of drawn?.parts ?? []) expect(width * height).toBeGreaterThan(0)
    }
  })

  test.each(STYLES)('can be seen in %s', (style) => {
    const theme = themes[style]
    const { background, paper, hues, neutral } = theme.palette
    const strokes = drawPicture({ glyph }, BOX, EM)?.strokes ?? []
    for (const hue of [neutral, ...hues]) {
      for (const { d, style: painted } of paintOf(strokes, hue, theme, EM)) {
        expect(d).not.toContain('NaN')
        if (painted.fill !== undefined) expect(painted.fill).toMatch(/^(#[0-9a-f]{6}|none)$/)
        if (painted.stroke === undefined) continue
        expect(painted.strokeWidth).toBeGreaterThan(0)
        if (painted.stroke !== paper)
          expect(contrast(painted.stroke, background)).toBeGreaterThanOrEqual(3)
      }
    }
  })
})

test('numbers in `with` are clamped to their limits and unknown ones are ignored', () => {
  const parts = (given: Record<string, unknown>) =>
    drawPicture({ glyph: 'vector', with: given }, BOX, EM)?.parts.length
  expect([3, 99, -4, 5.4].map((cells) => parts({ cells }))).toEqual([3, 12, 2, 5])
  expect([Number.NaN, '8', null].map((cells) => parts({ cells }))).toEqual([6, 6, 6])
  expect(parts({ cells: 3, href: 'https://example.org' })).toBe(3)
})

test.each(STYLES)('a mask is light on dark in %s', (style) => {
  const { strokes = [] } = drawPicture({ glyph: 'mask' }, BOX, EM) ?? {}
  const fills = paintOf(strokes, themes[style].palette.neutral, themes[style], EM)
    .map((each) => each.style.fill ?? 'none')
    .filter((fill) => fill !== 'none')
  expect(contrast(fills[0] ?? '', '#000000')).toBeLessThan(contrast(fills[1] ?? '', '#000000'))
})

test('an unknown glyph gives nothing', () => {
  for (const glyph of ['unicorn', '', 'constructor', '__proto__']) {
    expect(pictureSize({ glyph })).toBeUndefined()
    expect(drawPicture({ glyph }, BOX, EM)).toBeUndefined()
  }
})

test('a pen wavers in hand_drawn alone, the same way each time', () => {
  const { strokes = [] } = drawPicture({ glyph: 'table' }, BOX, EM) ?? {}
  const painted = (style: (typeof STYLES)[number]) =>
    paintOf(strokes, themes[style].palette.neutral, themes[style], EM)
  expect(painted('hand_drawn')).toEqual(painted('hand_drawn'))
  expect(painted('hand_drawn').map(({ d }) => d)).not.toEqual(strokes.map(({ d }) => d))
  expect(painted('academic').map(({ d }) => d)).toEqual(strokes.map(({ d }) => d))
})
