import type { Box } from '../../../src/forms/scene'

/** The box of a path of absolute M, L, H, V, C, A and Z; curves are followed in steps. Throws on anything else. */
export function pathExtent(d: string): Box {
  const [xs, ys]: [number[], number[]] = [[], []]
  let [x, y] = [0, 0]
  const to = (nextX: number, nextY: number) => {
    if (!Number.isFinite(nextX) || !Number.isFinite(nextY)) throw new Error(`no number in ${d}`)
    ;[x, y] = [nextX, nextY]
    xs.push(x)
    ys.push(y)
  }
  for (const [, letter = '', values = ''] of d.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = values.trim() === '' ? [] : values.trim().split(' ').map(Number)
    const [a = NaN, b = NaN, c = NaN, e = NaN, f = NaN, g = NaN, h = NaN] = numbers
    if (letter === 'M' || letter === 'L') to(a, b)
    else if (letter === 'H') to(a, y)
    else if (letter === 'V') to(x, a)
    else if (letter === 'C') {
      const [x0, y0] = [x, y]
      for (let t = 0.05; t <= 1.001; t += 0.05) {
        const [u, v, w, z] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
        to(u * x0 + v * a + w * c + z * f, u * y0 + v * b + w * e + z * g)
      }
    } else if (letter === 'A') for (const [px, py] of arc(x, y, a, b, e, f, g, h)) to(px, py)
    else if (letter !== 'Z') throw new Error(`${letter} in ${d}`)
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** Points along an arc, by SVG 1.1, appendix F.6.5; no rotation. */
function arc(
  x1: number,
  y1: number,
  wide: number,
  high: number,
  large: number,
  sweep: number,
  x2: number,
  y2: number,
): [number, number][] {
  const [px, py] = [(x1 - x2) / 2, (y1 - y2) / 2]
  const grow = Math.max(1, Math.hypot(px / wide, py / high))
  const [rx, ry] = [wide * grow, high * grow]
  const away = (px / rx) ** 2 + (py / ry) ** 2
  const root = Math.sqrt(Math.max(0, 1 / away - 1)) * (large === sweep ? -1 : 1)
  const [cx, cy] = [(root * rx * py) / ry + (x1 + x2) / 2, (-root * ry * px) / rx + (y1 + y2) / 2]
  const from = Math.atan2((y1 - cy) / ry, (x1 - cx) / rx)
  const full = Math.atan2((y2 - cy) / ry, (x2 - cx) / rx) - from
  const turn = 2 * Math.PI
  const by = sweep === 1 ? (full + turn) % turn : (full - turn) % turn
  return Array.from({ length: 24 }, (_, step) => {
    const angle = from + (by * (step + 1)) / 24
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
}
