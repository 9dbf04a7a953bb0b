import { join } from 'node:path'
import { fontFiles } from '../../../src/figure/fonts/families'

const PACKAGES = join(import.meta.dir, '../../../node_modules')
const LIBERATION = '/usr/share/fonts/truetype/liberation'

/** Which faces a viewer finds: Liberation alone, as on a machine without ours, or ours as well. */
export type Faces = 'common' | 'ours'

/** A fontconfig file that shows a viewer these faces and no others of the machine. */
export async function fontConfig(folder: string, faces: Faces): Promise<string> {
  const files = fontFiles().map((path) => join(PACKAGES, path))
  const folders = faces === 'common' ? [LIBERATION] : [LIBERATION, ...new Set(files.map(folderOf))]
  const path = join(folder, `${faces}.conf`)
  await Bun.write(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
${folders.map((each) => `<dir>${each}</dir>`).join('\n')}
<cachedir>${join(folder, `cache-${faces}`)}</cachedir>
${alias('Arial', 'Liberation Sans')}${alias('sans-serif', 'Liberation Sans')}
${alias('Courier New', 'Liberation Mono')}${alias('monospace', 'Liberation Mono')}
</fontconfig>
`,
  )
  return path
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))

function alias(family: string, prefer: string): string {
  return `<alias binding="same"><family>${family}</family><prefer><family>${prefer}</family></prefer></alias>`
}
