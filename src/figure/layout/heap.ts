/** Binary min-heap of integers; equal keys come out in insertion order, so results do not depend on the engine. */
export class Heap {
  #keys = new Float64Array(1024)
  #ages = new Int32Array(1024)
  #items = new Int32Array(1024)
  #size = 0
  #age = 0

  get size(): number {
    return this.#size
  }

  clear(): void {
    this.#size = 0
    this.#age = 0
  }

  /** The smallest key; meaningless when empty. */
  lowest(): number {
    return this.#keys[0] ?? 0
  }

  push(item: number, key: number): void {
    if (this.#size === this.#keys.length) this.#grow()
    const keys = this.#keys
    const ages = this.#ages
    const items = this.#items
    let at = this.#size++
    // A new entry is the youngest, so among equal keys it stays below.
    while (at > 0) {
      const up = (at - 1) >> 1
      const above = keys[up] as number
      if (above <= key) break
      keys[at] = above
      ages[at] = ages[up] as number
      items[at] = items[up] as number
      at = up
    }
    keys[at] = key
    ages[at] = this.#age++
    items[at] = item
  }

  /** Takes out the item with the smallest key. */
  pop(): number {
    const keys = this.#keys
    const ages = this.#ages
    const items = this.#items
    const top = items[0] as number
    const last = --this.#size
    const key = keys[last] as number
    const age = ages[last] as number
    const item = items[last] as number
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= last) break
      const right = child + 1
      if (
        right < last &&
        ((keys[right] as number) < (keys[child] as number) ||
          (keys[right] === keys[child] && (ages[right] as number) < (ages[child] as number)))
      ) {
        child = right
      }
      const low = keys[child] as number
      if (key < low || (key === low && age < (ages[child] as number))) break
      keys[at] = low
      ages[at] = ages[child] as number
      items[at] = items[child] as number
      at = child
    }
    keys[at] = key
    ages[at] = age
    items[at] = item
    return top
  }

  #grow(): void {
    const double = <T extends Float64Array | Int32Array>(old: T, next: T): T => {
      next.set(old)
      return next
    }
    const length = 2 * this.#keys.length
    this.#keys = double(this.#keys, new Float64Array(length))
    this.#ages = double(this.#ages, new Int32Array(length))
    this.#items = double(this.#items, new Int32Array(length))
  }
}
