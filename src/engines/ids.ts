/** Ids of a diagram's nodes and groups: valid XML names, unique over both. */
export interface Ids {
  /** Like `key` where that is a plain name, else by its place from 1 on. */
  fresh(key: string, prefix: 'n' | 'g', place: number): string
}

/** Longer keys are no names that a person gave. */
const LONGEST = 40

export function createIds(): Ids {
  const taken = new Set<string>()
  return {
    fresh(key, prefix, place) {
      const isName = /^[A-Za-z][A-Za-z0-9_-]*$/.test(key) && key.length <= LONGEST
      const base = isName ? `${prefix}-${key}` : `${prefix}${place}`
      let id = base
      for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
      taken.add(id)
      return id
    },
  }
}
