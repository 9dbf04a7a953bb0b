import { expect, test } from 'bun:test'
import { Committer } from '../../src/jobs/committer'
import { createLogger } from '../../src/log'
import type { Batch, Report } from '../../src/store/append'
import type { Store } from '../../src/store/store'

const fileNamed = (path: string): Report => ({
  ...{ type: 'artifact', path, kind: 'file', size: 1, sha256: '' },
})

test('what an attempt reports is stored as its own while files of an earlier one are still being kept', async () => {
  const stored: Pick<Batch, 'attempt' | 'reports'>[] = []
  const slow = Promise.withResolvers<boolean>()
  const store = {
    files: { keepArtifact: ({ attempt }: Batch) => (attempt === 1 ? slow.promise : true) },
    append: async ([batch]: Batch[]) => batch && stored.push(batch),
  } as unknown as Store
  const committer = new Committer(store, createLogger('silent'), () => {})
  const [first, second] = [1, 2].map((attempt) => ({ id: 'a', attempt })) as [Batch, Batch]
  committer.add(first, [fileNamed('first.txt')], () => true)
  await Bun.sleep(5)
  committer.add(second, [fileNamed('second.txt')], () => false)
  await committer.flush(second)
  expect(stored).toMatchObject([{ attempt: 2, reports: [{ path: 'second.txt' }] }])
  slow.resolve(true)
  await committer.flush(first)
  expect(stored[1]).toMatchObject({ attempt: 1, reports: [{ path: 'first.txt' }] })
})
