import { academic } from './academic'
import type { Theme } from './theme'
import { variations } from './variations'

/** Every accepted style name and its theme. */
export const themes: Readonly<Record<string, Theme>> = { academic, ...variations }

/** Throws on a name that is not in {@link themes}. */
export function themeOf(style: string): Theme {
  const theme = Object.hasOwn(themes, style) ? themes[style] : undefined
  if (!theme) throw new Error(`style ${style} is not one of ${Object.keys(themes).join(', ')}`)
  return theme
}

export { dress } from './dress'
export type { Hue, Theme } from './theme'
