import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from '../errors'
import { OUTPUTS } from '../forms/outputs'
import { probeProviders } from '../providers/probe'
import { Files } from '../store/files'
import { chosenPlugin } from './fields'
import { figureOf, type Source } from './figure'
import { type Made, openShop, type Shop } from './shop'
import type { Terminal } from './terminal'
import type { Words } from './words'

/** `burin doctor`: tries one thing after the other. */
export async function doctor(_: Words, terminal: Terminal): Promise<number> {
  let code = 0
  for (const [name, tried] of Object.entries(checksOf(await openShop(terminal)))) {
    const line = await Promise.try(tried).then(
      (says) => `works  ${name}: ${says}`,
      (error) => `FAULT  ${name}: ${reasonOf(error)}`,
    )
    if (line.startsWith('FAULT')) code = 1
    await terminal.stdout(`${line}\n`)
  }
  return code
}

/** The words of the figure that is drawn and read back. */
const WORDS = ['Reads', 'Counts']
const { svg: SVG, figure: PNG, pdf: PDF } = OUTPUTS

/** What is tried: each says what works, or throws a sentence that says what does not. */
function checksOf(shop: Shop): Record<string, () => string | Promise<string>> {
  const { config, plugins, skipped, catalogue } = shop
  const { HOST, PORT, DATA_DIR, MIN_FREE_DISK_MB } = config
  const refuse = (when: boolean, sentence: string) => {
    if (when) throw new Error(sentence)
  }
  const made = async (workflow: string, source: Source, wanted: readonly string[]) =>
    (await figureOf(shop, chosenPlugin(plugins, [workflow]), [source], {}, wanted)).files
  let drawn: Made['files'] = new Map()
  return {
    program: () => `burin ${config.version}, Bun ${Bun.version}`,
    plugins: () => {
      refuse(skipped.length > 0, skipped.join(' '))
      return plugins.map(({ id }) => id).join(', ')
    },
    'layout, fonts, PNG and PDF': async () => {
      const bytes = Buffer.from(WORDS.join(' -> '))
      const source = { file: '-', bytes, text: String(bytes), content: 'text' } as const
      drawn = await made('run', source, [SVG.path, PNG.path, PDF.path])
      return [...drawn].map(([path, file]) => `${path} of ${file.byteLength} bytes`).join(', ')
    },
    'kernels and recogniser': async () => {
      const bytes = Buffer.from(drawn.get(PNG.path) ?? '')
      const source = { file: '-', bytes, text: '', content: 'picture' } as const
      const read = String(
        Buffer.from((await made('image-to-svg', source, [SVG.path])).get(SVG.path) ?? ''),
      )
      const missed = WORDS.filter((word) => !read.includes(`>${word}<`))
      refuse(missed.length > 0, `the picture was read without ${missed.join(' and ')}`)
      return `read ${WORDS.join(' and ')} in the picture`
    },
    port: () => {
      Bun.listen({ hostname: HOST, port: PORT, socket: { data: () => {} } }).stop(true)
      return `${HOST}:${PORT} is free`
    },
    'data folder': async () => {
      const there = existsSync(DATA_DIR) ? DATA_DIR : dirname(DATA_DIR)
      await access(there, constants.W_OK)
      const free = Math.floor(new Files(there).freeMegabytes())
      refuse(free < MIN_FREE_DISK_MB, `${free} MB are free, less than MIN_FREE_DISK_MB`)
      return `${DATA_DIR}, ${free} MB free`
    },
    providers: async () => {
      const probed = await probeProviders(catalogue)
      const sentences = probed.map(({ sentence }) => sentence).join(' ')
      refuse(
        probed.some(({ reachable }) => !reachable),
        sentences,
      )
      return sentences || 'none is configured: rules draw'
    },
  }
}
