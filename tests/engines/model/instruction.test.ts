import { describe, expect, test } from 'bun:test'
import type { Scene } from '../../../src/forms/scene'
import { useModelApps } from './model-app'

const startModel = useModelApps()

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900">
<g data-node="scan" data-label="Scanner"><rect x="100" y="300" width="300" height="200" fill="#eef4fb" stroke="#1f5fa8" stroke-width="3"/><text x="250" y="408" font-size="24" text-anchor="middle" fill="#1a1a1a">Scanner</text></g>
<g data-node="matrix" data-label="Matrix"><rect x="900" y="300" width="300" height="200" fill="#fdf1e3" stroke="#c26a00" stroke-width="3"/><text x="1050" y="408" font-size="24" text-anchor="middle" fill="#1a1a1a">Matrix</text></g>
<g data-edge="e1" data-from="scan" data-to="matrix"><path d="M400 400 L886 400" stroke="#333333" stroke-width="3" fill="none"/><polygon points="900,400 884,392 884,408" fill="#333333"/></g>
</svg>`
const TEXT = 'The scanner gives a matrix. Its gradient coil is cooled.'

const LARGER = `<patch><g data-node="scan" data-label="Scanner"><rect x="60" y="240" width="360" height="320" fill="#eef4fb" stroke="#1f5fa8" stroke-width="3"/><text x="240" y="408" font-size="24" text-anchor="middle" fill="#1a1a1a">Scanner</text></g><g data-edge="e1" data-from="scan" data-to="matrix"><path d="M420 400 L886 400" stroke="#333333" stroke-width="3" fill="none"/><polygon points="900,400 884,392 884,408" fill="#333333"/></g></patch>`

const named = (id: string, label: string) =>
  `<patch><g data-node="${id}" data-label="${label}"><rect x="500" y="620" width="300" height="140" fill="#eef4fb" stroke="#1f5fa8" stroke-width="3"/><text x="650" y="698" font-size="24" text-anchor="middle" fill="#1a1a1a">${label}</text></g></patch>`

async function followed(instruction: string, ...answers: string[]) {
  const model = await startModel(answers, {
    file: { roles: { svg: { provider: 'house' } } },
  })
  const { app } = model
  const source = await app.submit('/api/finish', { svg: DRAWING, method_text: TEXT })
  expect(await app.ended(source)).toMatchObject({ status: 'completed' })
  const before = await model.drawn(source)
  const after = await model.drawn(await app.submit('/api/redraw', { source, instruction }))
  const scene = async (one: typeof after): Promise<Scene> =>
    JSON.parse(await one.file('scene.json'))
  return { model, before, after, scenes: [await scene(before), await scene(after)] as const }
}

describe('an instruction in words', () => {
  test('is followed by a patch; what that does not name stays byte for byte', async () => {
    const { model, before, after, scenes } = await followed('Make the scanner larger', LARGER)
    expect([after.status, after.error]).toEqual(['completed', null])
    const [was, is] = scenes
    const box = (scene: Scene, id: string) => scene.elements.find((one) => one.id === id)?.box
    expect(box(is, 'scan')?.width).toBeGreaterThan(1.1 * (box(was, 'scan')?.width ?? 0))
    const group = (svg: string) => /<g [^>]*id="matrix"[\s\S]*?<\/g>/.exec(svg)?.[0]
    expect(group(after.svg)).toBe(group(before.svg) ?? expect.unreachable())
    expect(model.asked(0)).toContain('Make the scanner larger')
    expect(model.asked(0)).toContain('gradient coil')
    expect(after.report.drawing).toMatchObject({ by: 'model' })
    const edge = is.elements.find(({ id }) => id === 'e1')
    expect(edge?.box.x).toBeGreaterThan(415)
  })

  test('what the text says may be added; what the instruction alone says is told', async () => {
    const said = await followed('Add the gradient coil', named('coil', 'Gradient coil'))
    expect([said.after.status, said.after.warnings]).toEqual(['completed', []])
    expect(said.after.svg).toContain('>Gradient coil<')
    const own = await followed('Add a box "Operator"', named('operator', 'Operator'))
    expect(own.after.svg).toContain('>Operator<')
    expect(own.after.warnings.join()).toContain('"Operator" stands in the instruction alone')
    const note =
      '<patch><g data-note="rate"><text x="700" y="760" font-size="20" fill="#1a1a1a">97.3 % of scans</text></g></patch>'
    const number = await followed('Write 97.3 % of scans below', note)
    expect(number.after.svg).toContain('97.3 % of scans')
    expect(number.after.warnings.join()).toContain('97.3')
  })

  test('what neither says is refused, and the figure stays as it was', async () => {
    const { before, after } = await followed('Make it nicer', named('coil', 'Tesla 7 magnet'))
    expect([after.status, after.svg]).toEqual(['completed', before.svg])
    expect(after.warnings.join()).toContain('The instruction was not followed')
  })

  test('one that cannot be followed is answered with why', async () => {
    const why = '<patch why="The figure has no third panel."/>'
    const { before, after } = await followed('Colour the third panel', why)
    expect([after.status, after.svg]).toEqual(['completed', before.svg])
    expect(after.warnings.join()).toContain('The figure has no third panel.')
    expect(after.report.ignored).toEqual([expect.stringContaining('no third panel')])
  })
})
