import { academic } from './academic'
import { blueprint } from './blueprint'
import { colorful } from './colorful'
import { flatDesign } from './flat-design'
import { handDrawn } from './hand-drawn'
import { infographic } from './infographic'
import { isometric3d } from './isometric-3d'
import { minimalist } from './minimalist'
import type { Theme } from './theme'

/** Every accepted style name and its theme. */
export const themes: Readonly<Record<string, Theme>> = Object.fromEntries(
  [academic, minimalist, colorful, blueprint, handDrawn, infographic, isometric3d, flatDesign].map(
    (theme) => [theme.name, theme],
  ),
)

/** Throws on a name that is not in {@link themes}. */
export function themeOf(style: string): Theme {
  const theme = Object.hasOwn(themes, style) ? themes[style] : undefined
  if (!theme) throw new Error(`style ${style} is not one of ${Object.keys(themes).join(', ')}`)
  return theme
}

export { dress } from './dress'
export type { Theme } from './theme'
