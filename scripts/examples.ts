import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Example {
  /** The file's name without its ending. */
  name: string
  text: string
}

/** The method texts of `docs/examples`, by name, `method` first. */
export async function readExamples(root: string): Promise<Example[]> {
  const folder = join(root, 'docs', 'examples')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort()
  const first = (file: string) => (file === 'method.md' ? 0 : 1)
  files.sort((a, b) => first(a) - first(b))
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.md$/, ''),
      text: await Bun.file(join(folder, file)).text(),
    })),
  )
}
