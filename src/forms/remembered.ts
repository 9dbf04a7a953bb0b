/** What is found by a key, once for each; where the keys would be more than `most`, all are forgotten. */
export function remembered<Key, Found>(
  find: (key: Key) => Found,
  most = Infinity,
): (key: Key) => Found {
  const known = new Map<Key, Found>()
  return (key) => {
    const old = known.get(key)
    if (old !== undefined || known.has(key)) return old as Found
    const found = find(key)
    if (known.size >= most) known.clear()
    known.set(key, found)
    return found
  }
}

/** The same for as long as the object that is the key is there. */
export function rememberedOf<Key extends WeakKey, Found>(
  find: (key: Key) => Found,
): (key: Key) => Found {
  const known = new WeakMap<Key, { found: Found }>()
  return (key) => {
    const kept = known.get(key) ?? { found: find(key) }
    known.set(key, kept)
    return kept.found
  }
}
