/** One measured figure. */
export interface Row {
  figure: string
  value: number
  /** e.g. `/s`, `ms`, `MB`; empty for a plain number. */
  unit: string
  /** What was measured beside ours in the same run. */
  peer?: string
  peerValue?: number
  /** Ours over the peer's. */
  ratio?: number
  /** The aim, in words. */
  aim?: string
  met?: boolean
  /** What the committed baseline holds this row to; only for figures that do not depend on the machine. */
  guard?: Guard
}

export interface Guard {
  of: 'value' | 'ratio'
  better: 'higher' | 'lower'
  /** How much worse than the baseline is still accepted, as a share: 0.3 is 30 %. */
  tolerance: number
}

export interface BenchOptions {
  /** The long form, with the sizes that take minutes. */
  full: boolean
  /** Names of parts to run; empty: all. */
  only: readonly string[]
  /** Names of stages or refinements to leave out. */
  without: readonly string[]
  /** Who plans, an id of the deployment's provider file; null: rules. */
  provider: string | null
  /** Ids of cases; empty: all. */
  cases: readonly string[]
  /** A folder for the answers of a model. */
  record: string | null
}

/** What a `*.bench.ts` file exports as its default. */
export interface Bench {
  name: string
  summary: string
  run: (options: BenchOptions) => Promise<Row[]>
}

interface Peer {
  name: string
  value: number
}

/** A row with the ratio to its peer. */
export function against(row: Row, peer: Peer): Row {
  return { ...row, peer: peer.name, peerValue: peer.value, ratio: row.value / peer.value }
}

/** Judges a row: `least` and `most` bound the value, `leastRatio` and `mostRatio` the ratio to the peer. */
export function aim(
  row: Row,
  limits: { least?: number; most?: number; leastRatio?: number; mostRatio?: number },
): Row {
  const { least, most, leastRatio, mostRatio } = limits
  const { ratio = Number.NaN } = row
  const words = [
    least !== undefined && `>= ${least}`,
    most !== undefined && `<= ${most}`,
    leastRatio !== undefined && `>= ${leastRatio} x`,
    mostRatio !== undefined && `<= ${mostRatio} x`,
  ]
  const met =
    (least === undefined || row.value >= least) &&
    (most === undefined || row.value <= most) &&
    (leastRatio === undefined || ratio >= leastRatio) &&
    (mostRatio === undefined || ratio <= mostRatio)
  return { ...row, aim: words.filter(Boolean).join(', '), met }
}

export type Parts = Readonly<Record<string, Bench['run']>>

/** Runs the parts of a bench that were asked for, one after the other. @throws Error for a part that there is not */
export const runParts =
  (bench: string, parts: Parts): Bench['run'] =>
  async (options) => {
    const odd = options.only.find((name) => !Object.hasOwn(parts, name))
    if (odd)
      throw new Error(`${bench} has no part ${odd}; it has ${Object.keys(parts).join(', ')}.`)
    const rows: Row[] = []
    for (const [name, part] of Object.entries(parts))
      if (options.only.length === 0 || options.only.includes(name))
        rows.push(...(await part(options)))
    return rows
  }
