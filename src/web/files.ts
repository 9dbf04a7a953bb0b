import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files that browsers get: our own pages, the documentation, the licences, Swagger UI and the SVG editor. */
export type Tree = keyof typeof TREES

interface Source {
  folder: () => string
  keep: (path: string) => boolean
}

const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']

const TREES = {
  // In the binary the bundled scripts lie among them.
  pages: { folder: () => join(import.meta.dir, 'pages'), keep: (path) => !/\.tsx?$/.test(path) },
  docs: {
    folder: () => join(import.meta.dir, '..', '..', 'docs'),
    keep: (path) => /^[\w-]+\.md$|^images\/|^plugins\/|^examples\/.*\.(json|ts)$/.test(path),
  },
  // What the documentation shows of the program: the contract of plugins.
  source: {
    folder: () => join(import.meta.dir, '..'),
    keep: (path) => /^plugin\.ts$|^forms\/[\w-]+\.ts$|^web\/operations\.ts$/.test(path),
  },
  licences: {
    folder: () => join(import.meta.dir, '..', '..', 'licences'),
    keep: (path) => path.endsWith('.txt'),
  },
  swagger: {
    folder: () => packageFolder('swagger-ui-dist'),
    keep: (path) => SWAGGER_FILES.includes(path),
  },
  // Its own start pages load what they like; ours stands in for them.
  editor: {
    folder: () => join(packageFolder('svgedit'), 'dist', 'editor'),
    keep: (path) =>
      !/\.(map|html)$|^tests\/|^iife-|^extensions\/ext-(helloworld|storage)\//.test(path),
  },
} satisfies Record<string, Source>

export const TREE_NAMES = Object.keys(TREES) as Tree[]

/** The folder that holds the trees inside the single binary, each file compressed by itself. */
export const EMBEDDED = 'web'

/** The bytes of a file that a tree lists. */
export function treeFile(tree: Tree, path: string): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(join(treeFolder(tree), path))
  return Bun.isStandaloneExecutable ? (Bun.zstdDecompressSync(bytes) as Buffer<ArrayBuffer>) : bytes
}

/** Where a tree's files lie: in the packages, or embedded in the running program. */
function treeFolder(tree: Tree): string {
  return Bun.isStandaloneExecutable ? join(import.meta.dir, EMBEDDED, tree) : TREES[tree].folder()
}

/** The files of a tree that are served, as paths inside its folder; empty when the tree is not there. */
export function listTree(tree: Tree): string[] {
  return walk(treeFolder(tree), '').filter(TREES[tree].keep).sort()
}

function walk(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      return entry.isDirectory() ? walk(folder, path) : [path]
    })
  } catch {
    return []
  }
}

function packageFolder(name: string): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
  } catch {
    return ''
  }
}
