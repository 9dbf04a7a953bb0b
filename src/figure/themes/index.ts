import { type FigureGround, STANDARD_STYLE, STYLES, type Style } from '../../forms/look'
import type { Scene } from '../../forms/scene'
import { academic } from './academic'
import { blueprint } from './blueprint'
import { colorful } from './colorful'
import { flatDesign } from './flat-design'
import { handDrawn } from './hand-drawn'
import { infographic } from './infographic'
import { isometric3d } from './isometric-3d'
import { minimalist } from './minimalist'
import type { Theme } from './theme'

/** Every accepted style and its theme. */
export const themes: Readonly<Record<Style, Theme>> = {
  academic,
  minimalist,
  colorful,
  blueprint,
  hand_drawn: handDrawn,
  infographic,
  isometric_3d: isometric3d,
  flat_design: flatDesign,
}

/** Throws on a name that is not in {@link themes}. */
export function themeOf(style: string): Theme {
  const known = STYLES.find((name) => name === style)
  if (!known) throw new Error(`style ${style} is not one of ${STYLES.join(', ')}`)
  return themes[known]
}

/** The theme that a figure is of; of one that was read or that has none of ours the plainest. */
export const themeIn = ({ theme }: Pick<Scene, 'theme'>): Theme =>
  themes[STYLES.find((name) => name === theme) ?? STANDARD_STYLE]

/** The theme on the ground that was asked for; one of light ground stays as it is. */
export function grounded(theme: Theme, ground: FigureGround | undefined): Theme {
  return ground === 'light' && theme.light ? { ...theme, palette: theme.light } : theme
}

export { dress, ownHue } from './dress'
export type { Theme } from './theme'
