import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useApps } from '../support/app'
import { removeTempFolders, tempFolder } from '../support/folders'
import { runProgram } from '../support/server'

const startApp = useApps()
afterAll(removeTempFolders)

const CHIP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>a neural\n implant</title>' +
  '<rect x="96" y="96" width="320" height="320" fill="#1f77b4" stroke="black" stroke-width="24"/>' +
  '<text x="10" y="20">v2</text></svg>'
const PRISM =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="red">' +
  '<path d="M4 20 12 4l8 16z"/></svg>'
const SPY = '<svg viewBox="0 0 9 9"><image href="http://127.0.0.1/x.png"/></svg>'

/** Folders of own pictures, some of them good. */
function folders(): { GLYPHS_DIR: string; ICONS_DIR: string } {
  const root = tempFolder()
  const write = (folder: string, files: Record<string, string>) => {
    mkdirSync(join(root, folder))
    for (const [name, svg] of Object.entries(files)) writeFileSync(join(root, folder, name), svg)
    return join(root, folder)
  }
  return {
    GLYPHS_DIR: write('glyphs', {
      'implant-chip.svg': CHIP,
      'brain.svg': CHIP,
      'Chip 2.svg': CHIP,
      'spy.svg': SPY,
      'styled.svg': CHIP.replace('stroke=', 'style="fill:red" stroke='),
      '.hidden.svg': 'no',
    }),
    ICONS_DIR: write('icons', { 'mass-spectrometer.svg': PRISM, 'big.svg': PRISM.repeat(60) }),
  }
}

const drawnBy = async (app: Awaited<ReturnType<typeof startApp>>, method_text: string) => {
  const id = await app.submit('/api/run', { method_text })
  const { status, warnings } = await app.ended(id)
  const svg = await (await app.ask(`/api/artifacts/${id}/final.svg`)).text()
  return { status, warnings, svg }
}

const PICTURED = `flowchart LR
  signal[Signal] --> implant@{ icon: "implant-chip", label: "Implant" }
`

const LABELLED = 'Tandem mass spectrometers -> Database of spectra'

test("an operator's glyphs and icons are named and drawn, in the style's colours", async () => {
  const app = await startApp(folders())
  const { own_pictures } = await (await app.ask('/api/config')).json()
  expect(own_pictures).toEqual({ glyphs: ['brain', 'implant-chip'], icons: ['mass-spectrometer'] })
  const { glyphs, icons } = await (await app.ask('/api/pictures')).json()
  expect(glyphs.at(-1)).toMatchObject({ name: 'implant-chip', help: 'a neural implant' })
  expect(glyphs.at(-1).svg).toContain('<path')
  expect(icons.at(-1)).toMatchObject({
    shows: 'mass spectrometer',
    path: expect.stringMatching(/^M/),
  })
  const { status, warnings, svg } = await drawnBy(app, PICTURED)
  expect([status, warnings]).toEqual(['completed', []])
  expect(svg).toMatch(/<g class="picture"[^>]* data-alt="implant chip"/)
  const marked = await drawnBy(app, LABELLED)
  expect(marked.svg).toContain('data-label="mass spectrometer"')
  expect(svg + marked.svg).not.toMatch(/#1f77b4|"red"|v2</)
})

test('without folders the same words are no picture', async () => {
  const app = await startApp()
  const { own_pictures } = await (await app.ask('/api/config')).json()
  expect(own_pictures).toEqual({ glyphs: [], icons: [] })
  const { warnings, svg } = await drawnBy(app, PICTURED)
  expect(warnings.join()).toContain('there is no picture or icon "implant-chip"')
  expect(svg).not.toContain('data-alt')
  expect((await drawnBy(app, LABELLED)).svg).not.toContain('data-label="mass spectrometer"')
})

test('--check-config names them, and what is left out with the reason', async () => {
  const { code, stdout } = await runProgram(['--check-config'], folders())
  expect(code).toBe(0)
  expect(stdout.slice(stdout.indexOf('own glyphs')).trim().split('\n')).toEqual([
    'own glyphs: brain, implant-chip',
    'own icons: mass-spectrometer',
    'GLYPHS_DIR: "Chip 2.svg" is left out: a name is up to 40 lower-case letters, digits and hyphens, and ends in .svg.',
    'GLYPHS_DIR: "brain.svg": the sketch\'s text is left out.',
    'GLYPHS_DIR: "implant-chip.svg": the sketch\'s text is left out.',
    'GLYPHS_DIR: "spy.svg" is left out: the sketch draws nothing.',
    'GLYPHS_DIR: "styled.svg" is left out: the sketch uses style instead of presentation attributes.',
    'ICONS_DIR: "big.svg" is left out: the sketch is larger than 4 kB.',
  ])
})

test('a folder that is named must be there', async () => {
  const { code, stderr } = await runProgram(['--check-config'], { ICONS_DIR: '/nowhere/icons' })
  expect(code).toBe(2)
  expect(stderr).toBe('ICONS_DIR=/nowhere/icons is not valid: a folder that exists\n')
})
