type Where = 'localStorage' | 'sessionStorage'

/** What this browser keeps between visits, or a tab over a reload; one that keeps nothing is like one that has nothing yet. */
export function recall(name: string, where: Where = 'localStorage'): string | null {
  try {
    return window[where].getItem(name)
  } catch {
    return null
  }
}

/** What was kept as JSON; undefined: nothing was that can be read. */
export const recalled = <T>(name: string, where?: Where) => read<T>(recall(name, where) ?? '')

/** What a text says as JSON; undefined: it is none. */
export function read<T>(text: string): T | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null forgets. @returns whether there was room; nothing is lost but convenience */
export function keep(name: string, value: string | null, where: Where = 'localStorage'): boolean {
  try {
    if (value === null) window[where].removeItem(name)
    else window[where].setItem(name, value)
    return true
  } catch {
    return false
  }
}

/** Where the figure is kept that the studio shows, and when a key took over what the browser had drawn. */
export const SHOWN = 'studio figure'
export const ADOPTED = 'adopted'

/** A version that was made of the studio's figure, on its own page, is shown there from then on. */
export function showInstead(from: string, to: string): void {
  const shown = recalled<{ id: string; name: string }>(SHOWN)
  if (shown?.id === from) keep(SHOWN, JSON.stringify({ id: to, name: shown.name }))
}
