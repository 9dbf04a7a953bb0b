/**
 * The one-to-one assignment of rows to columns whose gains sum highest (Kuhn-Munkres with potentials, cubic time).
 * Gives the column of each row; pairs without gain are left out (-1).
 */
export function assign(gains: readonly (readonly number[])[]): number[] {
  const size = Math.max(gains.length, ...gains.map((row) => row.length))
  const cost = (row: number, column: number) => -(gains[row - 1]?.[column - 1] ?? 0)
  const rowPotential = new Float64Array(size + 1)
  const columnPotential = new Float64Array(size + 1)
  /** The row that a column holds; column 0 holds the row that looks for a place. */
  const held = new Int32Array(size + 1)
  for (let row = 1; row <= size; row++) {
    const way = new Int32Array(size + 1)
    const slack = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY)
    const seen = new Uint8Array(size + 1)
    held[0] = row
    let column = 0
    do {
      seen[column] = 1
      const from = at(held, column)
      let delta = Number.POSITIVE_INFINITY
      let next = 0
      for (let other = 1; other <= size; other++) {
        if (seen[other]) continue
        const reduced = cost(from, other) - at(rowPotential, from) - at(columnPotential, other)
        if (reduced < at(slack, other)) {
          slack[other] = reduced
          way[other] = column
        }
        if (at(slack, other) < delta) {
          delta = at(slack, other)
          next = other
        }
      }
      for (let other = 0; other <= size; other++)
        if (seen[other]) {
          rowPotential[at(held, other)] = at(rowPotential, at(held, other)) + delta
          columnPotential[other] = at(columnPotential, other) - delta
        } else slack[other] = at(slack, other) - delta
      column = next
    } while (held[column] !== 0)
    for (; column > 0; column = at(way, column)) held[column] = at(held, at(way, column))
  }
  const columns = new Array<number>(gains.length).fill(-1)
  for (let column = 1; column <= size; column++) {
    const row = at(held, column) - 1
    if ((gains[row]?.[column - 1] ?? 0) > 0) columns[row] = column - 1
  }
  return columns
}

const at = (list: Int32Array | Float64Array, index: number) => list[index] ?? 0
