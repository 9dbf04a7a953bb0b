import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { packageFile } from '../../../../wasm/package-files'
import { FAMILIES, type Family } from '../../../figure/fonts'
import { openFont } from '../../../figure/fonts/open-font'
import { remembered } from '../../../forms/remembered'

export type Kind = 'sans' | 'serif' | 'mono'

/** A letter as its face draws it: lengths in em, y upwards from the baseline, x from where the letter starts. */
export interface Glyph {
  advance: number
  left: number
  right: number
  top: number
  bottom: number
  /** Where the middle of its ink lies, along the line and above the baseline. */
  middle: number
  level: number
  /** Ink, in square em. */
  ink: number
}

/** One embedded file as a candidate for what a line was set in. */
export interface Face {
  family: Family
  kind: Kind
  weight: number
  italic: boolean
  /** Undefined where the face has no such letter, or nothing to see of it. */
  glyph(character: string): Glyph | undefined
  /** Advance in em, for spaces too; undefined where the face has no such letter. */
  advance(character: string): number | undefined
  /** What two neighbours are nearer (negative) or farther than their advances say, in em. */
  kern(first: string, second: string): number
}

let loaded: readonly Face[] | undefined

/** All embedded faces, in the order of their families; a file is read on first use. */
export function embeddedFaces(): readonly Face[] {
  loaded ??= FAMILIES.flatMap((family) => [
    ...family.files.map(([weight, path]) => faceOf(family, weight, path, false)),
    ...(family.italics ?? []).map(([weight, path]) => faceOf(family, weight, path, true)),
  ])
  return loaded
}

function kindOf({ substitutes }: Family): Kind {
  const generic = substitutes.at(-1)
  return generic === 'monospace' ? 'mono' : generic === 'serif' ? 'serif' : 'sans'
}

function faceOf(family: Family, weight: number, path: string, italic: boolean): Face {
  let opened: ReturnType<typeof openFile> | undefined
  const open = () => {
    opened ??= openFile(path)
    return opened
  }
  const alias = `fitted ${family.name} ${weight}${italic ? ' italic' : ''}`
  let kern: Face['kern'] | undefined
  return {
    family,
    kind: kindOf(family),
    weight,
    italic,
    advance: (character) => open().advance(character),
    glyph: remembered((character: string) => open().glyph(character)),
    kern(first, second) {
      kern ??= kerning(alias, path)
      return kern(first, second)
    },
  }
}

function openFile(path: string) {
  const font = openFont(packageFile(path))
  const em = font.unitsPerEm
  const code = (character: string) => character.codePointAt(0) ?? 0
  return {
    advance(character: string): number | undefined {
      const units = font.advance(code(character))
      return units === undefined ? undefined : units / em
    },
    glyph(character: string): Glyph | undefined {
      const outline = font.outline(code(character))
      const advance = font.advance(code(character))
      if (!outline || advance === undefined) return undefined
      const { left, right, top, bottom, middle, level, area } = outline
      return {
        advance: advance / em,
        left: left / em,
        right: right / em,
        top: top / em,
        bottom: bottom / em,
        middle: middle / em,
        level: level / em,
        ink: area / (em * em),
      }
    },
  }
}

/** Size in pixels at which pairs are measured. */
const SET = 100

/** Asks HarfBuzz: kerning lies in tables of several forms. */
function kerning(alias: string, path: string): Face['kern'] {
  GlobalFonts.register(Buffer.from(packageFile(path)), alias)
  const context: SKRSContext2D = createCanvas(1, 1).getContext('2d')
  context.font = `${SET}px "${alias}"`
  const width = remembered((text: string) => context.measureText(text).width / SET)
  return (first, second) => width(first + second) - width(first) - width(second)
}
