/** Words along an axis: wrapped to their place, turned where a word is wider than it. */

import { face, PAPER_FAMILY, wrapText } from '../fonts'
import { BOX_SIZE, SIZE, widthOf } from './spec/house'
import { powerOfTen, short } from './spec/numbers'
import { listOf } from './spec/sources'
import { extent } from './spec/stats'
import { type Json, ticksIn } from './spec/vega'

/** Gap between neighbouring labels in Vega's pixels. */
const GAP = 8
const MOST_LINES = 3
/** Names along an axis are cut at this many pixels. */
const WIDEST = 130

const names = (domain: unknown): string[] => (Array.isArray(domain) ? domain.map(String) : [])

/** Whether all names fit into their places on at most three lines. */
function fit(list: readonly string[], room: number): boolean {
  return list.every((name) => linesOf(name, room - GAP, MOST_LINES) !== undefined)
}

/** Degrees by which the names of a horizontal axis are turned, each place `room` pixels wide: no further than all need to stand. */
function turnOf(domain: unknown, room: number): number {
  if (isMoments(domain)) return 0
  const list = names(domain)
  if (fit(list, room) || isCounted(list, room)) return 0
  return room * SLANT.sine >= SIZE.text ? SLANT.degrees : UPRIGHT
}

const SLANT = { degrees: -40, sine: Math.sin((40 * Math.PI) / 180) }
const UPRIGHT = -90

/** The label of one name: its lines. */
function labelOf(label: unknown, domain: unknown, room: number): string | string[] {
  const list = names(domain)
  const text = String(label)
  if (isMoments(domain)) return text
  if (fit(list, room)) return linesOf(text, room - GAP, MOST_LINES) ?? text
  return isCounted(list, room) ? text : cut(text, WIDEST)
}

/** Moments and numbers are written by a format; some may be left out. */
const isMoments = (domain: unknown): boolean =>
  Array.isArray(domain) && domain.every((each) => typeof each !== 'string')

/** A name beside an upright axis, on as many lines as its place of `room` pixels has. */
function namesUpwards(label: unknown, room: number): string | string[] {
  const text = String(label)
  const most = Math.max(1, Math.min(3, Math.floor(room / (SIZE.text * 1.2))))
  return linesOf(text, WIDEST, most) ?? cut(text, WIDEST * 1.4)
}

/** Numbers and short names in an order are counted off by the reader: some may be left out. */
const isCounted = (list: readonly string[], room: number): boolean =>
  list.length > 8 && list.every((name) => /\d/.test(name) && widthOf(name) <= room * 4)

/** A name as at most `most` lines of `room` pixels, broken at spaces, hyphens and humps; undefined where it does not fit. */
function linesOf(name: string, room: number, most: number): string[] | undefined {
  if (widthOf(name) <= room) return [name]
  const lines: string[] = []
  for (const part of name.split(/(?<=[_\-./\s])|(?<=\p{Ll})(?=\p{Lu})/u)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf((last + part).trimEnd()) <= room)
      lines[lines.length - 1] = last + part
    else lines.push(part)
  }
  const fits = lines.length <= most && lines.every((line) => widthOf(line.trimEnd()) <= room)
  return fits ? lines.map((line) => line.trimEnd()) : undefined
}

/** Titles of a compiled chart on as many lines as they need on a canvas of `room` pixels. */
export function wrapTitles(compiled: Json, room: number): void {
  const { title } = compiled
  if (typeof title !== 'object' || title === null) return
  const own = title as Json
  for (const [name, size, weight] of [
    ['text', own.fontSize ?? SIZE.heading, 600],
    ['subtitle', own.subtitleFontSize ?? SIZE.text, 400],
  ] as const)
    if (typeof own[name] === 'string') {
      const style = { size: Number(size), weight: face(PAPER_FAMILY, weight) }
      own[name] = wrapText(own[name], room, style).lines.map(({ text }) => text)
    }
}

/** A name shortened to `room` pixels. */
function cut(name: string, room: number): string {
  if (widthOf(name) <= room) return name
  const letters = [...name].slice(0, room)
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Pixels of an axis that one tick takes. */
const TICK = { x: 60, y: 56 } as const

/**
 * Dresses the axes of a compiled chart: as many ticks as can be read, names wrapped to their places. Vega evaluates
 * what depends on sizes.
 */
export function dressAxes(compiled: Json): void {
  const scales = new Map<string, Json>()
  each(compiled, (group) => {
    for (const scale of listOf(group.scales)) {
      scales.set(String(scale.name), scale)
      // White and grey have no hue: by hue the middle of a ramp would turn orange.
      const { interpolate, range } = scale
      if (interpolate === 'hcl' && Array.isArray(range) && range.some(isGrey))
        scale.interpolate = 'lab'
    }
  })
  each(compiled, (group) => {
    for (const mark of listOf(group.marks)) fitBox(mark)
    for (const guide of [...listOf(group.axes), ...listOf(group.legends)])
      if (TYPELESS.test(String(guide.format))) guide.format = `${guide.format}f`
    for (const axis of listOf(group.axes)) dressAxis(axis, scales.get(String(axis.scale)) ?? {})
  })
}

/** Formats of numbers that say neither type nor precision: Vega would round ticks to two figures, 1,200 to 1.2e+3. */
const TYPELESS = /^[^a-z%.~]*,$/i

/** Boxes of box plots, which Vega-Lite makes equally wide in any place, take their share of it. */
function fitBox({ style, encode }: Json): void {
  const part = BOX[String([style].flat().at(-1))]
  const update = ((encode as Json | undefined)?.update ?? {}) as Record<string, Json | undefined>
  const [size, at] =
    update.width?.value === part?.usual ? [update.width, update.xc] : [update.height, update.yc]
  const scale = (at?.offset as Json | undefined)?.scale ?? at?.scale
  if (!part || !scale || size?.value !== part.usual) return
  delete size.value
  size.signal = `clamp(bandwidth(${JSON.stringify(scale)}) * ${part.share}, 2, ${part.most})`
}

/** What boxes, medians and caps have of their place, and at most in Vega's pixels. */
const BOX: Readonly<Record<string, { usual: number; share: number; most: number }>> = {
  'boxplot-box': { usual: BOX_SIZE.box, share: 0.55, most: 70 },
  'boxplot-median': { usual: BOX_SIZE.box, share: 0.55, most: 70 },
  'boxplot-ticks': { usual: BOX_SIZE.cap, share: 0.25, most: 24 },
}

const isGrey = (color: unknown): boolean => {
  const [r, g, b] = (typeof color === 'string' && Bun.color(color, '[rgb]')) || [0, 1, 2]
  return r === g && g === b
}

/** Ticks of an axis over bins: their edges where these are round numbers. */
function binTicks(bins: unknown, domain: unknown): number[] | null {
  const { step } = (bins ?? {}) as { step?: number }
  if (!step || !Array.isArray(domain) || Number(step.toPrecision(2)) === step) return null
  return ticksIn(extent(domain.map(Number)), 7)
}

function dressAxis(axis: Json, scale: Json): void {
  const kind = String(scale.type ?? '')
  const across = axis.orient === 'bottom' || axis.orient === 'top'
  const discrete = kind === 'band' || kind === 'point'
  const count = axis.tickCount as Json | undefined
  if (typeof count === 'object' && typeof count?.signal === 'string') {
    const per = across ? TICK.x : TICK.y
    count.signal = count.signal.replace(/^ceil\((.+)\/\d+\)$/, `clamp(round($1/${per}), 2, 10)`)
    // An axis ends on a tick.
    if (scale.nice === true && kind === 'linear') scale.nice = { signal: count.signal }
  }
  const bins = (scale.bins as Json | undefined)?.signal
  if (typeof bins === 'string' && axis.labels !== false)
    axis.values ??= { signal: `houseBins(${bins}, domain(${JSON.stringify(axis.scale)}))` }
  const isPowers = kind === 'log' && (scale.base ?? 10) === 10
  if (kind === 'linear' && axis.format === undefined && axis.labels !== false)
    say(axis, `houseNumber(datum.value, datum.label, domain(${JSON.stringify(axis.scale)}))`)
  if (isPowers && axis.grid === true) quietGrid(axis)
  if (isPowers && axis.labels !== false && axis.format === undefined) powers(axis)
  if (!discrete || axis.labels === false || axis.labelAngle !== undefined) return
  const encode = (axis.encode ?? {}) as Json
  const labels = encode.labels as Json | undefined
  const update = (labels?.update ?? {}) as Json
  if (update.text !== undefined) return
  const name = JSON.stringify(axis.scale)
  const room = `(abs(range(${name})[1] - range(${name})[0]) / max(1, length(domain(${name}))))`
  axis.labelOverlap = true
  if (!across) {
    say(axis, `houseName(datum.label, ${room})`)
    return
  }
  const turn = `houseTurn(domain(${name}), ${room})`
  const own = {
    text: { signal: `houseLabel(datum.label, domain(${name}), ${room})` },
    angle: { signal: turn },
    align: { signal: `${turn} === 0 ? 'center' : 'right'` },
    baseline: {
      signal: `${turn} === ${UPRIGHT} ? 'middle' : '${axis.orient === 'top' ? 'bottom' : 'top'}'`,
    },
  }
  // Boxes of turned names overlap, their letters do not: none is left out.
  axis.labelOverlap = { signal: `${turn} === 0 || ${room} < ${SIZE.text}` }
  axis.encode = { ...encode, labels: { ...labels, update: { ...update, ...own } } }
}

/** A logarithmic axis names its powers of ten, on a short one also twos and fives; the other ticks stay silent. */
function powers(axis: Json): void {
  if (axis.values !== undefined || !say(axis, powerOf(axis))) return
  axis.tickCount = 10
  axis.labelOverlap = true
}

const powerOf = ({ scale }: Json): string =>
  `housePower(datum.value, domain(${JSON.stringify(scale)}))`

/** What the labels of an axis say; false where the chart says it itself. */
function say(axis: Json, signal: string): boolean {
  const encode = (axis.encode ?? {}) as Json
  const labels = encode.labels as Json | undefined
  const update = (labels?.update ?? {}) as Json
  if (update.text !== undefined) return false
  axis.encode = { ...encode, labels: { ...labels, update: { ...update, text: { signal } } } }
  return true
}

/** A number of an axis: very large and very small ones as multiples of one power of ten. */
function numberLabel(value: unknown, label: unknown, domain: unknown): string {
  const most = Math.max(
    ...(Array.isArray(domain) ? domain : []).map((each) => Math.abs(Number(each))),
  )
  if (!Number.isFinite(most) || most === 0 || (most < 1e7 && most >= 1e-4)) return String(label)
  if (value === 0) return '0'
  const power = Math.floor(Math.log10(most) + 1e-9)
  const lead = Number((Number(value) / 10 ** power).toPrecision(6))
  return `${short(lead, 6)}×${powerOfTen(power)}`
}

/** Grid lines stand where a label does. */
function quietGrid(axis: Json): void {
  const encode = (axis.encode ?? {}) as Json
  const opacity = { signal: `${powerOf(axis)} === '' ? 0 : 1` }
  if (encode.grid === undefined) axis.encode = { ...encode, grid: { update: { opacity } } }
}

/** What a tick of a logarithmic axis says; nothing between its powers. */
function powerLabel(value: unknown, domain: unknown): string {
  const [low = 1, high = 10] = Array.isArray(domain) ? domain.map(Number).sort((a, b) => a - b) : []
  const number = Number(value)
  const exponent = Math.floor(Math.log10(Math.abs(number)) + 1e-9)
  const lead = Math.round(number / 10 ** exponent)
  const decades = Math.log10(high / low)
  const wanted = decades < 1 ? [1, 2, 3, 4, 5, 6, 8] : decades < 2.5 ? [1, 2, 5] : [1]
  if (!Number.isFinite(exponent) || !wanted.includes(lead)) return ''
  const plain = high <= 100_000 && low >= 1e-4
  return plain || lead !== 1 ? short(number, 2) : powerOfTen(exponent)
}

function each(group: Json, visit: (group: Json) => void): void {
  visit(group)
  for (const mark of [...listOf(group.marks), ...listOf((group.layout as Json | undefined)?.marks)])
    each(mark, visit)
}

/** What expressions of our axes call. */
export const AXIS_FUNCTIONS = {
  houseTurn: turnOf,
  houseLabel: labelOf,
  houseName: namesUpwards,
  houseNumber: numberLabel,
  housePower: powerLabel,
  houseBins: binTicks,
}
