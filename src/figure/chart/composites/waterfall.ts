import { ChartRefused } from '../../../forms/chart'
import { fixed, sharedDecimals } from '../numbers'
import type { Json } from '../vega'
import {
  amount,
  type Composite,
  fieldOn,
  layerOf,
  namesOn,
  once,
  samplesOf,
  titleOf,
} from './groups'

/** Changes as bars that start where the last one ended; `totals` start at zero. */
export function waterfall(own: Composite): Json {
  const { encoding, mark, says } = own
  const [step, change] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const list = samplesOf(own, { x: 'name', y: 'number' }).flatMap((each) => each.list)
  once(
    own,
    list.map(({ x }) => x),
    'The step',
  )
  const closing = typeof mark.closing === 'string' ? mark.closing : undefined
  const totals = [...((mark.totals ?? []) as unknown[]).map(String), ...(closing ? [closing] : [])]
  if (closing !== undefined) {
    const level = list.reduce((at, { x, y }) => (totals.includes(x) ? y : at + y), 0)
    list.push({ x: closing, y: level, row: {} })
    once(
      own,
      list.map(({ x }) => x),
      'The step',
    )
  }
  const strange = totals.find((each) => !list.some(({ x }) => x === each))
  if (strange !== undefined) throw new ChartRefused(`No row of ${step} is called ${strange}.`)
  const digits = sharedDecimals(list.map(({ y }) => y))
  let level = 0
  const rows = list.map(({ x, y }, i) => {
    const total = totals.includes(x)
    const from = total ? 0 : level
    if (total && i > 0 && Math.abs(level - y) > 0.0005 * Math.abs(y))
      says.push(
        `${x} is ${fixed(y, digits)}; the amounts before it come to ${fixed(level, digits)}.`,
      )
    level = total ? y : level + y
    return {
      step: x,
      change_start: from,
      change_end: level,
      kind: total ? 'Total' : y < 0 ? 'Decrease' : 'Increase',
      next: list[i + 1]?.x ?? x,
      top: Math.max(from, level),
      said: `${!total && y > 0 ? '+' : ''}${fixed(y, digits)}`,
    }
  })
  const kinds = ['Increase', 'Decrease', 'Total'].filter((each) =>
    rows.some(({ kind }) => kind === each),
  )
  const range = kinds.map(
    (each) =>
      ({
        Increase: mark.increase ?? '#009e73',
        Decrease: mark.decrease ?? '#d55e00',
        Total: '#4d5a68',
      })[each],
  )
  const x = {
    ...namesOn(own, 'x', 'step', null),
    title: titleOf(encoding.x, step),
    scale: { paddingInner: 0.3, paddingOuter: 0.15 },
  }
  const y = (field: string) => amount(encoding.y, field, change)
  return {
    layer: [
      layerOf(
        'link',
        rows.slice(0, -1),
        { type: 'rule', color: '#57606a', strokeWidth: 0.8 },
        {
          x,
          x2: { field: 'next' },
          y: y('change_end'),
        },
      ),
      layerOf(
        'step',
        rows,
        { type: 'bar' },
        {
          x,
          y: y('change_end'),
          y2: { field: 'change_start' },
          color: {
            field: 'kind',
            type: 'nominal',
            title: null,
            sort: null,
            scale: { domain: kinds, range },
          },
        },
      ),
      layerOf(
        'value',
        rows,
        { type: 'text', baseline: 'bottom', dy: -3 },
        {
          x,
          y: y('top'),
          text: { field: 'said' },
        },
      ),
    ],
  }
}
