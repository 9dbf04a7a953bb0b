import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OUTPUTS } from '../forms/outputs'
import { probeProviders } from '../providers/probe'
import { readPicture } from '../read/image'
import { chosenPlugin } from './fields'
import { figureOf } from './figure'
import { inFolder, openShop, type Shop } from './shop'
import type { Terminal } from './terminal'
import type { Words } from './words'

/** What is tried, one after the other: each says what works, or throws what does not. */
type Checks = Readonly<Record<string, () => string | Promise<string>>>

/** The words of the figure that is drawn and read back. */
const SHOWN = ['Reads', 'Counts']
const PICTURE_WIDTH = 1024

/** `burin doctor`. */
export async function doctor({ options }: Words, terminal: Terminal): Promise<number> {
  const shop = await openShop(terminal.env)
  const found = []
  for (const [name, check] of Object.entries({
    ...figureChecks(shop, terminal),
    ...placeChecks(shop),
  })) {
    const one = await Promise.try(check).then(
      (says) => ({ name, ok: true, says }),
      (error) => ({
        name,
        ok: false,
        says: error instanceof Error ? error.message : String(error),
      }),
    )
    found.push(one)
    if (!options.has('json'))
      await terminal.stdout(`${one.ok ? 'works' : 'FAULT'}  ${name}: ${one.says}\n`)
  }
  if (options.has('json')) await terminal.stdout(`${JSON.stringify(found)}\n`)
  return found.every(({ ok }) => ok) ? 0 : 1
}

/** What a figure takes: it is laid out, painted, printed and read back. */
function figureChecks(shop: Shop, terminal: Terminal): Checks {
  const { config, registry, figure, settings, skipped } = shop
  let svg = ''
  return {
    program: () => `burin ${config.version}, Bun ${Bun.version}`,
    plugins: () => {
      if (skipped.length > 0) throw new Error(skipped.join(' '))
      return registry
        .list()
        .map(({ id }) => id)
        .join(', ')
    },
    'layout and fonts': async () => {
      const bytes = Buffer.from(SHOWN.join(' -> '))
      const source = { file: '-', bytes, text: String(bytes), content: 'text' } as const
      const { files } = await inFolder((folder) =>
        figureOf(
          { shop, terminal, folder, line: () => {} },
          chosenPlugin(registry.list(), ['run']),
          [source],
          { fields: {}, wanted: [OUTPUTS.svg.path] },
        ),
      )
      svg = new TextDecoder().decode(files.get(OUTPUTS.svg.path))
      return `drew ${bytes}`
    },
    PNG: async () => `${(await figure.png(svg, PICTURE_WIDTH)).byteLength} bytes`,
    PDF: async () => `${(await figure.pdf(svg)).byteLength} bytes`,
    'kernels and recogniser': async () => {
      const picture = await figure.png(svg, PICTURE_WIDTH)
      const { signal } = new AbortController()
      const { scene } = await readPicture(picture, { maxPixels: settings.maxImagePixels, signal })
      const missed = SHOWN.filter((word) => !scene.elements.some(({ label }) => label === word))
      if (missed.length > 0) throw new Error(`the picture was read without ${missed.join(' and ')}`)
      return `read ${SHOWN.join(' and ')} in the picture`
    },
  }
}

/** Where a server would run, and whom it would call. */
function placeChecks({
  config: { HOST, PORT, DATA_DIR, MIN_FREE_DISK_MB },
  catalogue,
}: Shop): Checks {
  return {
    port: () => {
      try {
        Bun.listen({ hostname: HOST, port: PORT, socket: { data: () => {} } }).stop(true)
        return `${HOST}:${PORT} is free`
      } catch {
        throw new Error(
          `${HOST}:${PORT} cannot be listened on: a server runs there, or PORT must be another`,
        )
      }
    },
    'data folder': async () => {
      const there = await nearestFolder(DATA_DIR)
      await access(there, constants.W_OK).catch(() => {
        throw new Error(`DATA_DIR=${DATA_DIR} cannot be written`)
      })
      const { bavail, bsize } = await statfs(there)
      const free = Math.floor((bavail * bsize) / 1_000_000)
      if (free < MIN_FREE_DISK_MB)
        throw new Error(`${free} MB are free, less than MIN_FREE_DISK_MB`)
      return `${DATA_DIR}, ${free} MB free`
    },
    providers: async () => {
      const probed = await probeProviders(catalogue)
      const sentences = probed.map(({ sentence }) => sentence).join(' ')
      if (probed.some(({ reachable }) => !reachable)) throw new Error(sentences)
      return sentences || 'none is configured: rules draw'
    },
  }
}

/** The folder, or the one in which it would be made. */
async function nearestFolder(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  return isThere ? path : nearestFolder(dirname(path))
}
