import { describe, expect, test } from 'bun:test'
import { atRest, isLaden } from '../../src/jobs/at-rest'

const MOMENT_MS = 600
const LONG_MS = 31_000

interface Said {
  jobs?: number
  megabytes?: number
  rested?: boolean
  lastWorkflow?: string
}

const executor = (
  name: string,
  { jobs = 0, megabytes = 20, rested = false, lastWorkflow = '' }: Said,
) => ({
  name,
  jobs,
  rested,
  lastWorkflow,
  child: { residentBytes: () => megabytes * 1_000_000 },
})
const fresh = executor('fresh', {})
const small = executor('small', { jobs: 3, megabytes: 150 })
const writer = executor('writer', { jobs: 1, megabytes: 250 })
const reader = executor('reader', { jobs: 1, megabytes: 600 })
const spare = executor('spare', { megabytes: 120, rested: true })

const told = (executors: (typeof fresh)[], quietMs: number) => {
  const { rests, goes } = atRest(executors, quietMs)
  return { rests: rests.map(({ name }) => name), goes: goes.map(({ name }) => name) }
}

describe('where nothing runs', () => {
  test('one executor of a fresh server loads what jobs need, the others wait unloaded', () => {
    expect(told([fresh, executor('second', {})], MOMENT_MS)).toEqual({ rests: ['fresh'], goes: [] })
    expect(told([spare, fresh], MOMENT_MS)).toEqual({ rests: [], goes: [] })
  })

  test('what worked clears up and stays for a while; what read a picture goes', () => {
    const { rests, goes } = told([small, writer, reader, fresh], MOMENT_MS)
    expect(rests).toEqual(['small', 'writer'])
    expect(goes).toEqual(['reader'])
  })

  test('later one small executor stays; the second, and one that wrote a PDF, go', () => {
    expect(told([writer, small, spare, fresh], LONG_MS).goes).toEqual(['writer', 'spare'])
    expect(told([writer], LONG_MS).goes).toEqual(['writer'])
  })

  test('one that never worked is not replaced, however much loading took', () => {
    const fat = executor('fat', { megabytes: 900, rested: true })
    expect(told([fat, fresh], LONG_MS)).toEqual({ rests: [], goes: [] })
  })
})

test('a picture is read by a process that has read one, or holds little else', () => {
  const picture = { workflow: 'image-to-svg' }
  const done = (megabytes: number, lastWorkflow: string) =>
    executor('done', { jobs: 1, megabytes, lastWorkflow })
  expect(isLaden(done(250, 'run'), picture)).toBe(true)
  expect(isLaden(done(150, 'run'), picture)).toBe(false)
  expect(isLaden(done(450, 'image-to-svg'), picture)).toBe(false)
  expect(isLaden(done(250, 'run'), { workflow: 'generate' })).toBe(false)
})
