import { type Bench, type Parts, runParts } from './harness/rows'
import { acceptRows, claimRows, costRows, growthRows } from './scale/rates'
import { surviveRows } from './scale/survive'

const PARTS: Parts = {
  survive: surviveRows,
  accept: acceptRows,
  claim: claimRows,
  cost: costRows,
  growth: growthRows,
}

export default {
  name: 'scale',
  summary: 'servers on PostgreSQL and object storage: what they survive, how much they take',
  run: runParts('scale', PARTS),
} satisfies Bench
