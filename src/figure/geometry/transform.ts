/** a, b, c, d, e and f of SVG's `matrix()`. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The second, then the first. */
export function times(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

/** Where a point comes to lie. */
export function placed([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** A list of SVG's transforms. Throws on anything else. */
export function transformOf(list: string): Matrix {
  let matrix = IDENTITY
  for (const [, name = '', values = ''] of list.matchAll(/([a-z]+)\s*\(([^)]*)\)/gi)) {
    const numbers = values
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (numbers.some((each) => !Number.isFinite(each))) throw new Error(`it is turned by ${name}`)
    matrix = times(matrix, one(name, numbers))
  }
  return matrix
}

function one(name: string, numbers: readonly number[]): Matrix {
  const [x = 0, y, z = 0] = numbers
  if (name === 'translate') return [1, 0, 0, 1, x, y ?? 0]
  if (name === 'scale') return [x, 0, 0, y ?? x, 0, 0]
  if (name === 'rotate') {
    const [sin, cos] = [Math.sin((x * Math.PI) / 180), Math.cos((x * Math.PI) / 180)]
    const [cx, cy] = [y ?? 0, z]
    return [cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy]
  }
  const tan = Math.tan((x * Math.PI) / 180)
  if (name === 'skewX') return [1, 0, tan, 1, 0, 0]
  if (name === 'skewY') return [1, tan, 0, 1, 0, 0]
  if (name === 'matrix' && numbers.length === 6) return numbers as unknown as Matrix
  throw new Error(`it is turned by ${name}`)
}
