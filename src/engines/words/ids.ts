/** Of an id's own part, in characters; longer words are cut. */
const LONGEST = 40

/** Ids of a diagram's nodes and groups: valid XML names, unique over both. */
export function createIds() {
  const taken = new Set<string>()
  return {
    /** Like `key`, a name or words, as far as its letters are Latin; else by its place from 1 on. */
    fresh(key: string, prefix: 'n' | 'g', place: number): string {
      const name = /^[A-Za-z][A-Za-z0-9_-]*$/.test(key) ? key : slugOf(key)
      const base = name === '' ? `${prefix}${place}` : `${prefix}-${name.slice(0, LONGEST)}`
      let id = base
      for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
      taken.add(id)
      return id
    },
  }
}

/** Words in lower case with hyphens; empty where other letters than Latin ones carry them. */
function slugOf(words: string): string {
  const plain = words.normalize('NFKD').replace(/\p{M}/gu, '')
  if (/[^\P{L}A-Za-z]/u.test(plain)) return ''
  const slug = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
  return /[a-z]/.test(slug) ? slug.replace(/^-|-$/g, '') : ''
}
