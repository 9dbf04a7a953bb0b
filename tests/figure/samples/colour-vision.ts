/** Simulated red- or green-blindness (Machado, Oliveira and Fernandes 2009, severity 1) and distance in CIELAB. */

const MATRICES = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
} as const

export type Vision = keyof typeof MATRICES

/** CIE 1976 colour difference of two `#rrggbb` colours as an eye of that kind sees them. */
export function difference(one: string, two: string, vision: Vision): number {
  const [a, b] = [lab(one, vision), lab(two, vision)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

type Triple = [number, number, number]

function lab(colour: string, vision: Vision): Triple {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const [r, g, b] = times(MATRICES[vision], linear)
  const xyz = times(
    [0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505],
    [r, g, b].map((value) => Math.min(1, Math.max(0, value))),
  )
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116)
  const [x, y, z] = [f(xyz[0] / 0.95047), f(xyz[1]), f(xyz[2] / 1.08883)]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function times(matrix: readonly number[], [a = 0, b = 0, c = 0]: readonly number[]): Triple {
  const row = (at: number) =>
    (matrix[at] ?? 0) * a + (matrix[at + 1] ?? 0) * b + (matrix[at + 2] ?? 0) * c
  return [row(0), row(3), row(6)]
}
