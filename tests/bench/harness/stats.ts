/** The value below which the share `q` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))
  return sorted[at] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The exponent of a power law through (size, cost) by least squares on logarithms: 1 is linear, 0 constant. */
export function exponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const mean = (index: 0 | 1) => logs.reduce((sum, log) => sum + log[index], 0) / logs.length
  const [mx, my] = [mean(0), mean(1)]
  const above = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  const below = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return above / below
}

/**
 * Runs the contestants in turn, `rounds` times over, so that a noisy machine disturbs all alike. Gives each one's
 * results in order.
 */
export async function interleave<Contestants extends Record<string, () => Promise<unknown>>>(
  rounds: number,
  contestants: Contestants,
): Promise<Results<Contestants>> {
  const results: Record<string, unknown[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(contestants)) {
      results[name] ??= []
      results[name].push(await run())
    }
  return results as Results<Contestants>
}

type Results<Contestants extends Record<string, () => Promise<unknown>>> = {
  [Name in keyof Contestants]: Awaited<ReturnType<Contestants[Name]>>[]
}
