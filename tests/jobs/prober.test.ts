import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Prober } from '../../src/jobs/prober'
import { createLogger } from '../../src/log'
import { removeTempFolders, tempFolder } from '../support/folders'

afterAll(removeTempFolders)

/** The smallest GIF: one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

test('a file whose examination is ended takes only itself along, not the next in the queue', async () => {
  const file = join(tempFolder(), 'a.gif')
  await Bun.write(file, GIF)
  const options = {
    memoryBytes: 1,
    settings: {
      version: '0.0.0',
      pluginsDir: tempFolder(),
      limits: { textCharacters: 1000, pdfBytes: 1000, pdfPages: 1 },
      referenceHosts: [],
      maxImageBytes: 1000,
      maxImagePixels: 1000,
    },
  }
  const prober = new Prober(createLogger('silent'), options)
  const examine = () => prober.probe({ name: 'image', file, maxPixels: 1000 })
  const [fat, next] = [examine(), examine()]
  expect(await fat).toBeUndefined()
  options.memoryBytes = 2_000_000_000
  expect(await next).toMatchObject({ format: 'gif', width: 1, height: 1 })
  prober.stop()
})
