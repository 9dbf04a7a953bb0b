import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeOutFiles } from '../../src/intake/take-out-files'
import { removeTempFolders, tempFolder } from '../support/folders'

const folder = tempFolder()
afterAll(removeTempFolders)

const take = async (text: string) => {
  const body: unknown = JSON.parse(text)
  const { files, characters } = await takeOutFiles(body, { pdf: 'pdf' }, join(folder, 'a'))
  return { rest: JSON.stringify(body), files, characters }
}

test.each([
  ['{"pdf":"aGk=","a":1}', '{"pdf":"file","a":1}'],
  ['{"a":[1,{"pdf":"aGk="}],"pdf":"aGk="}', '{"a":[1,{"pdf":"aGk="}],"pdf":"file"}'],
  ['{"a":"\\"}","p\\u0064f":"aG\\u006b="}', '{"a":"\\"}","pdf":"file"}'],
  ['{"pdf":"####","pdf":"aGk="}', '{"pdf":"file"}'],
])('takes the file out of %s', async (text, rest) => {
  const found = await take(text)
  expect([found.rest, found.characters]).toEqual([rest, 4])
  expect(found.files.pdf).toMatchObject({ bytes: 2 })
  expect(readFileSync(join(folder, 'a.pdf.pdf'), 'utf8')).toBe('hi')
})

test.each([
  '{"pdf":5}',
  '{"pdf":null}',
  '{"pdf":" "}',
  '{"pdf":{"pdf":"aGk="}}',
  '["pdf","aGk="]',
  '"pdf"',
  'null',
])('leaves %p as it is', async (text) => {
  expect(await take(text)).toEqual({ rest: text, files: {}, characters: 0 })
})
