/**
 * Logistic regression with an L2 penalty, by Newton's method.
 *
 * @param rows  numbers of each case, all of one length
 * @param labels  1 where a case is true, else 0
 * @returns a weight for each number, and a constant last
 */
export function logistic(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  penalty: number,
): number[] {
  const size = (rows[0]?.length ?? 0) + 1
  const weights = new Float64Array(size)
  for (let round = 0; round < ROUNDS; round++) {
    const table = Array.from({ length: size }, () => new Float64Array(size + 1))
    rows.forEach((row, at) => {
      const values = [...row, 1]
      const z = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)
      const p = 1 / (1 + Math.exp(-z))
      const curve = Math.max(1e-4, p * (1 - p))
      for (const [i, line] of table.entries()) {
        const value = values[i] ?? 0
        for (let j = 0; j < size; j++) line[j] = (line[j] ?? 0) + curve * value * (values[j] ?? 0)
        line[size] = (line[size] ?? 0) + (p - (labels[at] ?? 0)) * value
      }
    })
    for (const [i, line] of table.entries()) {
      const held = i < size - 1 ? penalty : 1e-3
      line[i] = (line[i] ?? 0) + held
      line[size] = (line[size] ?? 0) + held * (weights[i] ?? 0)
    }
    solve(table).forEach((step, i) => {
      weights[i] = (weights[i] ?? 0) - step
    })
  }
  return Array.from(weights, (weight) => Math.round(weight * 1e4) / 1e4)
}

const ROUNDS = 8

/** Gauss-Jordan on equations whose right side stands last; the penalty keeps every pivot above 0. */
function solve(table: readonly Float64Array[]): number[] {
  for (const [at, line] of table.entries()) {
    const pivot = line[at] ?? 1
    for (let j = 0; j < line.length; j++) line[j] = (line[j] ?? 0) / pivot
    for (const [other, next] of table.entries()) {
      const factor = next[at] ?? 0
      if (other === at || factor === 0) continue
      for (let j = 0; j < line.length; j++) next[j] = (next[j] ?? 0) - factor * (line[j] ?? 0)
    }
  }
  return table.map((line) => line.at(-1) ?? 0)
}
