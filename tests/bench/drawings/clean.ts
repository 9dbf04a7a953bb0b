import { measureText } from '../../../src/figure/fonts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    often: (share: number) => next() < share,
  }
}

export type Random = ReturnType<typeof randomOf>

const THINGS = [
  'raw reads',
  'trimming',
  'alignment',
  'counts',
  'image encoder',
  'policy network',
  'replay buffer',
  'gene counts',
  'query planner',
  'reward model',
  'data loader',
  'lineage tracing',
  'dense retrieval',
  'vector index',
  'answer',
  'quality control',
  'cell sorting',
  'dissociation',
  'library',
  'sequencer',
  'contrast maps',
  'time series',
]
const LINKS = ['scores', 'batches', 'features', 'draft', 'sends', 'keeps', 'search']
const PANELS = ['Preparation', 'Analysis', 'Training', 'Evaluation']
const COLOURS = ['#2b66a8', '#a5530a', '#128063', '#a93434', '#5a479b']
const GROUNDS = ['#f4f6f9', '#fcf6ef', '#eff8f5', '#fbf1f1', '#f3f1fa']
const INK = '#22303f'

interface Placed {
  id: string
  label: string
  /** The form that edges meet, and the width that words below it take. */
  box: { x: number; y: number; width: number; height: number }
  /** Where the words below it end. */
  foot: number
  markup: string
}

/** A drawing without faults as a model would answer it, and the text that it is of. */
export function cleanDrawing(seed: number): { svg: string; text: string } {
  const random = randomOf(seed)
  const columns = random.whole(3, 5)
  const rows = random.whole(2, 3)
  const [width, height] = [1600, 120 + rows * 260]
  const labels = shuffled(THINGS, random)
  const isPanelled = random.often(0.6)
  const across = (width - 100) / columns
  const nodes: Placed[][] = []
  for (let row = 0; row < rows; row++) {
    const like = random.whole(0, 5)
    nodes.push(
      Array.from({ length: columns }, (_, column) => {
        const centre = { x: 50 + across * (column + 0.5), y: 120 + row * 260 + 90 }
        return nodeAt(centre, `n${row}${column}`, labels.pop() ?? 'thing', like, random)
      }),
    )
  }
  const panels = isPanelled
    ? nodes.map((_, row) =>
        panelAt(row, width, row < 2 ? PANELS[2 * random.whole(0, 1) + row] : `Part ${row}`),
      )
    : []
  const edges = edgesOf(nodes, random)
  const colour = random.one(COLOURS)
  const text = [
    ...nodes.flat().map(({ label }) => `The ${label} is a step.`),
    ...LINKS.map((word) => `It ${word}.`),
    ...PANELS.map((word) => `${word} follows. Part 2 of it.`),
  ].join(' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Inter" fill="${INK}">
<defs><marker id="m" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10Z" fill="${colour}"/></marker>
<g id="cell"><rect width="18" height="18" rx="3" fill="#c9dbf2" stroke="#2463b8"/><circle cx="9" cy="9" r="4" fill="#5b8fd2"/></g>
<linearGradient id="ramp"><stop offset="0" stop-color="#dce8f7"/><stop offset="1" stop-color="#8fb2e0"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff8ea"/><stop offset="1" stop-color="#e9a23b"/></radialGradient>
<clipPath id="disc"><circle cx="60" cy="40" r="36"/></clipPath></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${panels.join('\n')}
${nodes
  .flat()
  .map(({ markup }) => markup)
  .join('\n')}
${edges.map((edge) => edge.replaceAll('COLOUR', colour)).join('\n')}
</svg>`
  return { svg, text }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((each) => [random.next(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)
}

function panelAt(row: number, width: number, title = ''): string {
  const y = 60 + row * 260 + 22
  return `<g data-panel="p${row}" data-label="${title}"><rect x="24" y="${y}" width="${width - 48}" height="236" rx="14" fill="${GROUNDS[row % GROUNDS.length]}"/><text x="46" y="${y + 30}" font-size="25" font-weight="700">${title}</text></g>`
}

const wide = (text: string, size: number, weight: number) => measureText(text, { weight, size })

function nodeAt(
  centre: { x: number; y: number },
  id: string,
  label: string,
  like: number,
  random: Random,
): Placed {
  const { x, y } = centre
  const open = `<g data-node="${id}" data-label="${label}" data-quote="The ${label} is a step.">`
  const words = (at: number, fill = INK, anchor = 'middle', px = x) =>
    `<text x="${px}" y="${at}" font-size="20" font-weight="600" text-anchor="${anchor}" fill="${fill}">${label}</text></g>`
  const long = Math.max(130, wide(label, 20, 600) + 36)
  if (like <= 1) {
    const box = { x: x - long / 2, y: y - 34, width: long, height: 68 }
    const fill = random.one(['#ffffff', 'url(#ramp)', '#2463b8'])
    const shape = `<rect x="${box.x}" y="${box.y}" width="${long}" height="68" rx="${like === 0 ? 8 : 34}" fill="${fill}" stroke="#2463b8" stroke-width="2"/>`
    return {
      id,
      label,
      box,
      foot: box.y + 68,
      markup: `${open}${shape}${words(y + 7, fill === '#2463b8' ? '#ffffff' : INK)}`,
    }
  }
  const picture = pictureAt(x - 60, y - 56, random)
  const box = { x: x - 60, y: y - 56, width: 120, height: 80 }
  if (like <= 3)
    return { id, label, box, foot: y + 56, markup: `${open}${picture}${words(y + 50)}` }
  // A card: picture and words in one shape.
  const card = { x: x - long / 2 - 8, y: y - 70, width: long + 16, height: 140 }
  const ground = `<rect x="${card.x}" y="${card.y}" width="${card.width}" height="${card.height}" rx="10" fill="#ffffff" stroke="#5a6878" stroke-width="1.5"/>`
  return {
    id,
    label,
    box: card,
    foot: card.y + card.height,
    markup: `${open}${ground}${picture}${words(y + 52)}`,
  }
}

function pictureAt(x: number, y: number, random: Random): string {
  const kinds = [
    () =>
      `<rect width="120" height="80" rx="8" fill="#1b2430"/>${Array.from({ length: 8 }, (_, k) => `<use href="#cell" transform="translate(${16 + 24 * (k % 4)} ${16 + 28 * Math.floor(k / 4)})"/>`).join('')}`,
    () =>
      `<rect width="120" height="80" rx="6" fill="#ffffff" stroke="#3a4656" stroke-width="2"/><path d="M10 64L24 40L38 52L52 22L66 46L80 30L94 58L110 20" fill="none" stroke="#c4660e" stroke-width="2.5"/>`,
    () =>
      `<rect width="120" height="80" fill="#eef2f6" stroke="#5a6878"/><g clip-path="url(#disc)"><rect width="120" height="80" fill="url(#glow)"/><path d="M0 40H120M60 0V80" stroke="#ffffff" stroke-width="1.5"/></g>`,
    () =>
      `<path d="M16 0H104L120 40L104 80H16L0 40Z" fill="#d9e4f3" stroke="#2463b8" stroke-width="2"/><g fill="#5b8fd2"><circle cx="34" cy="26" r="7"/><circle cx="60" cy="26" r="7"/><circle cx="86" cy="26" r="7"/><circle cx="47" cy="54" r="7"/><circle cx="73" cy="54" r="7"/></g>`,
  ]
  return `<g data-picture="a picture" transform="translate(${x} ${y})">${random.one(kinds)()}</g>`
}

function edgesOf(nodes: readonly Placed[][], random: Random): string[] {
  const edges: string[] = []
  const line = (from: Placed, to: Placed, d: string, words = '') =>
    edges.push(
      `<g data-edge="e${edges.length + 1}" data-from="${from.id}" data-to="${to.id}" data-quote="It ${random.one(LINKS)}."><path d="${d}" fill="none" stroke="COLOUR" stroke-width="3" marker-end="url(#m)"/>${words}</g>`,
    )
  for (const [row, list] of nodes.entries()) {
    for (const [column, from] of list.entries()) {
      const to = list[column + 1]
      if (!to || random.often(0.15)) continue
      const [left, right] = [from.box.x + from.box.width, to.box.x]
      const y = from.box.y + from.box.height / 2
      const label = random.one(LINKS)
      const fits = right - left > wide(label, 18, 500) + 24
      const said =
        fits && random.often(0.5)
          ? `<text x="${(left + right) / 2}" y="${y - 10}" font-size="18" font-weight="500" text-anchor="middle">${label}</text>`
          : ''
      line(
        from,
        to,
        random.often(0.3)
          ? `M${left} ${y}C${left + 20} ${y} ${right - 24} ${y} ${right} ${y}`
          : `M${left} ${y}L${right} ${y}`,
        said,
      )
    }
    const below = nodes[row + 1]
    const last = list.at(-1)
    const first = below?.[0]
    if (last && first && random.often(0.7)) {
      // From the last of a row back to the first of the next, in the gutter between them.
      const [x, to] = [last.box.x + last.box.width / 2, first.box.x + first.box.width / 2]
      const gutter = 60 + (row + 1) * 260 + 12
      line(
        last,
        first,
        `M${x} ${last.foot}V${gutter - 10}Q${x} ${gutter} ${x - 10} ${gutter}H${to + 10}Q${to} ${gutter} ${to} ${gutter + 10}V${first.box.y}`,
      )
    }
  }
  return edges
}
