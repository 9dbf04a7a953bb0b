import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from './folders'

const FOLDER = join(CACHE, 'peers')

/**
 * The folder of a package that a bench compares with, installed at first use: peers are no dependencies.
 * @throws Error with the installer's output
 */
export async function peerPackage(name: string, version: string): Promise<string> {
  const folder = join(FOLDER, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  mkdirSync(FOLDER, { recursive: true })
  const manifest = join(FOLDER, 'package.json')
  if (!existsSync(manifest)) await Bun.write(manifest, '{"name":"peers","private":true}\n')
  const child = Bun.spawn([process.execPath, 'add', '--exact', `${name}@${version}`], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${name} could not be installed: ${said}`)
  return folder
}
