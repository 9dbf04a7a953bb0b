import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { until } from '../support/until'

const startApp = useApps()
const EARLIER = '0'.repeat(31)
const LATER = 'f'.repeat(32)
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

test('what a kill has left between a file and its row is removed after the start, and nothing else', async () => {
  const first = await startApp()
  const id = await first.submit('/api/echo', { text: 'x' })
  await first.ended(id)
  const body = new FormData()
  body.set('file', new File([Buffer.from(PIXEL, 'base64')], 'one.png'))
  const upload = await (await first.ask('/api/upload', { method: 'POST', body })).json()
  await first.stop()

  const elsewhere = tempFolder()
  const outside = join(elsewhere, 'outside.txt')
  writeFileSync(outside, 'not ours to remove')
  const at = (...path: string[]) => join(first.dataDir, ...path)
  mkdirSync(at('files', `${EARLIER}1`, 'input'), { recursive: true })
  mkdirSync(at('files', LATER), { recursive: true })
  mkdirSync(at('files', id, '0', 'icons'), { recursive: true })
  const stray = [
    at('uploads', `${EARLIER}2.png`),
    at('files', `${EARLIER}1`, 'input', 'pdf_base64.pdf'),
    at('files', id, '1', 'final.svg.part'),
    at('files', id, '1', 'unlisted.txt'),
    at('files', id, '0', 'icons', 'icon_AF01.png'),
  ]
  // A name that is later than the start may be one whose row is about to be written.
  const kept = [at('uploads', 'notes.txt'), at('uploads', `${LATER}.png`), at('files', LATER, 'a')]
  for (const path of [...stray, ...kept]) writeFileSync(path, 'x')
  symlinkSync(elsewhere, at('files', id, '1', 'link'))

  const again = await startApp({ DATA_DIR: first.dataDir })
  expect((await again.ask('/healthz')).status).toBe(200)
  // The start itself waits for none of this.
  expect(stray.filter(existsSync)).toEqual(stray)
  await until('the strays are gone', () => !stray.some(existsSync))
  await until('the link is gone', () => !existsSync(at('files', id, '1', 'link')))
  expect(kept.filter(existsSync)).toEqual(kept)
  expect(existsSync(outside)).toBe(true)
  expect(existsSync(at('files', `${EARLIER}1`))).toBe(false)
  expect((await again.ask(upload.url)).status).toBe(200)
  for (const path of ['echo.txt', 'run.log'])
    expect((await again.ask(`/api/artifacts/${id}/${path}`)).status).toBe(200)
})
