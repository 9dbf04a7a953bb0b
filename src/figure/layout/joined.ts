/** Union-find: gives each id the name of its component. */
export function joined(
  ids: readonly string[],
  links: readonly { from: string; to: string }[],
): (id: string) => string {
  const parent = new Map(ids.map((id) => [id, id]))
  const root = (id: string): string => {
    let at = id
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up
    return at
  }
  for (const { from, to } of links) parent.set(root(to), root(from))
  return root
}
