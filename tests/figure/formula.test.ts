import { describe, expect, test } from 'bun:test'
import { isMarked, pieces, typesetText, unmarked } from '../../src/figure/formula'
import { createFigureTools } from '../../src/figure/tools'
import { graph } from './samples/diagrams'

/** `_` lowered, `^` raised, `/` italic, before each stretch. */
function shown(text: string): string {
  return pieces(typesetText(text))
    .map(({ text, rise, italic }) => {
      const script = rise < 0 ? '_' : rise > 0 ? '^' : ''
      return `${script}${italic ? '/' : ''}${text.replaceAll('\ue004', ' ')}`
    })
    .join('|')
}

describe('formulas on one line', () => {
  test.each([
    ['$z_q = E_q(x)$', '/z|_/q| = |/E|_/q|(|/x|)'],
    ['loss $\\sum_{i=1}^N p_i$', 'loss ∑|_/i|_=1|^/N|/p|_/i'],
    ['\\(\\frac{a+b}{2}\\)', '(|/a|+|/b|)/2'],
    ['$\\hat{y} \\in \\mathbb{R}^{d}$', '/ŷ| ∈ ℝ|^/d'],
    ['$\\mathcal{L}_{\\text{CE}}$', 'ℒ|_CE'],
    ['weights W_{ij} and 10^-3', 'weights |/W|_/i|_/j| and 10|^−3'],
    ['learning rate \\alpha', 'learning rate |/α'],
    ['$\\unknown{x}$', 'unknown|/x'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test.each([
    'costs $5 and $6',
    'max_len and file_name',
    'C:\\temp\\run',
    'a_',
    '$',
    '$$',
    'f^',
    'x < y & z',
  ])('%p is none and stays as it is', (text) => {
    expect(typesetText(text)).toBe(text)
    expect(isMarked(typesetText(text))).toBe(false)
  })

  test('hostile ones end, and lose no word', () => {
    for (const tex of [
      '{'.repeat(500),
      '\\frac'.repeat(60),
      '^'.repeat(300),
      '\\hat{'.repeat(50),
      '_{a_{b_{c_{d}}}}',
    ]) {
      const set = typesetText(`$${tex}$`)
      expect(pieces(set).every(({ scale }) => scale > 0)).toBe(true)
    }
    expect(unmarked(typesetText('$\\text{dropout rate}$'))).toBe('dropout rate')
  })
})

test('sub- and superscripts are tspans with a shifted baseline, labels stay plain', async () => {
  const tools = createFigureTools('0.0.0')
  const diagram = graph([['a', 'Embed $z_q$', 'process']], [])
  const scene = await tools.draw(diagram, { style: 'colorful', ratio: '4:3', title: 'T' })
  const svg = tools.svg(scene)
  expect(svg).toContain('data-label="Embed zq"')
  expect(svg).toMatch(
    /<tspan[^>]*font-style="italic"[^>]*>z<\/tspan><tspan[^>]*dy="[\d.]+"[^>]*>q<\/tspan>/,
  )
  expect(tools.measure(scene).textOverflow).toBe(0)
})
