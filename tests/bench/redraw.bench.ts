import { aim, type Bench, type Row } from './harness/rows'
import { median, percentile } from './harness/stats'
import { EDITED, editRound, type Round } from './redraw/rounds'

const SEQUENCES = 1000

export default {
  name: 'redraw',
  summary: 'random edits of drawn figures: faults, sameness, undo and time',
  async run({ cases }) {
    const chosen = EDITED.filter(([name]) => cases.length === 0 || cases.includes(name))
    const rounds: Round[] = []
    for (let seed = 0; seed < SEQUENCES; seed++) {
      const one = chosen[seed % chosen.length]
      if (one) rounds.push(await editRound(one, seed))
    }
    for (const { diagram, seed, faults, same, undone } of rounds)
      if (faults.length > 0 || !same || !undone)
        console.log(
          `${diagram} ${seed}: ${[...faults, !same && 'differs', !undone && 'not undone'].filter(Boolean).join(', ')}`,
        )
    return rowsOf(rounds)
  },
} satisfies Bench

function rowsOf(rounds: readonly Round[]): Row[] {
  const none = (figure: string, isBad: (round: Round) => boolean) =>
    aim({ figure, value: rounds.filter(isBad).length, unit: '' }, { most: 0 })
  const twenty = rounds.filter(({ nodes }) => nodes >= 16 && nodes <= 24)
  const times = (of: readonly Round[]) => of.map(({ took }) => took)
  return [
    { figure: 'sequences', value: rounds.length, unit: '' },
    {
      figure: 'operations',
      value: rounds.reduce((sum, round) => sum + round.operations, 0),
      unit: '',
    },
    none('figures with a fault that the first had not', ({ faults }) => faults.length > 0),
    none('figures with other bytes when drawn again', ({ same }) => !same),
    none('undone sequences with other bytes', ({ undone }) => !undone),
    {
      figure: 'nodes that could not stay where they were placed',
      value: rounds.reduce((sum, { moved }) => sum + moved, 0),
      unit: '',
    },
    { figure: 'drawing, p50', value: median(times(rounds)), unit: 'ms' },
    { figure: 'drawing, p95', value: percentile(times(rounds), 0.95), unit: 'ms' },
    aim(
      { figure: 'drawing about 20 nodes, p50', value: median(times(twenty)), unit: 'ms' },
      { most: 120 },
    ),
  ]
}
