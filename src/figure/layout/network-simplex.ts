/** `head` is at least `least` more than `tail`; what it is more costs `weight` a unit. */
export interface Tie {
  tail: number
  head: number
  least: number
  weight: number
}

/**
 * Integers for `count` variables so that the weighted lengths of all ties are least and none is shorter than it may be:
 * the network simplex method of Gansner, Koutsofios, North and Vo, "A Technique for Drawing Directed Graphs" (1993).
 * Each component of variables begins at 0; with `centred`, what may stand anywhere between two places at the same cost
 * stands in the middle. Throws where ties run in a circle.
 */
export function networkSimplex(count: number, ties: readonly Tie[], centred = false): Int32Array {
  const at = new Int32Array(count)
  for (const { variables, ties: own } of componentsOf(count, ties)) {
    const places = new Simplex(variables.length, own).solve(centred)
    const low = places.reduce((least, each) => Math.min(least, each), places[0] ?? 0)
    for (const [index, variable] of variables.entries()) at[variable] = (places[index] ?? 0) - low
  }
  return at
}

/** Connected variables with their ties, numbered from 0. */
function componentsOf(count: number, ties: readonly Tie[]) {
  const near = listsOf(count)
  for (const { tail, head } of ties) {
    near[tail]?.push(head)
    near[head]?.push(tail)
  }
  const component = new Int32Array(count).fill(-1)
  const index = new Int32Array(count)
  const parts: { variables: number[]; ties: Tie[] }[] = []
  for (let first = 0; first < count; first++) {
    if (component[first] !== -1) continue
    const variables = [first]
    component[first] = parts.length
    for (const at of variables) {
      for (const other of near[at] ?? []) {
        if (component[other] !== -1) continue
        component[other] = parts.length
        index[other] = variables.length
        variables.push(other)
      }
    }
    parts.push({ variables, ties: [] })
  }
  for (const tie of ties)
    parts[component[tie.tail] as number]?.ties.push({
      ...tie,
      tail: index[tie.tail] as number,
      head: index[tie.head] as number,
    })
  return parts
}

/** Empty lists, in a plain loop: there are thousands of solvers in a figure. */
function listsOf(count: number): number[][] {
  const lists: number[][] = []
  for (let at = 0; at < count; at++) lists.push([])
  return lists
}

/** Pivots for every variable at the most: what is found by then holds all ties. */
const MOST_PIVOTS = 24
/** Ties that it pays to lengthen of which the best is taken. */
const LOOKED_AT = 30
/** Rounds of moving to the middle. */
const CENTRING = 8
const ROUNDING = 1e-9

/** Variables as numbers, ties as columns, and a spanning tree of ties that are as short as they may be. */
class Simplex {
  readonly #tail: Int32Array
  readonly #head: Int32Array
  readonly #least: Int32Array
  readonly #weight: Float64Array
  /** Ties out of each variable, and into it. */
  readonly #out: number[][]
  readonly #into: number[][]
  readonly #place: Int32Array
  /** Ties of the tree, where each stands among them (-1: none), and those at each variable. */
  readonly #tree: number[] = []
  readonly #slot: Int32Array
  readonly #near: number[][]
  /** The tie to the parent; the number in postorder, the least one below, and the variable of each number. */
  readonly #parent: Int32Array
  readonly #low: Int32Array
  readonly #lim: Int32Array
  readonly #at: Int32Array
  /** What lengthening each tie of the tree by 1 would cost. */
  readonly #cut: Float64Array
  #next = 0

  constructor(
    readonly count: number,
    ties: readonly Tie[],
  ) {
    this.#tail = new Int32Array(ties.length)
    this.#head = new Int32Array(ties.length)
    this.#least = new Int32Array(ties.length)
    this.#weight = new Float64Array(ties.length)
    this.#out = listsOf(count)
    this.#into = listsOf(count)
    this.#near = listsOf(count)
    for (let tie = 0; tie < ties.length; tie++) {
      const { tail, head, least, weight } = ties[tie] as Tie
      this.#tail[tie] = tail
      this.#head[tie] = head
      this.#least[tie] = least
      this.#weight[tie] = weight
      this.#out[tail]?.push(tie)
      this.#into[head]?.push(tie)
    }
    this.#place = new Int32Array(count)
    this.#slot = new Int32Array(ties.length).fill(-1)
    this.#parent = new Int32Array(count).fill(-1)
    this.#low = new Int32Array(count)
    this.#lim = new Int32Array(count)
    this.#at = new Int32Array(count)
    this.#cut = new Float64Array(ties.length)
  }

  solve(centred: boolean): Int32Array {
    if (this.count < 2) return this.#place
    this.#firstPlaces()
    this.#tightTree()
    this.#number(0, -1, 0)
    this.#cutValues()
    for (let left = MOST_PIVOTS * this.count; left > 0; left--) {
      const leaving = this.#leaving()
      if (leaving === undefined || !this.#pivot(leaving)) break
    }
    if (centred) this.#centre()
    return this.#place
  }

  /** As early as all ties allow: longest paths. */
  #firstPlaces(): void {
    const place = this.#place
    const open = Int32Array.from(this.#into, ({ length }) => length)
    const ready = [...open.keys()].filter((at) => open[at] === 0)
    for (const at of ready) place[at] = 0
    for (const at of ready) {
      for (const tie of this.#out[at] ?? []) {
        const head = this.#head[tie] as number
        const least = (place[at] as number) + (this.#least[tie] as number)
        const isFirst = open[head] === this.#into[head]?.length
        if (isFirst || least > (place[head] as number)) place[head] = least
        open[head] = (open[head] as number) - 1
        if (open[head] === 0) ready.push(head)
      }
    }
    if (ready.length < this.count) throw new Error('ties of places run in a circle')
  }

  #slack(tie: number): number {
    const length =
      (this.#place[this.#head[tie] as number] as number) -
      (this.#place[this.#tail[tie] as number] as number)
    return length - (this.#least[tie] as number)
  }

  /** Grows the tree along ties without slack; where none is left, what it holds moves until one has none. */
  #tightTree(): void {
    const inTree = new Uint8Array(this.count)
    const members: number[] = []
    let leading: number[] = []
    const take = (at: number) => {
      inTree[at] = 1
      members.push(at)
    }
    take(0)
    for (let seen = 0; members.length < this.count; ) {
      for (; seen < members.length; seen++) {
        const at = members[seen] as number
        for (const ties of [this.#out[at] ?? [], this.#into[at] ?? []])
          for (const tie of ties) {
            const other = this.#outside(tie, inTree)
            if (other === undefined) continue
            if (this.#slack(tie) > 0) leading.push(tie)
            else {
              this.#join(tie)
              take(other)
            }
          }
      }
      leading = leading.filter((tie) => this.#outside(tie, inTree) !== undefined)
      let [best, least] = [-1, Number.POSITIVE_INFINITY]
      for (const tie of leading) {
        const slack = this.#slack(tie)
        if (slack < least) [best, least] = [tie, slack]
      }
      const other = this.#outside(best, inTree)
      if (other === undefined) return
      const by = this.#tail[best] === other ? -least : least
      for (const at of members) this.#place[at] = (this.#place[at] as number) + by
      this.#join(best)
      take(other)
    }
  }

  /** The end of a tie that the tree does not hold yet, where it holds the other. */
  #outside(tie: number, inTree: Uint8Array): number | undefined {
    const [tail, head] = [this.#tail[tie] as number, this.#head[tie] as number]
    return inTree[tail] === inTree[head] ? undefined : inTree[tail] === 1 ? head : tail
  }

  #join(tie: number): void {
    this.#slot[tie] = this.#tree.length
    this.#tree.push(tie)
    this.#near[this.#tail[tie] as number]?.push(tie)
    this.#near[this.#head[tie] as number]?.push(tie)
  }

  /** Numbers the part of the tree below `root` in postorder, from `first` on. */
  #number(root: number, parent: number, first: number): void {
    let next = first
    const way = [root]
    const turn = [0]
    this.#parent[root] = parent
    this.#low[root] = next
    while (way.length > 0) {
      const at = way.at(-1) as number
      const step = turn[way.length - 1] as number
      const tie = this.#near[at]?.[step]
      if (tie === undefined) {
        this.#at[next] = at
        this.#lim[at] = next++
        way.pop()
        turn.pop()
        continue
      }
      turn[way.length - 1] = step + 1
      if (tie === this.#parent[at]) continue
      const other = this.#tail[tie] === at ? this.#head[tie] : this.#tail[tie]
      this.#parent[other as number] = tie
      this.#low[other as number] = next
      way.push(other as number)
      turn.push(0)
    }
  }

  #isBelow(at: number, top: number): boolean {
    const lim = this.#lim[at] as number
    return (this.#low[top] as number) <= lim && lim <= (this.#lim[top] as number)
  }

  /** The end of a tie of the tree that lies below the other. */
  #lower(tie: number): number {
    const [tail, head] = [this.#tail[tie] as number, this.#head[tie] as number]
    return (this.#lim[tail] as number) < (this.#lim[head] as number) ? tail : head
  }

  /** What moving all below a tie costs is the weight of their ties; those among them cancel out. */
  #cutValues(): void {
    const sum = new Float64Array(this.count)
    for (let lim = 0; lim < this.count - 1; lim++) {
      const at = this.#at[lim] as number
      for (const tie of this.#out[at] ?? [])
        sum[at] = (sum[at] as number) + (this.#weight[tie] as number)
      for (const tie of this.#into[at] ?? [])
        sum[at] = (sum[at] as number) - (this.#weight[tie] as number)
      const up = this.#parent[at] as number
      const isTail = this.#tail[up] === at
      const above = (isTail ? this.#head[up] : this.#tail[up]) as number
      sum[above] = (sum[above] as number) + (sum[at] as number)
      this.#cut[up] = isTail ? (sum[at] as number) : -(sum[at] as number)
    }
  }

  /** A tie of the tree that it pays to lengthen. */
  #leaving(): number | undefined {
    let best: number | undefined
    let [least, seen] = [-ROUNDING, 0]
    for (let step = 0; step < this.#tree.length && seen < LOOKED_AT; step++) {
      if (this.#next >= this.#tree.length) this.#next = 0
      const tie = this.#tree[this.#next++] as number
      if ((this.#cut[tie] as number) > -ROUNDING) continue
      seen++
      if ((this.#cut[tie] as number) < least) [best, least] = [tie, this.#cut[tie] as number]
    }
    return best
  }

  /** How far all below a variable may move on, or back, and the tie that then has no slack; none: as far as one likes. */
  #reach(top: number, on: boolean): { tie: number; slack: number } {
    let [best, least] = [-1, Number.POSITIVE_INFINITY]
    for (let lim = this.#low[top] as number; lim <= (this.#lim[top] as number); lim++) {
      const at = this.#at[lim] as number
      for (const tie of (on ? this.#out[at] : this.#into[at]) ?? []) {
        const slack = this.#slack(tie)
        if (slack >= least) continue
        if (this.#isBelow((on ? this.#head[tie] : this.#tail[tie]) as number, top)) continue
        ;[best, least] = [tie, slack]
      }
    }
    return { tie: best, slack: least }
  }

  #move(top: number, by: number): void {
    if (by === 0) return
    for (let lim = this.#low[top] as number; lim <= (this.#lim[top] as number); lim++) {
      const at = this.#at[lim] as number
      this.#place[at] = (this.#place[at] as number) + by
    }
  }

  /** Lengthens a tie of the tree until another has no slack, which takes its place. */
  #pivot(leaving: number): boolean {
    const top = this.#lower(leaving)
    const on = this.#head[leaving] === top
    const { tie: entering, slack } = this.#reach(top, on)
    if (entering < 0) return false
    this.#move(top, on ? slack : -slack)
    const cut = this.#cut[leaving] as number
    const [tail, head] = [this.#tail[entering] as number, this.#head[entering] as number]
    this.#climb(tail, head, cut, true)
    const common = this.#climb(head, tail, cut, false)
    this.#cut[entering] = -cut
    const slot = this.#slot[leaving] as number
    this.#tree[slot] = entering
    this.#slot[entering] = slot
    this.#slot[leaving] = -1
    for (const at of [this.#tail[leaving] as number, this.#head[leaving] as number]) {
      const near = this.#near[at] as number[]
      near.splice(near.indexOf(leaving), 1)
    }
    this.#near[tail]?.push(entering)
    this.#near[head]?.push(entering)
    this.#number(common, this.#parent[common] as number, this.#low[common] as number)
    return true
  }

  /** Changes the cut values from a variable up to where the other end of the entering tie is below, too. */
  #climb(from: number, to: number, by: number, isTail: boolean): number {
    let at = from
    while (!this.#isBelow(to, at)) {
      const tie = this.#parent[at] as number
      const forth = (this.#tail[tie] === at) === isTail
      this.#cut[tie] = (this.#cut[tie] as number) + (forth ? by : -by)
      at = (this.#tail[tie] === at ? this.#head[tie] : this.#tail[tie]) as number
    }
    return at
  }

  /** Moves what may be moved at no cost to the middle of where it may stand. */
  #centre(): void {
    for (let round = 0; round < CENTRING; round++) {
      let moved = false
      for (const tie of this.#tree) {
        if (Math.abs(this.#cut[tie] as number) > ROUNDING) continue
        const top = this.#lower(tie)
        const [on, back] = [this.#reach(top, true).slack, this.#reach(top, false).slack]
        if (!Number.isFinite(on - back)) continue
        const by = Math.trunc((on - back) / 2)
        this.#move(top, by)
        moved ||= by !== 0
      }
      if (!moved) return
    }
  }
}
