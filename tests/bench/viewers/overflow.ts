import type { Scene } from '../../../src/forms/scene'
import { type Extents, inkscapeExtents } from './programs'

/** Ids for the texts: Inkscape measures only what it can name. `n3` holds `n3~text-0`, `n3~text-1`... */
export function withTextIds(svg: string): string {
  let owner = ''
  let count = 0
  return svg.replace(/<g [^>]*?\bid="([^"]+)"|<text /g, (tag, id?: string) => {
    if (id !== undefined) {
      owner = id
      return tag
    }
    return `<text id="${owner}~text-${count++}" `
  })
}

/** Texts of nodes that a reader sees outside their box or the canvas, as `node: pixels`. */
export async function overflows(file: string, scene: Scene, fonts: string): Promise<string[]> {
  const extents = await inkscapeExtents(file, fonts)
  const boxes = new Map(
    scene.elements.filter(({ role }) => role === 'node').map(({ id, box }) => [id, box]),
  )
  const canvas = { x: 0, y: 0, width: scene.width, height: scene.height }
  return [...texts(extents)].flatMap(([id, text]) => {
    const owner = id.slice(0, id.indexOf('~'))
    const by = beyond(text, boxes.get(owner) ?? boxes.get(owner.replace(/-icon$/, '')) ?? canvas)
    return by > 0.5 ? [`${owner}: ${by.toFixed(1)}`] : []
  })
}

function texts(extents: Extents) {
  return [...extents].filter(([id]) => id.includes('~text-'))
}

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

function beyond(inner: Rectangle, outer: Rectangle): number {
  return Math.max(
    outer.x - inner.x,
    outer.y - inner.y,
    inner.x + inner.width - outer.x - outer.width,
    inner.y + inner.height - outer.y - outer.height,
  )
}
