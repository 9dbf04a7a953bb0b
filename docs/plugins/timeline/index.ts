import type { Kit, Plugin, RunContext } from '../../../src/plugin'

interface Input {
  title: string
  events: { year: number; label: string }[]
}

const WIDTH = 960
const ROW = 56
const MOST = 60

/** An example drop-in in one file: a list of years becomes a figure, drawn without the layout engine. */
export default ({ t }: Kit): Plugin<Input> => {
  const text = t.String({ minLength: 1, maxLength: 80, notBlank: true })
  const year = t.Integer({ minimum: -9999, maximum: 9999 })
  const event = t.Object({ year, label: text }, { additionalProperties: false })
  const events = t.Array(event, { minItems: 1, maxItems: MOST })
  const rows = t.Integer({ minimum: 1, maximum: MOST })
  return {
    id: 'timeline',
    summary: 'Draws a list of years as a timeline',
    service: 'job',
    path: '/api/timeline',
    body: t.Object({ title: text, events }, { additionalProperties: false }),
    example: { title: 'Sequencing', events: [{ year: 1977, label: 'Chain termination' }] },
    routes: [
      {
        name: 'size',
        path: '/size',
        summary: 'The size in pixels of a timeline with so many events',
        query: t.Object({ events: rows }, { additionalProperties: false }),
        response: t.Object({ width: t.Number(), height: t.Number() }),
        get: (query) => sizeOf((query as { events: number }).events),
      },
    ],
    run: async () => ({ run: draw }),
  }
}

const sizeOf = (events: number) => ({ width: WIDTH, height: (events + 2) * ROW })

async function draw({ title, events }: Input, ctx: RunContext) {
  const { height } = sizeOf(events.length)
  const rows = events.toSorted((a, b) => a.year - b.year).map(row)
  const axis = `<path d="M160 ${ROW * 1.5}V${height - ROW / 2}" stroke="#3f72ad" stroke-width="2"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" data-generator="burin/${ctx.version}" font-family="Inter, Arial, sans-serif" font-size="18" fill="#18202b"><title>${safe(title)}</title><desc>A timeline of ${events.length} events</desc><rect width="${WIDTH}" height="${height}" fill="#ffffff"/><text x="40" y="50" font-size="24" font-weight="600">${safe(title)}</text>${axis}${rows.join('')}</svg>`
  await ctx.artifact('final.svg', svg)
  await ctx.artifact('figure.png', await ctx.figure.png(svg, WIDTH))
  return { description: `${title}: ${events.length} events` }
}

const row = ({ year, label }: Input['events'][number], index: number) =>
  `<g class="node" id="event-${index + 1}" data-label="${safe(label)}" transform="translate(160 ${(index + 2) * ROW})"><circle r="7" fill="#3f72ad"/><text x="-24" y="6" text-anchor="end" font-weight="600">${year}</text><text x="24" y="6">${safe(label)}</text></g>`

const safe = (text: string) =>
  text.replace(/[<&"\x00-\x1f]/g, (c) => (c < ' ' ? ' ' : `&#${c.charCodeAt(0)};`))
