import { describe, expect, test } from 'bun:test'
import { measureText } from '../../src/figure/fonts'
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

const tools = createFigureTools('0.0.0')
const look = { style: 'academic', ratio: '16:9', title: 'T' }

describe('formulas on one line', () => {
  test.each([
    ['$z_q = E_q(x)$', '/z|_/q| = |/E|_/q|(|/x|)'],
    ['loss $\\sum_{i=1}^N p_i$', 'loss ∑|_/i|_=1|^/N|/p|_/i'],
    ['\\(\\frac{a+b}{2}\\)', '(|/a|+|/b|)/2'],
    ['$\\hat{y} \\in \\mathbb{R}^{d}$', '/ŷ| ∈ ℝ|^/d'],
    ['$\\mathcal{L}_{\\text{CE}}$', 'ℒ|_CE'],
    ['weights W_{ij} and 10^-3', 'weights |/W|_/i|_/j| and 10|^−3'],
    ['learning rate \\alpha', 'learning rate |/α'],
    ['$\\mathrm{logit}\\,P$', 'logit |/P'],
    ['$\\unknown{x}$', 'unknown|/x'],
    ['x₁ … x_T', '/x|_1| … |/x|_/T'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test.each([
    'costs $5 and $6',
    'max_len and file_name',
    'H₂ and CO₂ in m²',
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
  const diagram = graph([['a', 'Embed $z_q$', 'process']], [])
  const scene = await tools.draw(diagram, { style: 'colorful', ratio: '4:3', title: 'T' })
  const svg = tools.svg(scene)
  expect(svg).toContain('data-label="Embed zq"')
  expect(svg).toMatch(
    /<tspan[^>]*font-style="italic"[^>]*>z<\/tspan><tspan[^>]*dy="[\d.]+"[^>]*>q<\/tspan>/,
  )
  expect(tools.measure(scene).textOverflow).toBe(0)
})

describe('mathematics has one face', () => {
  test.each([
    ['Mean μ', ['μ']],
    ['rate α = 0.1, noise ε', ['α', 'ε']],
    ['TNF-α and β-catenin', []],
    ['η ανάλυση', []],
    ['5 μm', []],
  ])('%s: variables are italic, names are not', async (label, italic) => {
    const scene = await tools.draw(graph([['a', label]], []), look)
    const found = [...tools.svg(scene).matchAll(/<tspan[^>]*font-style="italic"[^>]*>([^<]*)</g)]
    expect(found.map(([, letter]) => letter)).toEqual(italic)
  })

  test('an accent on a typed letter is that of a formula', async () => {
    for (const label of ['Sample x\u0302_0', 'Label \u0177_t'])
      expect(tools.svg(await tools.draw(graph([['a', label]], []), look))).toMatch(
        /data-tex="\\hat\{[xy]\}_\{[0t]\}"/,
      )
  })

  test('an accent that no typeface has on its letter is drawn, a letter of a language stays', async () => {
    const svgOf = async (label: string) =>
      tools.svg(await tools.draw(graph([['a', label]], []), { ...look, style: 'infographic' }))
    expect(await svgOf('state x\u0302(k)')).toContain('data-tex="\\hat{x}"')
    expect(await svgOf('a\u0300 Paris')).not.toContain('data-tex')
  })

  test('drawn letters are those of typed ones: as wide, in cap heights', async () => {
    const drawn = tools.svg(await tools.draw(graph([['a', '$\\bar{H}$']], []), look))
    const [, d = ''] = /class="formula"[^>]*><path d="([^"]*)"/.exec(drawn) ?? []
    const points = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x]) => Number(x))
    const scene = await tools.draw(graph([['a', '$\\bar{H}$']], []), look)
    const em = scene.elements.find(({ kind }) => kind === 'text')?.style.fontSize ?? 1
    const width = (Math.max(...points) - Math.min(...points)) / em
    const typed = measureText('H', { weight: 400, size: 1 })
    expect(width).toBeWithin(0.85 * typed, 1.15 * typed)
  })

  test('runs of wrapped lines stand where they are, with one anchor for the whole text', async () => {
    const label = 'Reconstruction of $\\hat{x}_i$\nwith weight β and rate $\\alpha = 10^{-3}$'
    for (const style of ['academic', 'infographic', 'blueprint']) {
      const svg = tools.svg(await tools.draw(graph([['a', label]], []), { ...look, style }))
      expect(svg).toMatch(/<text [^>]*><tspan x="[\d.]+" y="[\d.]+">/)
      expect(svg).not.toMatch(/<tspan[^>]* text-anchor=/)
      for (const [block] of svg.matchAll(/<text .*?<\/text>/g))
        if (/<tspan x="[\d.]+"(?! y=)/.test(block)) expect(block).not.toContain('text-anchor')
    }
  })
})
