/** Words that a language of graphs takes for its own. */
const RESERVED =
  /^(?:end|(?:sub)?graph|flowchart|style|class(?:def)?|click|call|href|default|linkstyle|direction)$/i

/** A name of Latin letters, digits and underscores for each id: its own as far as it is one. */
export function namesFor(ids: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const id of ids) {
    const plain = id.replace(/\W+/g, '_').replace(/^_+|_+$/g, '')
    const base = /^(?:\d|$)/.test(plain) || RESERVED.test(plain) ? `n_${plain}` : plain
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
    taken.add(name)
    names.set(id, name)
  }
  return names
}
