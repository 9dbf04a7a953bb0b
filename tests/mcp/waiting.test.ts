import { expect, test } from 'bun:test'
import { createMcp } from '../../src/mcp/server'
import { useAgents } from '../support/agent'

const { linked } = useAgents()
const ID = '0'.repeat(32)

test('an agent is not kept for longer than its client waits, and is told how to wait on', async () => {
  const asked: string[] = []
  const api = {
    origin: 'http://localhost',
    ask: async (path: string) => {
      asked.push(path)
      if (path === '/api/generate') return Response.json({ task_id: ID, status: 'pending' })
      const progress = { stage: 'draw', step: 2, steps: 4, percent: 50 }
      return Response.json({ job_id: ID, status: 'running', progress, artifacts: [] })
    },
  }
  const { call } = await linked(createMcp(api, '1', 0))
  const { isError, words, told } = await call('draw_figure', { source_context: 'a', caption: 'b' })
  expect({ isError, told }).toEqual({ isError: undefined, told: { id: ID, status: 'running' } })
  expect(words).toBe(`${ID} is not ready (draw, step 2 of 4): call look to wait.`)
  expect(asked).toEqual(['/api/generate', `/api/history/${ID}`])
})

test('a server that cannot be reached is no trace of an error', async () => {
  const api = {
    origin: 'http://localhost',
    ask: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:1 with burin_secret')),
  }
  const { call } = await linked(createMcp(api, '1'))
  const { isError, words } = await call('look', { id: ID })
  expect({ isError, words }).toEqual({
    isError: true,
    words: 'The server did not answer; try later.',
  })
})
