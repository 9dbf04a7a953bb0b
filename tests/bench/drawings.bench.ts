/**
 * Drawings: seeded faults that are found, false alarms on clean drawings, and what exact does to spoilt ones.
 *
 * --only=found,clean,exact   of these; --cases=words_over,...   only faults of these kinds
 */
import { check } from '../../src/figure/check'
import { exact } from '../../src/figure/exact'
import { toSvg } from '../../src/figure/svg'
import type { FaultKind } from '../../src/forms/fault'
import type { Scene } from '../../src/forms/scene'
import { readDrawing } from '../../src/read/drawing'
import { cleanDrawing, randomOf } from './drawings/clean'
import { planOf, SPOILS } from './drawings/spoil'
import { aim, type Bench, type Row } from './harness/rows'

const SPOILT = 200
const CLEAN = 200
const MENDED = 2000
/** Seeds of the suite's own tests are lower. */
const FROM = 1000

const again = (scene: Scene) => readDrawing(toSvg(scene, { version: 'bench' })).scene

export default {
  name: 'drawings',
  summary: 'seeded faults found, false alarms, and that exact raises no count',
  async run({ only, cases }) {
    const wanted = (part: string) => only.length === 0 || only.includes(part)
    const kinds = (Object.keys(SPOILS) as FaultKind[]).filter(
      (kind) => cases.length === 0 || cases.includes(kind),
    )
    return [
      ...(wanted('found') ? foundRows(kinds) : []),
      ...(wanted('clean') ? cleanRows() : []),
      ...(wanted('exact') ? exactRows(kinds) : []),
    ]
  },
} satisfies Bench

function foundRows(kinds: readonly FaultKind[]): Row[] {
  const each = Math.ceil(SPOILT / kinds.length)
  let [tried, found] = [0, 0]
  const rows = kinds.map((kind): Row => {
    let [own, hits] = [0, 0]
    for (let seed = FROM; own < each; seed++) {
      const { svg, text } = cleanDrawing(seed)
      const clean = readDrawing(svg).scene
      const spoilt = SPOILS[kind]?.(clean, randomOf(seed))
      if (!spoilt) continue
      own++
      const { faults } = check(again(spoilt.scene), { text, plan: planOf(clean) })
      const isFound = faults.some(
        (fault) =>
          fault.kind === kind &&
          (spoilt.ids.includes(fault.id) || spoilt.ids.includes(fault.other)),
      )
      if (isFound) hits++
      else console.log(`missed: ${kind} of drawing ${seed}`)
    }
    tried += own
    found += hits
    return { figure: `found, ${kind}`, value: hits / own, unit: '' }
  })
  return [
    ...rows,
    aim({ figure: `found of ${tried} spoilt`, value: found / tried, unit: '' }, { least: 0.97 }),
  ]
}

function cleanRows(): Row[] {
  let [alarmed, milliseconds] = [0, 0]
  for (let seed = FROM; seed < FROM + CLEAN; seed++) {
    const { svg, text } = cleanDrawing(seed)
    const { scene } = readDrawing(svg)
    const from = process.cpuUsage()
    const hard = check(scene, { text }).faults.filter((fault) => fault.hard)
    milliseconds += process.cpuUsage(from).user / 1000
    if (hard.length > 0) alarmed++
    for (const { kind, sentence } of hard)
      console.log(`false alarm: ${kind} of drawing ${seed}: ${sentence}`)
  }
  return [
    aim(
      { figure: 'clean drawings with a false alarm', value: alarmed / CLEAN, unit: '' },
      { most: 0.02 },
    ),
    { figure: 'check, processor time', value: milliseconds / CLEAN, unit: 'ms' },
  ]
}

function exactRows(seeded: readonly FaultKind[]): Row[] {
  const sums = { raised: 0, unstable: 0, milliseconds: 0 }
  const kinds = new Map<FaultKind, { before: number; after: number }>()
  for (let seed = FROM; seed < FROM + MENDED; seed++) {
    const random = randomOf(seed)
    let { scene } = readDrawing(cleanDrawing(seed).svg)
    for (let left = random.whole(1, 3); left > 0; left--)
      scene = SPOILS[random.one(seeded)]?.(scene, random)?.scene ?? scene
    scene = again(scene)
    const before = check(scene).counts
    const from = process.cpuUsage()
    const { scene: next } = exact(scene)
    sums.milliseconds += process.cpuUsage(from).user / 1000
    const after = check(next).counts
    const raised = (Object.keys(before) as FaultKind[]).filter((kind) => after[kind] > before[kind])
    if (raised.length > 0) console.log(`raised: ${raised.join(', ')} of drawing ${seed}`)
    sums.raised += raised.length > 0 ? 1 : 0
    for (const kind of Object.keys(before) as FaultKind[]) {
      const sum = kinds.get(kind) ?? { before: 0, after: 0 }
      kinds.set(kind, { before: sum.before + before[kind], after: sum.after + after[kind] })
    }
    // Every tenth is mended twice: that is half of the time.
    if (
      seed % 10 === 0 &&
      toSvg(exact(next).scene, { version: 'bench' }) !== toSvg(next, { version: 'bench' })
    )
      sums.unstable++
  }
  return [
    aim(
      { figure: `of ${MENDED} spoilt, made worse by exact`, value: sums.raised, unit: '' },
      { most: 0 },
    ),
    aim({ figure: 'changed by a second run', value: sums.unstable, unit: '' }, { most: 0 }),
    ...[...kinds].map(([kind, { before, after }]) => ({
      figure: `${kind} of ${before}, after exact`,
      value: after,
      unit: '',
    })),
    { figure: 'exact, processor time', value: sums.milliseconds / MENDED, unit: 'ms' },
  ]
}
