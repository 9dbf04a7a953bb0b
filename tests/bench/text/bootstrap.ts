/** The bounds of the 95 % percentile interval of a statistic, cases drawn anew with a fixed seed. */
export function interval<Case>(
  cases: readonly Case[],
  statistic: (sample: readonly Case[]) => number,
): [low: number, high: number] {
  const random = mulberry32(20_240_229)
  const draw = () => cases.map(() => cases[Math.floor(random() * cases.length)] as Case)
  const values = Array.from({ length: ROUNDS }, () => statistic(draw()))
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b)
  const at = (share: number) => values[Math.round(share * (values.length - 1))] ?? Number.NaN
  return [at(0.025), at(0.975)]
}

const ROUNDS = 2000

/** Numbers from 0 to 1 that depend on the seed alone. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
