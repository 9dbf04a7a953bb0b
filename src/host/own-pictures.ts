import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config'
import { reasonOf } from '../errors'
import type { ReadPicture } from '../figure/icons/own-pictures'
import type { OwnPictures } from '../forms/picture'
import type { Scene } from '../forms/scene'
import { drawingIn } from './editing'

export interface LoadedPictures {
  pictures: OwnPictures
  /** Files that were left out, or something of them, one sentence each. */
  notes: string[]
}

/** Reads the folders of an operator's own pictures, in the order of their names; this process draws with them from now on. */
export async function loadOwnPictures({
  GLYPHS_DIR,
  ICONS_DIR,
}: Pick<Config, 'GLYPHS_DIR' | 'ICONS_DIR'>): Promise<LoadedPictures> {
  // Who has none loads nothing that draws.
  if (!(GLYPHS_DIR ?? ICONS_DIR)) return { pictures: { glyphs: {}, icons: {} }, notes: [] }
  const { glyphOf, iconOf, useOwnPictures } = await import('../figure/icons/own-pictures')
  const notes: string[] = []
  const glyphs = await readFolder('GLYPHS_DIR', GLYPHS_DIR, glyphOf, notes)
  const icons = await readFolder('ICONS_DIR', ICONS_DIR, iconOf, notes)
  const pictures = { glyphs, icons }
  useOwnPictures(pictures)
  return { pictures, notes }
}

/** What `--check-config` prints of them. */
export function describeOwnPictures({ pictures, notes }: LoadedPictures): string {
  const names = (of: object) => Object.keys(of).join(', ') || 'none'
  return [
    `own glyphs: ${names(pictures.glyphs)}`,
    `own icons: ${names(pictures.icons)}`,
    ...notes,
  ].join('\n')
}

/** More would fill a prompt with names. */
const MOST_FILES = 200
const FILE_NAME = /^([a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)\.svg$/

async function readFolder<T>(
  setting: string,
  folder: string | undefined,
  made: (name: string, scene: Scene) => ReadPicture<T>,
  notes: string[],
): Promise<Record<string, T>> {
  const found: [string, T][] = []
  if (folder === undefined) return {}
  const note = (file: string, reason: string) =>
    notes.push(`${setting}: ${JSON.stringify(file)} is left out. ${reason}`)
  for (const file of (await readdir(folder)).filter((each) => !each.startsWith('.')).sort()) {
    const [, name] = FILE_NAME.exec(file) ?? []
    if (name === undefined) note(file, NAMED)
    else if (found.length === MOST_FILES) note(file, `A folder holds at most ${MOST_FILES}.`)
    else {
      const picture = await pictureIn(join(folder, file), (scene) => made(name, scene))
      if ('refused' in picture) note(file, picture.refused)
      else {
        found.push([name, picture.read])
        for (const sentence of picture.left)
          notes.push(`${setting}: ${JSON.stringify(file)}: ${sentence}`)
      }
    }
  }
  return Object.fromEntries(found)
}

const NAMED = 'A name is up to 40 lower-case letters, digits and hyphens, and ends in .svg.'

async function pictureIn<T>(
  path: string,
  made: (scene: Scene) => ReadPicture<T>,
): Promise<ReadPicture<T>> {
  try {
    const drawn = await drawingIn(await Bun.file(path).text(), { flat: true })
    if ('refused' in drawn) return drawn
    const picture = made(drawn.scene)
    return 'refused' in picture
      ? picture
      : { ...picture, left: [...drawn.dropped, ...picture.left] }
  } catch (error) {
    return { refused: `It cannot be read: ${reasonOf(error)}` }
  }
}
