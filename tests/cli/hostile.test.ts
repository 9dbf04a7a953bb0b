import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTempFolders, tempFolder } from '../support/folders'
import { writeCases } from './seven'
import { told } from './told'

const folder = tempFolder()
const at = (name: string) => join(folder, name)
afterAll(removeTempFolders)

beforeAll(async () => {
  await writeCases(folder)
  await mkdir(at('folder'))
  await Bun.write(at('empty.md'), '')
  await Bun.write(at('blank.md'), ' \n\n')
  await Bun.write(at('junk.bin'), crypto.getRandomValues(new Uint8Array(5000)))
  await Bun.write(at('nul.md'), 'Reads\0 -> Counts')
  await Bun.write(at('large.md'), 'x')
  await truncate(at('large.md'), 100_000_000)
  await Bun.write(at('broken.pdf'), '%PDF-1.7\nnothing of a PDF follows')
  await Bun.write(at('broken.mmd'), 'flowchart LR\n  A[Reads --> \n')
  await Bun.write(at('broken.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><g>')
  await Bun.write(
    at('entities.svg'),
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
  )
  await Bun.write(at('deep.json'), '['.repeat(200) + ']'.repeat(200))
  await Bun.write(at('half.png'), (await Bun.file(at('picture.png')).bytes()).slice(0, 200))
  await Bun.write(at('readonly.svg'), 'mine')
  await chmod(at('folder'), 0o755)
})

const endless = async function* () {
  for (;;) yield new Uint8Array(4_000_000)
}

const FLOW = at('flow.mmd')
const OUT = ['-o', at('never.svg')]
/** Words, what the sentence must say, and what comes by the pipe. */
const HOSTILE: [args: string[], says: RegExp, stdin?: AsyncIterable<Uint8Array>][] = [
  [['draw', at('missing.md'), ...OUT], /missing\.md cannot be used: no such file/],
  [['draw', at('folder'), ...OUT], /folder cannot be used: it is a folder/],
  [['draw', at('empty.md'), ...OUT], /empty\.md cannot be used: it is empty/],
  [['draw', at('blank.md'), ...OUT], /blank\.md: must not be blank/],
  [['draw', at('junk.bin'), ...OUT], /picture/],
  [['draw', at('nul.md'), ...OUT], /picture/],
  [['draw', at('large.md'), ...OUT], /large\.md cannot be used: it is larger than the \d+ bytes/],
  [['draw', '-', ...OUT], /Standard input cannot be used: it is larger/, endless()],
  [['draw', at('broken.pdf'), ...OUT], /broken\.pdf: .*PDF/],
  [['draw', at('broken.mmd'), ...OUT], /The mermaid block at line 1/],
  [['draw', at('broken.svg'), ...OUT], /broken\.svg: /],
  [['draw', at('entities.svg'), ...OUT], /entities\.svg: /],
  [['draw', at('deep.json'), '--intent', 'bars', ...OUT], /deep\.json: /],
  [['draw', at('half.png'), ...OUT], /picture/],
  [['draw', at('half.png'), FLOW, ...OUT], /half\.png/],
  [['draw', at('table.csv'), ...OUT], /--intent is needed, such as "Bar chart/],
  [['draw', FLOW, '--stlye', 'blueprint', ...OUT], /no option --stlye here; option --style\?/],
  [['draw', FLOW, '--style', 'bluprint', ...OUT], /--style-preset: must be one of academic/],
  [['draw', FLOW, '--ratio', '3:7', ...OUT], /--image-aspect-ratio: must be one of/],
  [['draw', FLOW, '--iterations', 'three', '--title', 'x', ...OUT], /--iterations: .*integer/],
  [
    ['draw', FLOW, '--style', 'academic', '--sam-prompt', 'x', ...OUT],
    /No workflow takes --style, --sam-prompt together/,
  ],
  [['draw', FLOW, '--workflow', 'plott', ...OUT], /no workflow plott here; workflow plot\?/],
  [['draw', FLOW, '--title'], /--title needs a value/],
  [['draw', '-', '-', ...OUT], /- is given twice/],
  [['draw', ...OUT], /Name a FILE/],
  [
    ['draw', FLOW, '-o', at('no/such/folder.svg')],
    /no\/such cannot be used: no such file or directory/,
  ],
  [['draw', FLOW, '-o', at('folder')], /its name must end in one of/],
  [['draw', FLOW, '-o', at('figure.xyz')], /its name must end in one of .*\.svg/],
  [['draw', FLOW, '-o', `${at('x'.repeat(300))}.svg`], /cannot be used: (file )?name too long/],
  [['draw', FLOW, '--json', '-o', '-'], /--json writes to standard output/],
  [['draw', FLOW, '--provider', 'nobody', ...OUT], /--provider: must be one of local/],
  [
    ['draw', '--workflow', 'image-to-svg', '--image-url', 'https://127.0.0.1/x.png', ...OUT],
    /--image-url: /,
  ],
  [['draw', FLOW, '--reference-image-path', at('junk.bin'), ...OUT], /picture/],
  [
    ['draw', FLOW, '--guidelines', `@${at('missing')}`, '--workflow', 'optimize'],
    /missing cannot be used/,
  ],
  [['check', at('broken.svg')], /broken\.svg: /],
  [['check'], /takes one drawing/],
  [
    ['check', at('drawing.svg'), '--text', at('junk.bin')],
    /junk\.bin cannot be used: it is no text/,
  ],
  [['keys', 'create'], /create NAME/],
  [['keys', 'create', 'x', '--quota', '-3'], /--quota: must be an integer/],
  [['completion', 'tcsh'], /bash, zsh or fish/],
  [['drwa', FLOW], /no command drwa here; command draw\?/],
]

test('whatever is given, the answer is a sentence and an exit code, and nothing is written', async () => {
  const before = readdirSync(folder)
  for (const [args, says, stdin] of HOSTILE) {
    const { code, stdout, stderr } = await told(args, { ...(stdin && { stdin }) })
    const shown = `${args.join(' ')}\n${stderr}`
    expect(shown).toMatch(says)
    expect(code).toBeOneOf([1, 2])
    if (!args.includes('--json')) expect(stdout).toBe('')
    expect(stderr).not.toMatch(/\n\s+at |Error:|undefined|\[object/)
    expect(stderr.length).toBeLessThan(1200)
  }
  expect(readdirSync(folder)).toEqual(before)
})

test('a bad setting and a bad provider file are refused as the server refuses them', async () => {
  expect(await told(['draw', FLOW], { env: { PORT: 'x' } })).toMatchObject({
    code: 2,
    stderr: 'PORT=x is not valid: an integer from 0 to 65535\n',
  })
  expect(await told(['draw', FLOW], { env: { MODEL_URL: 'nowhere' } })).toMatchObject({ code: 2 })
})

test('an error is JSON too where JSON is asked for', async () => {
  const { code, stdout } = await told(['draw', at('missing.md'), '--json'])
  expect(code).toBe(2)
  expect(JSON.parse(stdout).error).toContain('missing.md')
  expect(existsSync(at('never.svg'))).toBe(false)
})
