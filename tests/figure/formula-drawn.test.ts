import { describe, expect, test } from 'bun:test'
import { toPdf } from '../../src/figure/render/pdf'
import { toPng } from '../../src/figure/render/raster'
import { cleanSvg } from '../../src/figure/svg/clean'
import { createFigureTools } from '../../src/figure/tools'
import { useApps } from '../support/app'
import { logOf } from '../support/remarks'
import { graph, stages } from './samples/diagrams'

const startApp = useApps()
const tools = createFigureTools('0.0.0')
const look = { style: 'academic', ratio: '16:9', title: 'T' }

const compose = (label: string) => tools.compose(graph([['a', label]], []), look)

/** The box of each drawn formula's points, in pixels. */
function boxesOf(svg: string) {
  return [...svg.matchAll(/<g class="formula" data-tex="([^"]*)"><path d="([^"]*)"/g)].map(
    ([, tex, d = '']) => {
      const points = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [x, y].map(Number))
      const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? 0))
      return { tex, left: min(xs), right: max(xs), top: min(ys), bottom: max(ys) }
    },
  )
}

const min = (values: number[] = []) => Math.min(...values)
const max = (values: number[] = []) => Math.max(...values)

describe('what letters cannot show is drawn', () => {
  test('the space to the words after it is kept where these are the first ones', async () => {
    const { svg } = await compose('$\\hat{y}$ (a)')
    expect(svg).toContain('>\u00a0(a)<')
    const [box] = boxesOf(svg)
    const start = Number(/<tspan x="([\d.]+)">\u00a0\(a/.exec(svg)?.[1])
    expect(start).toBeGreaterThanOrEqual(box?.right ?? Number.POSITIVE_INFINITY)
  })

  test('a base stands close to its logarithm', async () => {
    const { svg } = await compose('$\\log_2$ ratio, $\\log x$')
    expect(svg).toMatch(/>log<(?:\/tspan><)?tspan/)
    expect(svg).toMatch(/log\u00a0<(?:\/tspan><)?tspan[^>]*>x/)
  })

  test.each([
    '\\frac{a+b}{2}',
    '\\sqrt{x^2+1}',
    '\\sum_{i=1}^N p_i',
    '\\begin{pmatrix} a \\\\ c \\end{pmatrix}',
    '\\hat{y}',
    'x_i^2',
    '\\mathbb{R}^d',
    '\\argmax_\\theta \\bm{x}',
    '\\mathbf{W}x',
  ])('%s is an outline with its source, inside its node', async (tex) => {
    const { svg, report, remarks } = await compose(`Before $${tex}$ after`)
    const [box] = boxesOf(svg)
    expect(box?.tex).toBe(tex.replaceAll('&', '&amp;'))
    const node =
      /<g class="node"[^>]*><rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/
    const [x = 0, y = 0, width = 0, height = 0] = node.exec(svg)?.slice(1).map(Number) ?? []
    expect(box?.left).toBeGreaterThan(x)
    expect(box?.top).toBeGreaterThan(y)
    expect(box?.right).toBeLessThan(x + width)
    expect(box?.bottom).toBeLessThan(y + height)
    expect(report).toMatchObject({ figures: { textOverflow: 0 } })
    expect(logOf({ remarks }).join()).not.toContain('as typed')
    expect(svg).toContain('Before')
    expect(cleanSvg(svg)).toBe(svg)
  })

  test.each(['z_q = E_q(x)', '\\alpha \\leq \\beta', '\\text{rate}', '10^{-3}'])(
    '%s stays text',
    async (tex) => {
      expect((await compose(`$${tex}$`)).svg).not.toContain('class="formula"')
    },
  )

  test('a high formula makes its line and its node higher, and covers no other line', async () => {
    const tex = '\\frac{\\sum_i x_i}{\\sqrt{\\frac{a}{b}}}'
    const withDetail = (detail: string) =>
      tools.draw(graph([['a', 'Normalise', 'process', '', detail]], []), look)
    const [plain, high] = [await withDetail('x'), await withDetail(`$${tex}$`)]
    const svg = tools.svg(high)
    const baseline = Number(/y="([\d.]+)"[^>]*>Normalise</.exec(svg)?.[1])
    expect(boxesOf(svg)[0]?.top).toBeGreaterThan(baseline)
    const share = ({ elements, width }: typeof plain) => {
      const node = elements.find(({ role }) => role === 'node')
      const size = elements.find(({ kind }) => kind === 'text')?.style.fontSize ?? 1
      return { em: (node?.box.height ?? 0) / size, width }
    }
    expect(share(high).em).toBeGreaterThan(share(plain).em)
  })

  test('in numbered panels, their items and edge labels too', async () => {
    const panels = stages(3)
    const [first] = panels.nodes
    if (!first) throw new Error('no panel')
    first.label = 'Score $\\frac{a}{b}$'
    first.items = [{ label: '$\\sqrt{d_k}$', spans: [], confidence: 1 }]
    const scene = await tools.draw(panels, look)
    expect(boxesOf(tools.svg(scene))).toHaveLength(2)
    expect(tools.measure(scene).textOverflow).toBe(0)
    const edge = graph(
      [
        ['a', 'A', 'process'],
        ['b', 'B', 'process'],
      ],
      [{ from: 'a', to: 'b', label: '$\\hat{y}_t$' }],
    )
    expect(boxesOf(tools.svg(await tools.draw(edge, look)))).toHaveLength(1)
  })

  test('its letters have the colour of the text around them, in every style', async () => {
    for (const style of ['blueprint', 'flat_design', 'hand_drawn', 'isometric_3d']) {
      const scene = await tools.draw(graph([['a', 'Go $\\frac{a}{b}$', 'process']], []), {
        ...look,
        style,
      })
      const svg = tools.svg(scene)
      const words = /<text[^>]* fill="(#[0-9a-f]+)"[^>]*>(?:<tspan[^>]*>)?Go/.exec(svg)?.[1]
      expect(/class="formula"[^>]*><path [^>]*?fill="(#[0-9a-f]+)"/.exec(svg)?.[1]).toBe(words)
    }
  })

  test('PNG and PDF show it', async () => {
    const { svg } = await compose('$\\frac{a}{b}$')
    const without = svg.replace(/<g class="formula".*?<\/g>/, '')
    expect(without).not.toBe(svg)
    expect(await toPng(svg, 300)).not.toEqual(await toPng(without, 300))
    expect((await toPdf(svg)).length).toBeGreaterThan((await toPdf(without)).length)
  })
})

describe('what is no TeX', () => {
  test.each([
    ['\\unknown{x}', 'Undefined control sequence \\unknown'],
    ['\\frac{', 'Missing close brace'],
    ['\\def\\x{\\x\\x}\\x', 'Undefined control sequence \\def'],
    ['\\href{javascript:alert(1)}{x}', 'Undefined control sequence \\href'],
    [`${'\\sqrt{'.repeat(40)}x${'}'.repeat(40)}`, 'nested deeper'],
    ['\\frac{x}{y}'.repeat(1000), 'more than 600 characters'],
    ['\\rule{99em}{99em}', 'wider than'],
    ['\\kern-99em\\frac12', 'out of its own place'],
    ['\\frac{\\text{汉}}{2}', 'letter of another font'],
  ])('%p is shown as typed, with a warning', async (tex, why) => {
    const { svg, remarks, report } = await compose(`So $${tex}$`)
    expect(svg).not.toContain('class="formula"')
    expect(svg).not.toMatch(/<script|href=/)
    expect(remarks[0]?.sentence).toContain('is shown as typed')
    expect(remarks[0]?.sentence).toContain(why)
    expect((report.warnings as string[]).join()).toContain(why)
    expect(report).toMatchObject({ figures: { textOverflow: 0 } })
  })

  test('a figure draws so much TeX and no more, whatever was drawn before', async () => {
    const many = stages(12)
    let count = 0
    const long = () => `$\\frac{${++count}}{b}${'{}'.repeat(290)}$`
    for (const node of many.nodes) {
      node.label = long()
      for (const item of node.items ?? []) item.label = long()
    }
    const draw = async () => tools.svg(await tools.draw(many, look))
    const first = await draw()
    expect(boxesOf(first)).toHaveLength(13)
    expect(await draw()).toBe(first)
  })
})

test('formulas of a mermaid chart reach the figure through the service, wrong ones a warning in run.log', async () => {
  const app = await startApp()
  const id = await app.submit('/api/run', {
    method_text:
      'flowchart LR\n A["Encoder $f_\\theta(x)$"] -->|"$\\hat{y}$"| B["Loss \\(\\frac{1}{N}\\sum_i \\ell_i\\)"]\n B --> C["$\\unknown{x}$"]',
  })
  expect(await app.ended(id)).toMatchObject({ status: 'completed' })
  const file = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
  const svg = await file('final.svg')
  expect(boxesOf(svg).map(({ tex }) => tex)).toEqual(['\\hat{y}', '\\frac{1}{N}\\sum_i \\ell_i'])
  expect(svg).toContain('data-label="Loss $\\frac{1}{N}\\sum_i \\ell_i$"')
  expect(svg).toContain('\\unknown{x}')
  expect(await file('run.log')).toContain('the formula \\unknown{x} is shown as typed')
}, 30_000)
