import { join } from 'node:path'

export interface Drawing {
  /** The figure's name, and that of its files. */
  name: string
  svg: string
}

/** A program that people open figures with. */
export interface Viewer {
  name: string
  command: string
  /** Draws the files `<name>.svg` of a folder as `<name>.png` of another, one pixel per unit. */
  draw: (names: readonly string[], from: string, to: string, fonts: string) => Promise<void>
}

export const VIEWERS: readonly Viewer[] = [
  {
    name: 'Inkscape',
    command: 'inkscape',
    draw: async (names, from, to, fonts) => {
      for (const name of names)
        await run(
          ['inkscape', join(from, `${name}.svg`), '-o', join(to, `${name}.png`), '--export-dpi=96'],
          fonts,
        )
    },
  },
  {
    name: 'LibreOffice',
    command: 'soffice',
    draw: async (names, from, to, fonts) => {
      const files = names.map((name) => join(from, `${name}.svg`))
      const profile = `-env:UserInstallation=file://${join(to, 'profile')}`
      await run(
        ['soffice', profile, '--headless', '--convert-to', 'png', '--outdir', to, ...files],
        fonts,
      )
    },
  },
]

/** A rectangle in pixels, by the id of what it encloses. */
export type Extents = ReadonlyMap<string, { x: number; y: number; width: number; height: number }>

/** What Inkscape measures of every element, in its own faces. */
export async function inkscapeExtents(file: string, fonts: string): Promise<Extents> {
  const lines = (await run(['inkscape', '--query-all', file], fonts)).split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [id = '', ...numbers] = line.split(',')
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
      return numbers.length === 4 ? [[id, { x, y, width, height }] as const] : []
    }),
  )
}

const LIMIT_MS = 120_000

async function run(command: string[], fonts: string): Promise<string> {
  const child = Bun.spawn(command, {
    env: { ...process.env, FONTCONFIG_FILE: fonts, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${said.slice(-500)}`)
  return out
}
