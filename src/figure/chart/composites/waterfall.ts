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
  const closing = typeof mark.closing === 'string' ? [mark.closing] : []
  const totals = [...((mark.totals ?? []) as unknown[]).map(String), ...closing]
  for (const x of closing) {
    const y = list.reduce((at, each) => (totals.includes(each.x) ? each.y : at + each.y), 0)
    list.push({ x, y, row: {} })
  }
  once(
    own,
    list.map(({ x }) => x),
    'The step',
  )
  const strange = totals.find((each) => !list.some(({ x }) => x === each))
  if (strange !== undefined) throw new ChartRefused(`No row of ${step} is called ${strange}.`)
  const digits = sharedDecimals(list.map(({ y }) => y))
  let level = 0
  const rows = list.map(({ x, y }, i) => {
    const isTotal = totals.includes(x)
    const from = isTotal ? 0 : level
    if (isTotal && i > 0 && Math.abs(level - y) > 0.0005 * Math.abs(y))
      says.push(
        `${x} is ${fixed(y, digits)}; the amounts before it come to ${fixed(level, digits)}.`,
      )
    level = isTotal ? y : level + y
    return {
      step: x,
      change_start: from,
      change_end: level,
      kind: isTotal ? 'Total' : y < 0 ? 'Decrease' : 'Increase',
      next: list[i + 1]?.x ?? x,
      top: Math.max(from, level),
      said: `${!isTotal && y > 0 ? '+' : ''}${fixed(y, digits)}`,
    }
  })
  const inks = {
    Increase: mark.increase ?? '#009e73',
    Decrease: mark.decrease ?? '#d55e00',
    Total: '#4d5a68',
  }
  const scale = { domain: Object.keys(inks), range: Object.values(inks) }
  const color = { field: 'kind', type: 'nominal', title: null, sort: null, scale }
  const x = {
    ...namesOn(own, 'x', 'step'),
    title: titleOf(encoding.x, step),
    scale: { paddingInner: 0.3, paddingOuter: 0.15 },
  }
  const y = (field: string) => amount(encoding.y, field, change)
  const link = { type: 'rule', color: '#57606a', strokeWidth: 0.8 }
  const bars = { x, y: y('change_end'), y2: { field: 'change_start' }, color }
  const words = { x, y: y('top'), text: { field: 'said' } }
  return {
    layer: [
      layerOf('link', rows.slice(0, -1), link, { x, x2: { field: 'next' }, y: y('change_end') }),
      layerOf('step', rows, { type: 'bar' }, bars),
      layerOf('value', rows, { type: 'text', baseline: 'bottom', dy: -3 }, words),
    ],
  }
}
