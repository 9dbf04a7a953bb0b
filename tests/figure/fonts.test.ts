import { describe, expect, test } from 'bun:test'
import {
  guessedAdvance,
  measureText,
  missingGlyphs,
  wrapEvenly,
  wrapText,
} from '../../src/figure/fonts'

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

test('Greek, arrows and mathematics are there; Han, Arabic and emoji are reported once each', () => {
  expect(missingGlyphs('αβγ → ≤ × é ß')).toEqual([])
  expect(missingGlyphs('汉字汉 😀 ع')).toEqual(['汉', '字', '😀', 'ع'])
  expect(guessedAdvance(0x6c49)).toBe(1)
  expect(guessedAdvance(0x0301)).toBe(0)
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

  test('words are cut only where a word alone is too wide', () => {
    expect(wrapText('one two three', 60, style).broken).toBe(0)
    expect(wrapText('incomprehensibilities', 60, style).broken).toBe(1)
  })
})
