import { EXPORTS } from '../forms/outputs'
import type { ArtifactRow } from '../store/reads'
import type { Store } from '../store/store'

const HEADER_BYTES = 24

/** Width and height from the header of a PNG that we wrote; undefined when the file is gone. */
export const pngSize = (file: string): Promise<{ width: number; height: number } | undefined> =>
  new Bun.Image(Bun.file(file).slice(0, HEADER_BYTES)).metadata().then(
    ({ width, height }) => ({ width, height }),
    () => undefined,
  )

/** A record's picture as base64; null where it has none. */
export async function imageOf(
  store: Pick<Store, 'files'>,
  files: readonly ArtifactRow[],
): Promise<string | null> {
  const png = files.find(({ path }) => path === EXPORTS.png.path)
  if (!png) return null
  const file = Bun.file(await store.files.artifact(png))
  // A file that was lost from the disk is no reason to hide the rest of the record.
  return (await file.exists()) ? Buffer.from(await file.bytes()).toString('base64') : null
}
