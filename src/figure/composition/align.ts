import type { Separation, Wish } from './separation'

export interface Merged {
  variables: Wish[]
  /** The variable that one was merged into. */
  at(index: number): number
}

/** Two variables that are nearly in line. */
export interface Close {
  a: number
  b: number
  by: number
}

/** Those of each line that are nearly in line, the nearest first. */
export function closeOf(
  variables: readonly Wish[],
  lines: readonly (readonly number[])[],
  near: number,
): Close[] {
  const atOf = (index: number) => variables[index]?.at ?? 0
  const close = lines.flatMap((line) =>
    line.flatMap((a, index) =>
      line
        .slice(index + 1)
        .map((b) => ({ a, b, by: Math.abs(atOf(a) - atOf(b)) }))
        .filter(({ by }) => by <= near),
    ),
  )
  return close.sort((one, two) => one.by - two.by || one.a - two.a || one.b - two.b)
}

/** Makes one variable of those that are nearly in line, unless a constraint keeps them apart. */
export function alignedOf(
  variables: readonly Wish[],
  separations: readonly Separation[],
  close: readonly Close[],
  near: number,
): Merged {
  const leader = variables.map((_, index) => index)
  const lead = (index: number): number => {
    const up = leader[index] ?? index
    return up === index ? index : lead(up)
  }
  const members = new Map(variables.map((_, index) => [index, [index]]))
  const order = new Order(variables.length, separations)
  const atOf = (index: number) => variables[index]?.at ?? 0
  const spread = (a: number, b: number) => {
    const all = [...(members.get(a) ?? []), ...(members.get(b) ?? [])].map(atOf)
    return Math.max(...all) - Math.min(...all)
  }
  for (const { a, b } of close) {
    const [one, two] = [lead(a), lead(b)]
    if (one === two || spread(one, two) > 1.5 * near) continue
    if (order.isBefore(one, two) || order.isBefore(two, one)) continue
    leader[two] = one
    const all = [...(members.get(one) ?? []), ...(members.get(two) ?? [])]
    members.set(one, all)
    order.merge(all)
  }
  const merged = variables.map((own, index) => {
    const all = (members.get(index) ?? []).map((member) => variables[member] ?? own)
    const weight = all.reduce((sum, each) => sum + each.weight, 0)
    return { at: all.reduce((sum, each) => sum + each.weight * each.at, 0) / weight, weight }
  })
  return { variables: merged, at: lead }
}

/** What constraints put behind each variable, directly or by others between: a set of bits each. */
class Order {
  readonly #behind: Uint32Array[]
  readonly #words: number

  constructor(count: number, separations: readonly Separation[]) {
    this.#words = Math.ceil(count / 32)
    this.#behind = Array.from({ length: count }, () => new Uint32Array(this.#words))
    const before = Array.from({ length: count }, (): number[] => [])
    const open = new Uint32Array(count)
    for (const { left, right } of separations) {
      before[right]?.push(left)
      open[left] = (open[left] ?? 0) + 1
    }
    const ready = [...open.keys()].filter((index) => open[index] === 0)
    const done = new Set<number>()
    for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
      done.add(index)
      for (const left of before[index] ?? []) {
        this.#add(left, index)
        open[left] = (open[left] ?? 0) - 1
        if (open[left] === 0) ready.push(left)
      }
    }
    // What constraints put in a circle stands in line with nothing.
    for (const [index, bits] of this.#behind.entries()) if (!done.has(index)) bits.fill(~0)
  }

  isBefore(one: number, two: number): boolean {
    return (((this.#behind[one]?.[two >> 5] ?? 0) >> (two & 31)) & 1) === 1
  }

  /** Makes one of variables: what is behind one is behind all. */
  merge(all: readonly number[]): void {
    const whole = new Uint32Array(this.#words)
    for (const index of all) {
      this.#behind[index]?.forEach((bits, word) => {
        whole[word] = (whole[word] ?? 0) | bits
      })
    }
    for (const index of all) this.#behind[index]?.set(whole)
    for (const index of all) whole[index >> 5] = (whole[index >> 5] ?? 0) | (1 << (index & 31))
    for (const [index, bits] of this.#behind.entries())
      if (all.some((member) => this.isBefore(index, member)))
        for (let word = 0; word < this.#words; word++)
          bits[word] = (bits[word] ?? 0) | (whole[word] ?? 0)
  }

  #add(left: number, right: number): void {
    const [own, more] = [this.#behind[left], this.#behind[right]]
    if (!own || !more) return
    for (let word = 0; word < this.#words; word++) own[word] = (own[word] ?? 0) | (more[word] ?? 0)
    own[right >> 5] = (own[right >> 5] ?? 0) | (1 << (right & 31))
  }
}
