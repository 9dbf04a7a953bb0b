/**
 * Lines of text read from pictures: figures of our own themes and, apart, of other looks and typefaces, each also as JPEG
 * 85, at half size and blurred. The sealed half has other seeds and other faces; it is shown by aggregates alone.
 *
 * --open-only    leaves the sealed half out; for tuning
 * --verbose      what was misread in the open half
 * --figures=N    figures of each kind and half, 12 by default
 * --only=        of `clean`, `jpeg`, `half`, `blur`
 */
import { readLettering } from '../../src/read/lettering'
import { aim, type Bench, type Row } from './harness/rows'
import { median } from './harness/stats'
import { corpus, type Damage, damaged, type Figure, type Half } from './lettering/corpus'
import { addScore, emptyScore, type Score } from './lettering/score'
import { logSealed } from './text/sealed-log'

const DAMAGES: readonly Damage[] = ['clean', 'jpeg', 'half', 'blur']
/** Shares of lines exact that are asked for; half size counts text of 8 px and more. */
const GATES: Record<Damage, { least: number; edits?: number }> = {
  clean: { least: 0.95, edits: 0.01 },
  jpeg: { least: 0.92, edits: 0.02 },
  half: { least: 0.6 },
  blur: { least: 0.9 },
}

export default {
  name: 'lettering',
  summary: 'lines of text read from pictures',
  async run({ only }) {
    const verbose = process.argv.includes('--verbose')
    const halves: readonly Half[] = process.argv.includes('--open-only')
      ? ['open']
      : ['open', 'sealed']
    const damages = DAMAGES.filter((damage) => only.length === 0 || only.includes(damage))
    const rows: Row[] = []
    for (const half of halves) {
      const found = await halfRows(half, damages, verbose && half === 'open')
      if (half === 'sealed' && only.length === 0) await logSealed('lettering', found)
      rows.push(...found)
    }
    return rows
  },
} satisfies Bench

async function halfRows(half: Half, damages: readonly Damage[], verbose: boolean): Promise<Row[]> {
  const asked = process.argv.find((arg) => arg.startsWith('--figures='))?.split('=')[1]
  const count = Number(asked ?? 12)
  const figures: Figure[] = []
  for await (const figure of corpus(half, { own: count, foreign: count })) figures.push(figure)
  const rows: Row[] = []
  for (const damage of damages) {
    for (const own of [true, false]) {
      const group = figures.filter((figure) => figure.own === own)
      rows.push(
        ...(await scoreRows(
          group,
          damage,
          `${half}: ${own ? 'own' : 'foreign'} ${damage}`,
          verbose,
        )),
      )
    }
  }
  return rows
}

async function scoreRows(
  figures: Figure[],
  damage: Damage,
  name: string,
  verbose: boolean,
): Promise<Row[]> {
  const score = emptyScore()
  let time = 0
  let read = 0
  for (const figure of figures) {
    const { raster, lines } = await damaged(figure, damage)
    const from = performance.now()
    const found = readLettering(raster)
    time += performance.now() - from
    read += found.lines.length
    score.faults = []
    addScore(score, lines, found.lines, damage === 'half' ? 8 : 0)
    if (verbose)
      console.log(
        `${damage} ${figure.name}: ${found.lines.length} lines\n  ${score.faults.join('\n  ')}`,
      )
  }
  return figures.length === 0
    ? []
    : rowsOf(score, name, damage, { figures: figures.length, time, read })
}

function rowsOf(
  score: Score,
  name: string,
  damage: Damage,
  run: { figures: number; time: number; read: number },
): Row[] {
  const { least, edits } = GATES[damage]
  const mean = (list: readonly number[]) =>
    list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length)
  const row = (figure: string, value: number, unit = ''): Row => ({
    figure: `${name}, ${figure}`,
    value,
    unit,
  })
  const exact = row('lines exact', score.exact / Math.max(1, score.lines))
  const errors = row('character error', score.edits / Math.max(1, score.characters))
  return [
    aim({ ...exact, guard: { of: 'value', better: 'higher', tolerance: 0.02 } }, { least }),
    edits === undefined ? errors : aim(errors, { most: edits }),
    row('lines that are none, a figure', score.extra / run.figures),
    ...(damage === 'clean'
      ? [
          row('font size error, median', median(score.sizes)),
          row('weight right', mean(score.bold)),
          row('italic right', mean(score.italic)),
          row('family right', mean(score.family)),
          row('colour off, median', median(score.colour), 'levels'),
          row('time a line', run.time / Math.max(1, run.read), 'ms'),
        ]
      : []),
  ]
}
