import { ChartRefused } from '../../../forms/chart'
import { sum } from '../stats'
import type { Json } from '../vega'
import {
  amount,
  type Composite,
  fieldOn,
  layerOf,
  lineAt,
  namesOn,
  samplesOf,
  titleOf,
} from './groups'

/** Shares of answers; the middle one of an odd number, or the neutral one, is cut in half by zero. */
export function likert(own: Composite): Json {
  const { encoding, mark, says } = own
  const [question, answer] = [fieldOn(own, 'y'), fieldOn(own, 'color')]
  const isCounted = encoding.x?.field !== undefined
  const cells = samplesOf(own, isCounted ? { y: 'name', x: 'number' } : { y: 'name' }).flatMap(
    ({ series, list }) =>
      list.map((each) => ({
        question: each.y,
        answer: String(series),
        n: isCounted ? Number((each as Json).x) : 1,
      })),
  )
  const scale = encoding.color?.scale as Json | undefined
  const given = encoding.color?.sort ?? scale?.domain
  const found = [...new Set(cells.map((each) => each.answer))]
  const answers = Array.isArray(given) ? given.map(String) : found
  const lost = found.find((each) => !answers.includes(each))
  if (lost !== undefined) throw new ChartRefused(`The order of answers lacks ${lost}.`)
  const neutral = mark.neutral as string | undefined
  if (neutral !== undefined && !answers.includes(neutral))
    throw new ChartRefused(`No answer is called ${neutral}.`)
  /** The answer that zero cuts, or between which two it stands. */
  const cut = neutral === undefined ? (answers.length - 1) / 2 : answers.indexOf(neutral)
  if (!Array.isArray(given)) says.push(`Answers in the order of the data: ${answers.join(', ')}.`)
  const rows = [...Map.groupBy(cells, (each) => each.question)].flatMap(([each, list]) => {
    const all = sum(list.map(({ n }) => n)) || 1
    const shares = answers.map(
      (one) => (100 * sum(list.filter((cell) => cell.answer === one).map(({ n }) => n))) / all,
    )
    let from = -sum(shares.map((share, i) => (i < cut ? share : i === cut ? share / 2 : 0)))
    return shares.map((share, i) => {
      const start = from
      from += share
      return {
        question: each,
        answer: answers[i],
        share_start: start,
        share_end: from,
        middle: (start + from) / 2,
        said: share < 6 ? '' : `${Math.round(share)}`,
      }
    })
  })
  const ends = rows.map((row) => Math.max(-row.share_start, row.share_end))
  const reach = Math.ceil(Math.max(...ends) / 10) * 10
  const x = (field: string) =>
    amount({ ...encoding.x, field: undefined }, field, 'Share of answers (%)', {
      scale: { domain: [-reach, reach], nice: false },
      axis: { labelExpr: "format(abs(datum.value), 'd')" },
    })
  const y = { ...namesOn(own, 'y', 'question'), title: titleOf(encoding.y, question) }
  const above = { orient: 'top', direction: 'horizontal', titleOrient: 'left' }
  const legend = encoding.color?.legend
  const color = {
    field: 'answer',
    type: 'nominal',
    title: titleOf(encoding.color, answer),
    sort: answers,
    scale: { scheme: { name: 'redblue', count: answers.length }, ...scale, domain: answers },
    legend: legend === null ? null : { ...above, ...((legend ?? {}) as Json) },
  }
  const bars = { x: { ...x('share_end'), stack: null }, x2: { field: 'share_start' }, y, color }
  const told = rows.filter((row) => row.said !== '')
  const words = { x: x('middle'), y, text: { field: 'said' } }
  return {
    layer: [
      lineAt('zero', 'x', x('share_end'), 0, { color: '#57606a' }),
      layerOf('bar', rows, { type: 'bar' }, bars),
      layerOf('share', told, { type: 'text', color: '#30363d' }, words),
    ],
  }
}
