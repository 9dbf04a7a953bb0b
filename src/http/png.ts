import { EXPORTS } from '../forms/outputs'
import type { ArtifactRow } from '../store/reads'
import type { Store } from '../store/store'

const SIGNATURE = '89504e470d0a1a0a'
const HEADER_BYTES = 24

/** Width and height from the header of a PNG that we wrote; undefined when the file is gone. */
export async function pngSize(
  file: string,
): Promise<{ width: number; height: number } | undefined> {
  const head = await Bun.file(file)
    .slice(0, HEADER_BYTES)
    .bytes()
    .catch(() => new Uint8Array())
  const bytes = Buffer.from(head)
  if (bytes.length < HEADER_BYTES || bytes.toString('hex', 0, 8) !== SIGNATURE) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** A record's picture as base64; null where it has none. */
export async function imageOf(
  store: Pick<Store, 'files'>,
  files: readonly ArtifactRow[],
): Promise<string | null> {
  const png = files.find(({ path }) => path === EXPORTS.png.path)
  if (!png) return null
  const file = Bun.file(store.files.artifact(png.recordId, png.attempt, png.path))
  // A file that was lost from the disk is no reason to hide the rest of the record.
  return (await file.exists()) ? Buffer.from(await file.bytes()).toString('base64') : null
}
