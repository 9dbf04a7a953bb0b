import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENTS } from '../../src/forms/outputs'
import { removeTempFolders, tempFolder } from '../support/folders'
import { SEVEN, writeCases } from './seven'
import { told } from './told'

const folder = tempFolder()
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

beforeAll(() => writeCases(folder))
afterAll(removeTempFolders)

describe('every workflow draws', () => {
  for (const { workflow, files, options, words } of SEVEN) {
    test(`${workflow}: a file, and the same by a pipe`, async () => {
      const byFile = await told(['draw', ...files.map(at), ...options])
      expect(byFile.code).toBe(0)
      for (const word of words) expect(byFile.stdout).toContain(word)
      const [first = '', ...others] = files
      const stdin = new Uint8Array(readFileSync(at(first)))
      const byPipe = await told(['draw', '-', ...others.map(at), ...options], { stdin })
      expect(byPipe.code).toBe(0)
      for (const word of words) expect(byPipe.stdout).toContain(word)
    })
  }
})

describe('an output', () => {
  test('is what its name ends in; several are made at once and told in JSON', async () => {
    const documents = Object.values(DOCUMENTS).map(({ ending }) => `a.${ending}`)
    const data = ['a.scene.json', 'diagram.json', 'report.json', 'a.txt']
    const outs = ['a.svg', 'a.png', 'a.pdf', ...documents, ...data]
    const { code, stdout } = await told([
      'draw',
      at('flow.mmd'),
      '--json',
      ...outs.flatMap((out) => ['-o', at(out)]),
    ])
    expect(code).toBe(0)
    const answer = JSON.parse(stdout)
    expect(answer.files.map(({ path }: { path: string }) => path)).toEqual(outs.map(at))
    expect(answer).toMatchObject({ description: expect.stringContaining('3 nodes'), warnings: [] })
    expect(answer.leftOut.join()).toContain('a.mmd: ')
    expect(answer.seconds).toBeGreaterThan(0)
    expect(read('a.svg')).toStartWith('<svg')
    expect(readFileSync(at('a.png')).subarray(1, 4).toString()).toBe('PNG')
    expect(read('a.pdf')).toStartWith('%PDF-')
    expect(read('a.mmd')).toContain('flowchart')
    expect(read('a.html')).toContain('<html')
    expect(JSON.parse(read('a.scene.json')).elements.length).toBeGreaterThan(3)
    expect(JSON.parse(read('diagram.json')).nodes).toHaveLength(3)
    expect(JSON.parse(read('report.json'))).toHaveProperty('figures')
    expect(read('a.txt')).toContain('3 nodes')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('that the figure has none of is named, and the others are written', async () => {
    const { code, stderr } = await told([
      'draw',
      at('drawing.svg'),
      at('picture.png'),
      '-o',
      at('c.png'),
      '-o',
      at('c.pdf'),
    ])
    expect(code).toBe(1)
    expect(stderr).toBe(`${at('c.pdf')} is not written: this workflow makes no final.pdf of it.\n`)
    expect(readFileSync(at('c.png')).subarray(1, 4).toString()).toBe('PNG')
  })

  test('that the figure cannot be made into says why', async () => {
    const args = ['draw', at('table.csv'), '--intent', 'Bars', '--json', '-o', at('chart.mmd')]
    const { code, stdout } = await told(args)
    expect(code).toBe(1)
    const [reason] = JSON.parse(stdout).missing
    expect(reason).toStartWith(`${at('chart.mmd')} is not written: mermaid holds`)
    expect(reason).toMatch(/[^.]\.$/)
  })

  test('that is a link stays one, and a device is written to', async () => {
    await Promise.all([
      symlink(at('real.svg'), at('link.svg')),
      symlink('/dev/null', at('null.svg')),
    ])
    await Bun.write(at('real.svg'), 'old')
    const args = ['draw', at('flow.mmd'), '-o', at('link.svg'), '-o', at('null.svg')]
    expect(await told(args)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(read('real.svg')).toStartWith('<svg')
    expect(readlinkSync(at('link.svg'))).toBe(at('real.svg'))
    expect(readlinkSync(at('null.svg'))).toBe('/dev/null')
  })
})

describe('options', () => {
  test('are the fields of the workflow; a file gives the text of one', async () => {
    await Bun.write(at('method.md'), 'Trimming comes first.')
    const { code, stderr } = await told([
      'draw',
      at('drawing.svg'),
      '--text',
      `@${at('method.md')}`,
      '-o',
      at('g.report.json'),
    ])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(JSON.parse(read('g.report.json')).material).toBe('Trimming comes first.')
  })

  test('are told by --help, each with what it takes', async () => {
    const { code, stdout } = await told(['draw', '--help', '--workflow', 'generate'])
    expect(code).toBe(0)
    expect(stdout).toStartWith('usage: burin draw FILE')
    for (const said of ['-o, --output', '.pptx', '--workflow NAME', '--json', '--caption, --title'])
      expect(stdout).toContain(said)
    expect(stdout.indexOf('--style-preset')).toBeLessThan(stdout.indexOf('--vlm-model'))
    expect(stdout).toContain('One of academic, minimalist')
    expect(stdout).not.toContain('webhook')
  })
})

test('progress is shown to whoever watches, and gone at the end', async () => {
  const { stderr } = await told(['draw', at('flow.mmd'), '-o', at('w.svg')], { watched: true })
  expect(stderr).toContain('layout')
  expect(stderr).toEndWith('\r\u001b[2K')
})
