/** Small inputs that once held an executor for minutes, or ended without a reason. */

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

/** What is asked for: a body of a route, or a picture to read. */
export type Costly = { name: string } & (
  | { path: '/api/run' | '/api/plot'; body: () => object }
  | { picture: () => Promise<Uint8Array> | Uint8Array }
)

const run = (name: string, text: () => string): Costly => ({
  name,
  path: '/api/run',
  body: () => ({ method_text: text() }),
})

const plot = (name: string, data: () => unknown, intent = 'bar chart'): Costly => ({
  name,
  path: '/api/plot',
  body: () => ({ data_json: JSON.stringify(data()), intent }),
})

const picture = (
  name: string,
  side: number,
  paint: (context: SKRSContext2D, side: number) => void,
  type: 'png' | 'webp' = 'png',
): Costly => ({
  name,
  picture: () => {
    const canvas = createCanvas(side, side)
    const context = canvas.getContext('2d')
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, side, side)
    paint(context, side)
    return type === 'webp' ? canvas.encode('webp', 80) : canvas.encode('png')
  },
})

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const mermaid = (lines: readonly string[]) => ['flowchart LR', ...lines].join('\n')

const pairs = (count: number, line: (a: number, b: number) => string): string[] =>
  times(count, (a) => times(count - a - 1, (b) => line(a, a + b + 1))).flat()

/** Numbers that look random and are the same each time. */
function lehmer(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const TYPE_NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'length']

/** A GIF of frames of one pixel each, over a white screen. */
export function movingGif(frames: number, width = 16, height = 16): Uint8Array {
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  const head = [...Buffer.from('GIF89a'), ...size, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Uint8Array.from([...head, ...times(frames, () => frame).flat(), 0x3b])
}

export const COSTLY: readonly Costly[] = [
  ...[10_000, 40_000, 190_000].map((letters) =>
    run(`mermaid word of ${letters} letters`, () =>
      mermaid([`a[${'x'.repeat(letters)}] --> b[end]`]),
    ),
  ),
  run('DOT word of 190000 letters', () => `digraph { a [label="${'x'.repeat(190_000)}"]; a -> b }`),
  run('arrows word of 190000 letters', () => `${'x'.repeat(190_000)} -> Out\nOut -> End`),
  run('list word of 190000 letters', () => `1. ${'x'.repeat(190_000)}\n2. Out\n3. End`),
  run('prose word of 190000 letters', () => `The ${'x'.repeat(190_000)} are sorted. They end.`),
  run('mermaid edge label of 190000 letters', () =>
    mermaid([`a -->|${'x'.repeat(190_000)}| b --> c`]),
  ),
  run('mermaid group label of 190000 letters', () =>
    mermaid([`subgraph g [${'x'.repeat(190_000)}]`, 'a --> b', 'end', 'b --> c']),
  ),
  run('mermaid label of 38000 words', () => mermaid([`a[${'abcd '.repeat(38_000)}] --> b[end]`])),
  run('mermaid complete graph of 120 nodes', () =>
    mermaid(pairs(120, (a, b) => `n${a} --> n${b}`)),
  ),
  run('DOT set 14000 -> 14000', () => {
    const side = (letter: string) => times(14_000, (i) => `${letter}${i}`).join(' ')
    return `digraph { {${side('a')}} -> {${side('b')}} }`
  }),
  run('arrows 140 x 140', () =>
    times(140, (a) => times(140, (b) => `a${a.toString(36)}->b${b.toString(36)}`))
      .flat()
      .join('\n'),
  ),
  run('500 nested subgraphs', () =>
    mermaid([...times(500, (i) => `subgraph g${i}`), 'a --> b', ...times(500, () => 'end')]),
  ),
  run('chain of 200 nodes', () => mermaid(times(199, (i) => `n${i} --> n${i + 1}`))),
  run('fan of 200 nodes', () => mermaid(times(199, (i) => `hub --> n${i}`))),
  run('random graph of 200 nodes, 600 edges', () => {
    const below = lehmer(7)
    return mermaid(times(600, () => `n${below(200)} --> n${below(200)}`))
  }),
  run('20000 nodes in a row', () => mermaid(times(10_000, (i) => `n${i} --> n${i + 1}`))),
  plot('plot with 200 names of 10 kB', () =>
    times(200, (i) => ({ name: `${i}${'n'.repeat(10_000)}`, value: i + 1 })),
  ),
  plot('plot with 200 columns of 10 kB names', () =>
    times(3, (row) =>
      Object.fromEntries(times(200, (i) => [`${i}${'n'.repeat(5_000)}`, row + i + 1])),
    ),
  ),
  plot('bars called as properties of objects', () =>
    TYPE_NAMES.map((name, index) => ({ name, value: index + 1 })),
  ),
  plot(
    'columns called as properties of objects',
    () => `${TYPE_NAMES.join(',')}\n1,2,3,4,5,6\n2,3,4,5,6,7\n4,4,5,5,6,8`,
    'line chart',
  ),
  picture(
    'WebP gradient of 4000 x 4000',
    4000,
    (context, side) => {
      const ramp = context.createLinearGradient(0, 0, side, side)
      ramp.addColorStop(0, '#ff0000')
      ramp.addColorStop(1, '#0000ff')
      context.fillStyle = ramp
      context.fillRect(0, 0, side, side)
    },
    'webp',
  ),
  picture('rings of 2000 x 2000', 2000, (context, side) => {
    context.strokeStyle = '#000000'
    context.lineWidth = 2
    for (let radius = 5; radius < side / 2; radius += 5) {
      context.beginPath()
      context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI)
      context.stroke()
    }
  }),
  picture('dot screen of 2000 x 2000', 2000, (context, side) => {
    context.fillStyle = '#000000'
    for (let y = 4; y < side; y += 8)
      for (let x = 4; x < side; x += 8) {
        context.beginPath()
        context.arc(x, y, 1 + (2 * x) / side, 0, 2 * Math.PI)
        context.fill()
      }
  }),
  { name: 'GIF of 20000 frames', picture: () => movingGif(20_000) },
  { name: 'GIF of 20000 frames, 600 x 400', picture: () => movingGif(20_000, 600, 400) },
]
