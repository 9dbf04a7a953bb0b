import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useOwnPictures } from '../../src/figure/icons/own-pictures'
import { useApps } from '../support/app'
import { removeTempFolders, tempFolder } from '../support/folders'
import { runProgram } from '../support/server'

const startApp = useApps()
afterAll(removeTempFolders)
// An app without folders of its own leaves those of the process as they are.
afterAll(() => useOwnPictures({ glyphs: {}, icons: {} }))

const CHIP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>a neural\n implant</title>' +
  '<rect x="96" y="96" width="320" height="320" fill="#1f77b4" stroke="black" stroke-width="24"/>' +
  '<text x="10" y="20">v2</text></svg>'
const PRISM =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="red">' +
  '<path d="M4 20 12 4l8 16z"/></svg>'
const FADED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><defs><linearGradient id="g"><stop stop-color="#102030"/>' +
  '<stop offset="1" stop-color="#304050"/></linearGradient><marker id="m" viewBox="0 0 4 4" refX="4" refY="2" orient="auto">' +
  '<path id="tip" d="M0 0 4 2 0 4z" fill="#ab12cd"/></marker></defs><g opacity=".5"><rect id="r" width="20" height="20" fill="url(#g)"/></g>' +
  '<use href="#r" x="20"/><path d="M4 10h30" stroke="#fedcba" marker-end="url(#m)"/></svg>'
const SPY = '<svg viewBox="0 0 90 90"><image href="http://127.0.0.1/x.png"/></svg>'

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
      'pale.svg': FADED,
      'words.svg': '<svg viewBox="0 0 90 90"><text y="20">v2</text></svg>',
      '.hidden.svg': 'no',
    }),
    ICONS_DIR: write('icons', { 'mass-spectrometer.svg': PRISM, 'big.svg': PRISM.repeat(2000) }),
  }
}

const drawnBy = async (
  app: Awaited<ReturnType<typeof startApp>>,
  body: object,
  path = '/api/run',
) => {
  const id = await app.submit(path, body)
  const { status, warnings } = await app.ended(id)
  const svg = await (await app.ask(`/api/artifacts/${id}/final.svg`)).text()
  return { id, status, warnings, svg }
}

const PICTURED = `flowchart LR
  signal[Signal] --> implant@{ icon: "implant-chip", label: "Implant" }
`

const LABELLED = 'Tandem mass spectrometers -> Database of spectra'

test("an operator's glyphs and icons are named and drawn, in the colours of their files", async () => {
  const app = await startApp(folders())
  const { own_pictures } = await (await app.ask('/api/config')).json()
  expect(own_pictures).toEqual({
    glyphs: ['brain', 'implant-chip', 'pale', 'styled'],
    icons: ['mass-spectrometer'],
  })
  const { glyphs, icons } = await (await app.ask('/api/pictures')).json()
  const [, chip, pale, styled] = glyphs
  expect(chip).toMatchObject({ name: 'implant-chip', help: 'a neural implant' })
  expect(chip.svg).toContain('fill="#1f77b4" stroke="#000000"')
  expect(styled.svg).toContain('fill="#ff0000"')
  // What is used again, what groups fade, markers and the mean of a gradient.
  expect(pale.svg.match(/fill="#203040"/g)).toHaveLength(2)
  expect(pale.svg.match(/fill-opacity="0.5"/g)).toHaveLength(1)
  expect(pale.svg).toContain('fill="#ab12cd"')
  expect(icons.at(-1)).toMatchObject({
    shows: 'mass spectrometer',
    path: expect.stringMatching(/^M/),
  })
  const { id, status, warnings, svg } = await drawnBy(app, { method_text: PICTURED })
  expect([status, warnings]).toEqual(['completed', []])
  expect(svg).toMatch(/<g class="picture"[^>]* data-alt="implant chip"/)
  const marked = await drawnBy(app, { method_text: LABELLED })
  expect(marked.svg).toContain('data-label="mass spectrometer"')
  expect(svg).toContain('fill="#1f77b4" stroke="#000000"')
  expect(svg + marked.svg).not.toMatch(/#ff0000|"red"|v2</)
  const night = await drawnBy(
    app,
    { source: id, operations: [], style: 'blueprint', keep_places: false },
    '/api/redraw',
  )
  expect(night.svg).toContain('data-alt="implant chip"')
  expect(night.svg).not.toContain('#000000')
})

test('without folders the same words are no picture', async () => {
  const app = await startApp()
  const { own_pictures } = await (await app.ask('/api/config')).json()
  expect(own_pictures).toEqual({ glyphs: [], icons: [] })
  const { warnings, svg } = await drawnBy(app, { method_text: PICTURED })
  expect(warnings.join()).toContain('there is no picture or icon "implant-chip"')
  expect(svg).not.toContain('data-alt')
  expect((await drawnBy(app, { method_text: LABELLED })).svg).not.toContain(
    'data-label="mass spectrometer"',
  )
})

test('--check-config names them, and what is left out with the reason', async () => {
  const { code, stdout } = await runProgram(['--check-config'], folders())
  expect(code).toBe(0)
  expect(stdout.slice(stdout.indexOf('own glyphs')).trim().split('\n')).toEqual([
    'own glyphs: brain, implant-chip, pale, styled',
    'own icons: mass-spectrometer',
    'GLYPHS_DIR: "Chip 2.svg" is left out. A name is up to 40 lower-case letters, digits and hyphens, and ends in .svg.',
    'GLYPHS_DIR: "brain.svg": Its words are left out.',
    'GLYPHS_DIR: "implant-chip.svg": Its words are left out.',
    'GLYPHS_DIR: "pale.svg": Its gradients are drawn in their mean colours.',
    'GLYPHS_DIR: "spy.svg" is left out. The drawing draws nothing.',
    'GLYPHS_DIR: "styled.svg": Its words are left out.',
    'GLYPHS_DIR: "words.svg" is left out. It draws nothing but words.',
    'ICONS_DIR: "big.svg" is left out. The drawing is 238 kB large; it may have 200 kB.',
  ])
})

test('a folder that is named must be there', async () => {
  const { code, stderr } = await runProgram(['--check-config'], { ICONS_DIR: '/nowhere/icons' })
  expect(code).toBe(2)
  expect(stderr).toBe('ICONS_DIR=/nowhere/icons is not valid: a folder that exists\n')
})
