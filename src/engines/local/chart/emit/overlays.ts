import { extent } from '../../../../figure/chart/stats'
import { dateText } from '../../../../figure/chart/time'
import type { Overlay } from '../chart-ir'
import { type Emitted, isNamed, type Json, namesOf, numbersIn, sides } from './base'
import { measured } from './data'
import { type ChartDraft, cellText } from './draft'

const GUIDE = '#5a646f'

interface Over {
  layers: Json[]
  says: string[]
  notes: string[]
  foot?: string
}

/** What stands over the data: reference lines, the diagonal, words at a place, signs of significance. */
export function overlaysOf(draft: ChartDraft, emitted: Emitted): Over {
  const found: Over = { layers: [], says: [], notes: [] }
  const all = draft.ir.overlays ?? []
  const numbered = all.map((overlay, i) => [overlay, i + 1] as const)
  for (const [overlay, i] of numbered) {
    if (overlay.kind === 'reference') reference(draft, overlay, i, found)
    if (overlay.kind === 'annotation') annotation(draft, overlay, i, found)
  }
  if (all.some(({ kind }) => kind === 'diagonal')) diagonal(draft, found)
  stars(draft, emitted, found)
  return found
}

const samples = ({ ir }: ChartDraft) => ['histogram', 'density', 'ecdf'].includes(ir.mark)

/** The place of a value on the argument's axis; undefined where it has none. */
function placeOf(draft: ChartDraft, value: Overlay['value']): string | number | undefined {
  if (value === undefined || value === null) return undefined
  if (samples(draft)) return typeof value === 'number' ? value : undefined
  if (isNamed(draft)) {
    const text = typeof value === 'string' ? value : cellText(value, draft.field('x'))
    return draft.data.some(({ x }) => cellText(x, draft.field('x')) === text) ? text : undefined
  }
  if (typeof value === 'number') return value
  const moment = draft.field('x')?.role === 'time' ? Date.parse(value) : Number.NaN
  return Number.isFinite(moment) ? moment : undefined
}

function reference(draft: ChartDraft, overlay: Overlay, i: number, found: Over): void {
  const onValue = (overlay.axis ?? 'y') === 'y'
  const at = onValue
    ? typeof overlay.value === 'number'
      ? overlay.value
      : undefined
    : placeOf(draft, overlay.value)
  if (at === undefined) {
    found.notes.push(`the reference line at ${overlay.value} has no place on the axis`)
    return
  }
  const flipped = draft.ir.mark === 'forest' || draft.ir.horizontal === true
  const channel = onValue === flipped ? 'x' : 'y'
  const time = !onValue && draft.field('x')?.role === 'time'
  const said = time && typeof at === 'number' ? dateText(at) : String(overlay.value)
  found.says.push(`A dashed line marks ${overlay.text ? `${overlay.text} (${said})` : said}.`)
  const place = { [channel]: { datum: at, ...(time ? { type: 'temporal' } : {}) } }
  found.layers.push({
    name: `reference${i}`,
    mark: { type: 'rule', color: GUIDE, strokeDash: [4, 3], strokeWidth: 1 },
    encoding: place,
  })
  if (overlay.text)
    found.layers.push({
      name: `guide${i}`,
      mark: {
        type: 'text',
        text: overlay.text,
        color: GUIDE,
        fontSize: 11,
        ...(channel === 'y'
          ? { align: 'right', baseline: 'bottom', dy: -3, dx: -2 }
          : { align: 'left', baseline: 'top', dx: 4 }),
      },
      encoding: {
        ...place,
        ...(channel === 'y' ? { x: { value: 'width' } } : { y: { value: 2 } }),
      },
    })
}

function diagonal(draft: ChartDraft, found: Over): void {
  const list = measured(draft.data)
  const ends = [draft.ir.encoding.x?.domain, draft.ir.encoding.y?.domain]
  const xs = extent(ends[0] ?? list.flatMap(({ x }) => (typeof x === 'number' ? [x] : [])))
  const ys = extent(ends[1] ?? numbersIn(list))
  const [low, high] = [Math.max(xs[0], ys[0]), Math.min(xs[1], ys[1])]
  found.layers.push({
    name: 'diagonal',
    mark: { type: 'rule', color: '#8a929b', strokeDash: [3.5, 3], strokeWidth: 1 },
    encoding: { x: { datum: low }, y: { datum: low }, x2: { datum: high }, y2: { datum: high } },
  })
}

/** A ring at a value and words beside it; past the end of a bar, words alone. */
function annotation(draft: ChartDraft, overlay: Overlay, i: number, found: Over): void {
  const at = placeOf(draft, overlay.x)
  if (at === undefined) return
  const near = measured(draft.data).find(({ x }) =>
    typeof at === 'number' ? x === at : cellText(x, draft.field('x')) === at,
  )
  const bar = draft.ir.mark === 'bar' || draft.ir.mark === 'lollipop'
  const own = measured(draft.data).filter(({ x }) => cellText(x, draft.field('x')) === at)
  const stacked = draft.ir.stack === 'stack'
  const top = stacked
    ? own.reduce((all, { y }) => all + y, 0)
    : Math.max(...own.map(({ y, hi }) => Math.max(y, hi ?? y)))
  const y = bar ? top : (overlay.y ?? near?.y)
  if (y === undefined || !Number.isFinite(y)) return
  const { a, v } = sides(draft)
  const time = draft.field('x')?.role === 'time' && !isNamed(draft)
  const place = { [a]: { datum: at, ...(time ? { type: 'temporal' } : {}) }, [v]: { datum: y } }
  const values = draft.ir.overlays?.some(({ kind }) => kind === 'values') === true
  const away = bar ? (values ? 18 : 5) : 9
  if (!bar)
    found.layers.push({
      name: `annotation${2 * i}`,
      mark: { type: 'point', filled: false, size: 55, stroke: '#1a1d21', strokeWidth: 1 },
      encoding: place,
    })
  found.layers.push({
    name: `annotation${2 * i + 1}`,
    mark: {
      type: 'text',
      text: overlay.text ?? String(y),
      fontSize: 11,
      fontWeight: 500,
      color: '#1a1d21',
      ...(draft.ir.horizontal
        ? { align: 'left', dx: values ? 26 : away }
        : { baseline: 'bottom', dy: -away }),
    },
    encoding: place,
  })
}

/** The usual ladder. */
function starsOf(p: number): string {
  if (p < 0.001) return '***'
  if (p < 0.01) return '**'
  return p < 0.05 ? '*' : 'n.s.'
}

const LADDER = [
  ['*', 'p < 0.05'],
  ['**', 'p < 0.01'],
  ['***', 'p < 0.001'],
  ['n.s.', 'not significant'],
] as const

/** Signs above marks that have a p value, and brackets between compared names. */
function stars(draft: ChartDraft, { rows }: Emitted, found: Over): void {
  const wishes = (draft.ir.overlays ?? []).filter(({ kind }) => kind === 'stars')
  if (wishes.length === 0) return
  const names = namesOf(draft)
  const field = draft.field('x')
  const known = new Set(draft.data.map(({ x }) => cellText(x, field)))
  const pairs = wishes.flatMap(({ pair, p, text }) => {
    const [from, to] = pair ?? []
    const sign = text ?? (p === undefined ? undefined : starsOf(p))
    return from !== undefined &&
      to !== undefined &&
      known.has(from) &&
      known.has(to) &&
      sign !== undefined
      ? [{ from, to, text: sign, p }]
      : []
  })
  const off =
    draft.facets.length > 0 || draft.ir.stack === 'stack' || draft.ir.stack === 'normalize'
  if (off) {
    if (pairs.length > 0)
      found.notes.push('signs between two groups are not drawn over parts of a whole or in panels')
    return
  }
  const own = wishes.some(({ pair }) => !pair) ? draft.data.filter(({ p }) => p !== null) : []
  const { v } = sides(draft)
  if (own.length > 0) {
    for (const row of rows)
      if (typeof row.p === 'number') {
        row.sign = starsOf(row.p)
        row.top = Math.max(Number(row[names.y]), Number(row.upper ?? row[names.y]))
      }
    found.layers.push({
      inside: true,
      name: 'significance',
      transform: [{ filter: 'isValid(datum.sign)' }],
      mark: { type: 'text', baseline: 'bottom', dy: -3, fontWeight: 600, color: '#30363d' },
      encoding: {
        [v]: { field: 'top', type: 'quantitative' },
        text: { field: 'sign' },
        color: { value: '#30363d' },
      },
    })
  }
  const bars = draft.ir.mark === 'bar' || draft.ir.mark === 'lollipop'
  if (pairs.length > 0)
    found.layers.push({
      inside: true,
      mark: {
        type: 'brackets',
        pairs: pairs.map(({ p: _, ...pair }) => pair),
        ...(bars ? { reference: 0 } : {}),
      },
    })
  found.says.push(
    ...own.map(({ x, p }) => `${cellText(x, field)}: p = ${p}.`).slice(0, 8),
    ...pairs.map(
      ({ from, to, p, text }) =>
        `${from} against ${to}: ${p === undefined ? text.replace(/\.$/, '') : `p = ${p}`}.`,
    ),
  )
  const used = new Set([
    ...own.map(({ p }) => starsOf(p ?? 1)),
    ...pairs.flatMap(({ p }) => (p === undefined ? [] : [starsOf(p)])),
  ])
  const foot = LADDER.flatMap(([sign, meaning]) =>
    used.has(sign) ? [`${sign} ${meaning}`] : [],
  ).join(',   ')
  if (foot !== '') found.foot = foot
}
