import { ChartRefused } from '../../../forms/chart'
import { BLUE_RED, rampColor } from '../palette'
import { sum } from '../stats'
import type { Json } from '../vega'
import { amount, type Composite, fieldOn, layerOf, namesOn, samplesOf, titleOf } from './groups'

/** Shares of answers, the neutral one cut in half by zero. */
export function likert(own: Composite): Json {
  const { encoding, mark, says } = own
  const [question, answer] = [fieldOn(own, 'y'), fieldOn(own, 'color')]
  const counted = encoding.x?.field !== undefined
  const cells = samplesOf(own, counted ? { y: 'name', x: 'number' } : { y: 'name' }).flatMap(
    ({ series, list }) =>
      list.map((each) => ({
        question: each.y,
        answer: String(series),
        n: counted ? Number((each as Json).x) : 1,
      })),
  )
  const given = encoding.color?.sort ?? (encoding.color?.scale as Json | undefined)?.domain
  const found = [...new Set(cells.map((each) => each.answer))]
  const answers = Array.isArray(given) ? given.map(String) : found
  const lost = found.find((each) => !answers.includes(each))
  if (lost !== undefined) throw new ChartRefused(`The order of answers lacks ${lost}.`)
  const middle = answers.length % 2 === 1 ? answers[(answers.length - 1) / 2] : undefined
  const neutral = mark.neutral === undefined ? middle : mark.neutral
  if (typeof neutral === 'string' && !answers.includes(neutral))
    throw new ChartRefused(`No answer is called ${neutral}.`)
  const cut = typeof neutral === 'string' ? answers.indexOf(neutral) : answers.length / 2 - 0.5
  if (!Array.isArray(given)) says.push(`Answers in the order of the data: ${answers.join(', ')}.`)
  const rows = [...Map.groupBy(cells, (each) => each.question)].flatMap(([each, list]) => {
    const all = sum(list.map(({ n }) => n)) || 1
    const shares = answers.map(
      (one) => (100 * sum(list.filter((cell) => cell.answer === one).map(({ n }) => n))) / all,
    )
    let from = -sum(shares.map((share, i) => (i < cut ? share : i === cut ? share / 2 : 0)))
    return shares.map((share, i) => {
      const row = {
        question: each,
        answer: answers[i],
        share_start: from,
        share_end: from + share,
        middle: from + share / 2,
        said: share < 6 ? '' : `${Math.round(share)}`,
      }
      from += share
      return row
    })
  })
  const stops = BLUE_RED.toReversed()
  const [left, right] = [Math.ceil(cut), answers.length - 1 - Math.floor(cut)]
  const range = answers.map((_, i) =>
    i === cut
      ? '#dcdfe3'
      : i < cut
        ? rampColor(stops, 0.08 + (0.18 * i) / Math.max(1, left - 1))
        : rampColor(stops, 0.92 - (0.18 * (answers.length - 1 - i)) / Math.max(1, right - 1)),
  )
  const reach =
    Math.ceil(Math.max(...rows.map((row) => Math.max(-row.share_start, row.share_end))) / 10) * 10
  const x = (field: string) =>
    amount({ ...encoding.x, field: undefined }, field, 'Share of answers (%)', {
      scale: { domain: [-reach, reach], nice: false },
      axis: { labelExpr: "format(abs(datum.value), 'd')" },
    })
  const y = {
    ...namesOn(own, 'y', 'question', null),
    title: titleOf(encoding.y, question),
  }
  const dark = (i: number) => i !== cut && (i <= 0 || i >= answers.length - 1)
  return {
    layer: [
      {
        name: 'zero',
        data: { values: [{}] },
        mark: { type: 'rule', color: '#57606a' },
        encoding: { x: { ...x('share_end'), field: undefined, datum: 0 } },
      },
      layerOf(
        'bar',
        rows,
        { type: 'bar' },
        {
          x: { ...x('share_end'), stack: null },
          x2: { field: 'share_start' },
          y,
          color: {
            field: 'answer',
            type: 'nominal',
            title: titleOf(encoding.color, answer),
            sort: answers,
            scale: { range, ...((encoding.color?.scale ?? {}) as Json), domain: answers },
            legend:
              encoding.color?.legend === null
                ? null
                : {
                    orient: 'top',
                    direction: 'horizontal',
                    titleOrient: 'left',
                    ...((encoding.color?.legend ?? {}) as Json),
                  },
          },
        },
      ),
      ...[true, false].map((light) =>
        layerOf(
          'share',
          rows.filter(
            (row) => row.said !== '' && dark(answers.indexOf(row.answer ?? '')) === light,
          ),
          { type: 'text', color: light ? '#ffffff' : '#30363d' },
          { x: x('middle'), y, text: { field: 'said' } },
        ),
      ),
    ],
  }
}
