import { expect, test } from 'bun:test'
import { local } from '../../src/engines/local'
import { createFigureTools } from '../../src/figure/tools'
import { warmUp } from '../../src/jobs/warm-up'

/** What was called, in order; `workComes` names the call during which a job arrives. */
async function calls(workComes?: string): Promise<string[]> {
  const called: string[] = []
  const noting = <Tools extends object>(tools: Tools): Tools =>
    new Proxy(tools, {
      get(target, name) {
        called.push(String(name))
        return Reflect.get(target, name)
      },
    })
  const busy = () => workComes !== undefined && called.includes(workComes)
  await warmUp(noting(local), noting(createFigureTools('0')), busy)
  return called
}

test('an idle executor reads, draws and rasterises a figure, and leaves the PDF writer alone', async () => {
  expect(await calls()).toEqual(['plan', 'compose', 'png'])
})

test.each([
  ['plan', ['plan']],
  ['compose', ['plan', 'compose']],
])('work that comes during %s ends the warm-up behind it', async (step, done) => {
  expect(await calls(step)).toEqual(done)
})
