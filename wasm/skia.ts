/** Skia, which reads and paints pixels. */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Skia from '@napi-rs/canvas'
import { PACKED, packageFile, SKIA } from './package-files'

export type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas'
export type Path2D = Skia.Path2D

// Read by the package as it is loaded, so that comes after.
if (Bun.isStandaloneExecutable) process.env.NAPI_RS_NATIVE_LIBRARY_PATH = unpacked()
const skia: typeof Skia = require('@napi-rs/canvas')
export const { createCanvas, GlobalFonts, loadImage, Path2D } = skia

/**
 * The path on the disk, from where alone machine code is loaded, of the library that the single binary carries. It stays
 * there for all processes and later starts; two that come at once each write a whole one, and either may stay.
 */
function unpacked(): string {
  const packed = readFileSync(join(import.meta.dir, PACKED, SKIA))
  const file = join(ownFolder(), `${Bun.hash(packed).toString(36)}-${SKIA}`)
  // Of a machine that lost its power it may be there without its content.
  if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > packed.byteLength) return file
  const part = `${file}-${Bun.randomUUIDv7()}`
  try {
    writeFileSync(part, packageFile(SKIA))
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
  return file
}

/** A folder for code, so nobody else may write in it; where somebody made it before, another one. */
function ownFolder(): string {
  const user = process.getuid?.()
  const folder = join(tmpdir(), `burin-${user ?? 'files'}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // Something else has that name, or nothing can be written, which the other one tells.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false })
  const isOwn = found?.isDirectory() && found.uid === user && (found.mode & 0o77) === 0
  return user === undefined || isOwn ? folder : mkdtempSync(`${folder}-`)
}
