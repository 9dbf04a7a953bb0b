/** What this browser keeps between visits; a browser that keeps nothing is like one that has nothing yet. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Null forgets. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Nothing is lost but convenience.
  }
}

/** Where the figure is kept that the studio shows. */
export const SHOWN = 'studio figure'

/** A version that was made of the studio's figure, on its own page, is shown there from then on. */
export function showInstead(from: string, to: string): void {
  const { id, name } = JSON.parse(recall(SHOWN) ?? '{}')
  if (id === from) keep(SHOWN, JSON.stringify({ id: to, name }))
}
