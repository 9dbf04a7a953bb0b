import { composed, gridHeight } from '../../../src/engines/model/composition'
import { grounded } from '../../../src/engines/model/ground'
import { readDraft } from '../../../src/engines/model/read-draft'
import { compose } from '../../../src/figure/compose'
import type { Diagram } from '../../../src/forms/diagram'

/** A node of a draft as a model answers it. */
export const node = (id: string, label: string, box: unknown, more: object = {}) => ({
  ...{ id, label, detail: null, kind: 'process', group: null, quote: label, box },
  ...more,
})

export const edge = (from: string, to: string, more: object = {}) => ({
  ...{ from, to, label: null, kind: 'flow', heads: 'end', dashed: false, quote: '' },
  ...more,
})

/** The figure of a text by a model's answer. */
export async function drawDraft(
  text: string,
  answer: Readonly<Record<string, unknown>>,
  options: { style?: string; ratio?: string } = {},
) {
  const { style = 'academic', ratio = '16:9' } = options
  const { value: draft, faults } = readDraft(answer)
  if (!draft) throw new Error(faults.join(' '))
  const plan = composed(grounded(draft, text, null), draft, {
    ...{ height: gridHeight(ratio), text, wishes: answer },
  })
  const diagram: Diagram = { ...plan, warnings: [] }
  const { scene, svg, report } = await compose(
    diagram,
    { style, ratio, title: 'T', iterations: 1 },
    'test',
  )
  const composition = report.composition as { asked: number; kept: number; given_up: string[] }
  return {
    ...{ diagram, faults, scene, svg },
    figures: report.figures as Record<string, number>,
    report: composition,
  }
}
