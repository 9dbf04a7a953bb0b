import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { picker, random, type Truth } from './truth'

const WORDS =
  'Import Clean Model Review Archive Deploy Notify Design Budget Launch Survey Report Verify Assign Close'.split(
    ' ',
  )
/** Points of the outline in a box of 100 by 100. */
const POLYGONS = {
  diamond: '50 0 100 50 50 100 0 50',
  parallelogram: '20 0 100 0 80 100 0 100',
  hexagon: '20 0 80 0 100 50 80 100 20 100 0 50',
} as const
const FORMS = ['rect', 'rect', 'round', 'ellipse', 'diamond', 'parallelogram', 'hexagon'] as const
const FACES = ['Liberation Sans', 'Liberation Serif', 'DejaVu Sans'] as const
const LOOKS = [
  { fills: ['#729fcf'], edge: '#3465a4', ink: '#000000', line: '#3465a4' },
  { fills: ['#ffffff'], edge: '#000000', ink: '#000000', line: '#000000' },
  { fills: ['#dee6ef', '#fff5ce', '#dde8cb'], edge: '#5983b0', ink: '#333333', line: '#666666' },
  { fills: ['#2a6099', '#158466', '#8d281e'], edge: 'none', ink: '#ffffff', line: '#111111' },
] as const
/** Pixels of the exported page, which is A4, for a centimetre. */
const SCALE = 794 / 21
const [LEFT, TOP] = [1.5, 1.5]
const [COLUMNS, ROWS] = [3, 6]
const [STEP_X, STEP_Y] = [6.5, 4.4]
/** Seconds for all files together. */
const PATIENCE = 120

type Place = { column: number; row: number; x: number; y: number; width: number; height: number }

/** Figures that LibreOffice Draw drew from what is written here; none where it is missing. */
export async function libreOffice(count: number): Promise<Truth[]> {
  if (count === 0 || !Bun.which('soffice')) return []
  const folder = await mkdtemp(join(tmpdir(), 'bench-draw-'))
  try {
    const drawn = Array.from({ length: count }, (_, seed) => drawing(seed))
    await Promise.all(
      drawn.map(({ file, truth }) => Bun.write(join(folder, `${truth.name}.fodg`), file)),
    )
    const files = drawn.map(({ truth }) => join(folder, `${truth.name}.fodg`))
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const command = ['soffice', profile, '--headless', '--convert-to', 'png', '--outdir', folder]
    const made = Bun.spawn([...command, ...files], {
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: PATIENCE * 1000,
    })
    if ((await made.exited) !== 0) return []
    return await Promise.all(
      drawn.map(async ({ truth }) => ({
        ...truth,
        png: await Bun.file(join(folder, `${truth.name}.png`)).bytes(),
      })),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function drawing(seed: number): { file: string; truth: Truth } {
  const next = random(seed * 92821 + 11)
  const pick = picker(next)
  const look = pick(LOOKS)
  const face = pick(FACES)
  const size = pick([11, 12, 14])
  const route = pick(['standard', 'line', 'curve'])
  const shadow = next() < 0.25
  const truth: Truth = {
    name: `draw-${seed}`,
    svg: '',
    width: 794,
    height: 1123,
    texts: [],
    shapes: [],
    connectors: [],
  }
  const styles: string[] = []
  const body: string[] = []
  const places: Place[] = []
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      if (next() < 0.25) continue
      const width = 3.6 + 0.1 * Math.floor(next() * 8)
      const height = 1.6 + 0.1 * Math.floor(next() * 8)
      const x = LEFT + column * STEP_X
      const y = TOP + row * STEP_Y
      const index = places.length
      places.push({ column, row, x, y, width, height })
      const form = pick(FORMS)
      const words = next() < 0.5 ? pick(WORDS) : `${pick(WORDS)} ${1 + Math.floor(next() * 9)}`
      styles.push(boxStyle(index, pick(look.fills), look.edge, shadow))
      body.push(boxMarkup(index, form, { x, y, width, height }, words))
      truth.texts.push({ text: words, x: (x + width / 2) * SCALE, y: (y + height / 2) * SCALE })
      truth.shapes.push({
        form: form === 'ellipse' ? 'ellipse' : form in POLYGONS ? 'polygon' : 'rect',
        x: x * SCALE,
        y: y * SCALE,
        width: width * SCALE,
        height: height * SCALE,
      })
    }
  }
  for (const [from, to] of neighbours(places)) {
    const [a, b] = [places[from], places[to]]
    if (!a || !b || next() < 0.2) continue
    const down = a.column === b.column
    const ends = down ? [2, 0] : [1, 3]
    body.push(
      `<draw:connector draw:style-name="line" draw:type="${route}" draw:start-shape="s${from}" draw:start-glue-point="${ends[0]}" draw:end-shape="s${to}" draw:end-glue-point="${ends[1]}"/>`,
    )
    const at = ({ x, y, width, height }: Place, side: number | undefined) => ({
      x: (side === 1 ? x + width : side === 3 ? x : x + width / 2) * SCALE,
      y: (side === 2 ? y + height : side === 0 ? y : y + height / 2) * SCALE,
    })
    truth.connectors.push({
      from,
      to,
      start: at(a, ends[0]),
      end: at(b, ends[1]),
      directed: true,
    })
  }
  return { file: fileOf(styles, body, look, face, size), truth }
}

/** Each with the next of its row, and the next of its column. */
function neighbours(places: readonly Place[]): [number, number][] {
  return places.flatMap(({ column, row }, index) => {
    const right = places.findIndex((other) => other.row === row && other.column === column + 1)
    const below = places.findIndex((other) => other.column === column && other.row === row + 1)
    return [right, below].filter((to) => to >= 0).map((to): [number, number] => [index, to])
  })
}

function boxStyle(index: number, fill: string, edge: string, shadow: boolean): string {
  const stroke =
    edge === 'none'
      ? 'draw:stroke="none"'
      : `draw:stroke="solid" svg:stroke-color="${edge}" svg:stroke-width="0.04cm"`
  const below = shadow
    ? 'draw:shadow="visible" draw:shadow-offset-x="0.1cm" draw:shadow-offset-y="0.1cm" draw:shadow-color="#999999"'
    : ''
  return `<style:style style:name="b${index}" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="${fill}" ${stroke} ${below} draw:auto-grow-height="false" draw:textarea-vertical-align="middle" fo:padding-left="0cm" fo:padding-right="0cm"/></style:style>`
}

function boxMarkup(
  index: number,
  form: (typeof FORMS)[number],
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  words: string,
): string {
  const place = `draw:style-name="b${index}" xml:id="s${index}" draw:id="s${index}" svg:x="${x.toFixed(2)}cm" svg:y="${y.toFixed(2)}cm" svg:width="${width.toFixed(2)}cm" svg:height="${height.toFixed(2)}cm"`
  const label = `<text:p text:style-name="label"><text:span text:style-name="words">${words}</text:span></text:p>`
  if (form === 'rect') return `<draw:rect ${place}>${label}</draw:rect>`
  if (form === 'round')
    return `<draw:rect draw:corner-radius="0.35cm" ${place}>${label}</draw:rect>`
  if (form === 'ellipse') return `<draw:ellipse ${place}>${label}</draw:ellipse>`
  const [first, ...others] = POLYGONS[form].match(/\d+ \d+/g) ?? []
  return `<draw:custom-shape ${place}>${label}<draw:enhanced-geometry svg:viewBox="0 0 100 100" draw:type="non-primitive" draw:text-areas="10 10 90 90" draw:enhanced-path="M ${first} L ${others.join(' ')} ${first} Z N"/></draw:custom-shape>`
}

function fileOf(
  styles: readonly string[],
  body: readonly string[],
  { ink, line }: (typeof LOOKS)[number],
  face: string,
  size: number,
): string {
  const spaces = [
    ['office', 'office:1.0'],
    ['style', 'style:1.0'],
    ['text', 'text:1.0'],
    ['draw', 'drawing:1.0'],
    ['fo', 'xsl-fo-compatible:1.0'],
    ['svg', 'svg-compatible:1.0'],
  ].map(([name, path]) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${path}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${spaces.join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.graphics">
<office:automatic-styles>
<style:style style:name="label" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/></style:style>
<style:style style:name="words" style:family="text"><style:text-properties fo:font-family="'${face}'" fo:font-size="${size}pt" fo:color="${ink}"/></style:style>
<style:style style:name="line" style:family="graphic"><style:graphic-properties draw:stroke="solid" svg:stroke-color="${line}" svg:stroke-width="0.04cm" draw:marker-end="Arrow" draw:marker-end-width="0.3cm"/></style:style>
${styles.join('\n')}
</office:automatic-styles>
<office:body><office:drawing><draw:page draw:name="page">
${body.join('\n')}
</draw:page></office:drawing></office:body></office:document>
`
}
