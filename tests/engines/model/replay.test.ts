import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cases } from '../../bench/text/halves'
import { compare, f1, readGraph } from '../../bench/text/match'
import { useModelApps } from './model-app'

/*
 * Answers that were recorded by `bun run bench text --provider <id> --record=<folder>`, said again at the wire: what
 * becomes of them between the provider and the figure.
 */

const FOLDER = join(import.meta.dir, '..', '..', 'fixtures', 'model-answers')
const startModel = useModelApps()

const names = readdirSync(FOLDER).map((file) => file.replace('.json', ''))

test.each(names)(
  '%s is drawn as its model planned it',
  async (name) => {
    const { text, answers } = await Bun.file(join(FOLDER, `${name}.json`)).json()
    const gold = (await cases('open')).find(({ id }) => id === name)
    if (!gold) throw new Error(`no case ${name}`)
    const { draw, asked } = await startModel(answers)
    const { status, diagram, report } = await draw(text)
    expect(status).toBe('completed')
    expect(asked(0)).toContain('[1.1] ')
    const { nodes, edges } = compare(gold, readGraph(diagram))
    expect(f1(nodes)).toBeGreaterThan(0.85)
    expect(f1(edges)).toBeGreaterThan(0.6)
    const { nodes: all, grounded_nodes } = report.grounding as Record<string, number>
    expect(grounded_nodes).toBe(all ?? 0)
    expect(report.figures).toMatchObject({
      ...{ nodeOverlaps: 0, edgesThroughNodes: 0, textOverflow: 0, missingGlyphs: 0, labelHits: 0 },
    })
  },
  60_000,
)
