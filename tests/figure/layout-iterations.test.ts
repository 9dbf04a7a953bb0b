import { expect, test } from 'bun:test'
import { drawPlanned } from '../../src/figure/draw'
import { optimise, type Round } from '../../src/figure/optimise'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram } from '../../src/forms/diagram'
import { logOf } from '../support/remarks'
import { nested, retrieval, stages } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const compose = (diagram: Diagram, iterations?: number) =>
  tools.compose(diagram, {
    style: 'academic',
    ratio: '4:3',
    title: 'A figure',
    ...(iterations === undefined ? {} : { iterations }),
  })
const roundsOf = (report: Record<string, unknown>) => report.rounds as Round[]

test('one iteration is the quick search alone', async () => {
  const [one, none] = [await compose(nested, 1), await compose(nested)]
  expect(one.svg).toBe(none.svg)
  expect(roundsOf(one.report)).toHaveLength(1)
  expect(logOf(one).some((line) => line.startsWith('round'))).toBe(false)
})

test('no round is worse than the one before, and the last one is what is shipped', async () => {
  for (const diagram of [retrieval, nested, stages(9, [4, 3, 2])]) {
    const { scene, report } = await compose(diagram, 6)
    const rounds = roundsOf(report)
    const costs = rounds.map(({ cost }) => cost)
    expect(costs).toEqual([...costs].sort((a, b) => b - a))
    expect(tools.measure(scene)).toEqual(rounds.at(-1)?.figures ?? {})
    expect(rounds.length).toBeLessThanOrEqual(6)
  }
})

test('every round is logged with what came of it', async () => {
  const { remarks, report } = await compose(retrieval, 4)
  const lines = logOf({ remarks }).filter((line) => line.startsWith('round'))
  expect(lines).toHaveLength(roundsOf(report).length)
  for (const { round, kept } of roundsOf(report).slice(1))
    expect(lines[round - 1]).toContain(kept ? 'kept' : 'nothing better')
  for (const line of lines) expect(line).toContain('cost')
})

test('the same diagram takes the same rounds', async () => {
  const [one, two] = [await compose(nested, 5), await compose(structuredClone(nested), 5)]
  expect(one.svg).toBe(two.svg)
  expect(one.remarks).toEqual(two.remarks)
})

test('a figure of few arrangements ends the rounds early and says so', async () => {
  const { remarks, report } = await compose(stages(4), 10)
  expect(roundsOf(report).length).toBeLessThan(10)
  expect(logOf({ remarks }).some((line) => line.startsWith('no other arrangement'))).toBe(true)
})

test('a large diagram has fewer rounds', async () => {
  const first = await drawPlanned(retrieval, { style: 'academic', ratio: '4:3', title: 'A figure' })
  expect(first.others.length).toBeGreaterThan(4)
  /** Scenes that are drawn where every one is better than the one before. */
  const scenesOf = async (nodes: number, edges: number) => {
    let [scenes, crossings] = [0, 1000]
    const diagram = { ...retrieval, nodes: Array(nodes).fill({}), edges: Array(edges).fill({}) }
    const measured = () => ({ edgeCrossings: crossings-- })
    const { cut } = await optimise(diagram, 10, measured, async (plan) => {
      scenes++
      return plan ? { ...first, plan } : first
    })
    return { scenes, cut }
  }
  const usual = await scenesOf(40, 60)
  expect(usual.cut).toBe(false)
  const large = await scenesOf(200, 600)
  expect(large.cut).toBe(true)
  expect(2 * large.scenes).toBeLessThan(usual.scenes)
})
