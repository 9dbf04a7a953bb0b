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
