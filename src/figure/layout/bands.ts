import type { Diagram } from '../../forms/diagram'
import type { ElementDraft, Sketch } from '../../forms/sketch'
import { PAPER, paperWidth, pointsOf } from '../canvas/paper'
import { canvas } from '../canvas/size'
import { SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import { movedPaint } from '../pictures'
import type { Theme } from '../themes/theme'
import { type KeyEntry, keyOf } from './key-entries'
import { scaledGeometry } from './scaled'
import { blockHeight, partDraft, textDraft, Z } from './sketch'

/**
 * What stands above and below a figure: its title, and the key that explains dashed lines. Lengths are in
 * units of 178 mm on paper, so that they are the same in print whatever the ratio. On a theme's sheet they share a block at the foot, and everything keeps off its frame.
 */
export interface Bands {
  /** Of the canvas. */
  width: number
  title?: Wrapped
  key: KeyEntry[]
  /** The key stands at the right of the title. */
  beside: boolean
  /** Heights. */
  above: number
  below: number
  /** Left and right. */
  side: number
}

const PT = 1 / pointsOf(PAPER.wide)
const TITLE = { size: 11 * PT, leading: 1.25, top: 0.026 } as const
/** The key stands in the margin below the figure, which is about `margin` on wide paper and becomes wider by `more`. */
const KEY = {
  size: 6.3 * PT,
  sample: 0.03,
  gap: 0.006,
  between: 0.02,
  more: 0.017,
  margin: 0.015,
  bottom: 0.013,
} as const
/** Left of the title and the key. */
const MARGIN = 0.026
/** Pixels of the unit in which text is measured: the usual canvas's width. */
const MEASURED = 1365

/** The title's block at the foot of a sheet: the most of the width that its words take, and the room around them. */
const BLOCK = { most: 0.5, pad: 0.009 } as const

/** The bands a diagram needs on a canvas of `ratio`; undefined for none. */
export function bandsOf(diagram: Diagram, theme: Theme, ratio: number): Bands | undefined {
  const key = keyOf(diagram)
  const width = paperWidth({ width: ratio, height: 1 }) / PAPER.wide
  const { sheet } = theme.measures
  if (diagram.title === undefined && key.length === 0 && sheet === undefined) return undefined
  const most = sheet === undefined ? width - 2 * MARGIN : BLOCK.most * width
  const title =
    diagram.title === undefined
      ? undefined
      : wrapEvenly(diagram.title, (most * MEASURED) / SAFETY, titleFace(theme, MEASURED))
  if (sheet !== undefined) {
    const border = sheet.border * width
    const block = title ? blockOf(title, theme, 1) : { width: 0, height: 0 }
    return {
      ...(title && { title }),
      ...{ width, key, beside: false, above: border, side: border },
      below: border + Math.max(block.height, roomFor(key, width)),
    }
  }
  const right = title && MARGIN + Math.max(...title.lines.map(({ width }) => width)) / MEASURED
  const beside = right !== undefined && right + KEY.between + keyWidth(key, theme) <= width - MARGIN
  return {
    ...(title && { title }),
    ...{ width, key, beside, side: 0 },
    above: title ? TITLE.top + titleHeight(title, theme, 1) : 0,
    below: beside ? 0 : roomFor(key, width),
  }
}

/** Below: the figure's own margin, a share of its canvas, is smaller on narrow paper. */
const roomFor = (key: readonly unknown[], width: number) =>
  key.length === 0 ? 0 : KEY.more + (1 - width) * KEY.margin

const keyWidth = (entries: readonly KeyEntry[], theme: Theme) =>
  entries.reduce((sum, entry) => {
    const { width } = keyWords(entry, theme, MEASURED)
    return sum + KEY.sample + KEY.gap + (SAFETY * width) / MEASURED + KEY.between
  }, -KEY.between)

const keyWords = ({ label }: KeyEntry, { measures }: Theme, width: number): Wrapped =>
  wrapEvenly(label, width, { weight: measures.detailWeight, size: KEY.size * width })

const titleFace = (theme: Theme, width: number) => ({
  weight: theme.measures.labelWeight,
  size: TITLE.size * width,
})

const titleHeight = ({ lines }: Wrapped, theme: Theme, width: number) =>
  blockHeight(lines, TITLE.size * width, TITLE.leading * TITLE.size * width, theme)

/** The share of the canvas's width that is left for the figure itself. */
export const acrossOf = ({ width, side }: Pick<Bands, 'width' | 'side'>) => 1 - (2 * side) / width

/** The ratio that is left for the figure itself. */
export const ratioWithin = (ratio: number, { width, above, below, side }: Bands) =>
  acrossOf({ width, side }) / Math.max(SMALLEST, 1 / ratio - (above + below) / width)
/** At least so much of the width is left in height. */
const SMALLEST = 0.1

/** The sketch between its bands, on the canvas of `ratio` (undefined: as it comes out). */
export function banded(
  sketch: Sketch,
  bands: Bands,
  theme: Theme,
  ratio: number | undefined,
): Sketch {
  const { width, height, scale, dx, dy } = insideOf(sketch, bands, ratio)
  const unit = width / bands.width
  return {
    width,
    height,
    em: scale * sketch.em,
    drafts: [
      ...sketch.drafts.map((draft) => scaled(draft, scale, dx, dy)),
      ...titleDrafts(bands, theme, unit, height),
      ...(bands.key.length > 0 ? keyDrafts(bands, theme, unit, height) : []),
    ],
  }
}

/** The ratio of a sketch with its bands. */
export function ratioAround(
  { width, height }: Pick<Sketch, 'width' | 'height'>,
  bands: Bands,
): number {
  return 1 / ((acrossOf(bands) * height) / width + (bands.above + bands.below) / bands.width)
}

/** The canvas, and how what is drawn on a canvas of its own is scaled, then moved, to stand between the bands. */
function insideOf(
  own: Pick<Sketch, 'width' | 'height'>,
  bands: Bands,
  ratio: number | undefined,
): { width: number; height: number; scale: number; dx: number; dy: number } {
  const across = acrossOf(bands)
  const { width, height } = canvas(ratio ?? ratioAround(own, bands))
  const unit = width / bands.width
  const room = height - (bands.above + bands.below) * unit
  const scale = Math.min((across * width) / own.width, room / own.height)
  return { width, height, scale, dx: (width - scale * own.width) / 2, dy: bands.above * unit }
}

/** A title on a sheet with the room around it, in pixels of a unit. */
function blockOf(title: Wrapped, theme: Theme, unit: number) {
  const words = Math.max(...title.lines.map((line) => line.width)) / MEASURED
  return {
    width: (SAFETY * words + 2 * BLOCK.pad) * unit,
    height: titleHeight(title, theme, unit) + 2 * BLOCK.pad * unit,
  }
}

function titleDrafts(
  { title, width }: Bands,
  theme: Theme,
  unit: number,
  height: number,
): ElementDraft[] {
  if (!title) return []
  const { sheet } = theme.measures
  const { size, weight } = titleFace(theme, unit)
  const scale = unit / MEASURED
  const block = blockOf(title, theme, unit)
  const box = sheet && {
    ...block,
    x: (1 - sheet.frame) * width * unit - block.width,
    y: height - sheet.frame * width * unit - block.height,
  }
  const draft = textDraft({
    id: 'title',
    parent: '',
    part: 'title',
    hue: -1,
    lines: title.lines.map((line) => ({ ...line, width: scale * line.width })),
    x: box ? box.x + box.width / 2 : MARGIN * unit,
    top: box ? box.y + BLOCK.pad * unit : TITLE.top * unit,
    leading: TITLE.leading * size,
    size,
    weight,
    anchor: box ? 'middle' : 'start',
    theme,
  })
  const { parent: _, ...element } = draft.element
  const words: ElementDraft = { ...draft, element: { ...element, role: 'text' } }
  if (!box) return [words]
  const { parent: __, ...cell } = partDraft({
    ...{ id: 'title-block', parent: '', part: 'title-block', hue: -1, box },
  }).element
  return [{ part: 'title-block', hue: -1, element: { ...cell, role: 'text' } }, words]
}

/** Samples of lines and what they mean, in a row. */
function keyDrafts(
  { width, key, beside, above }: Bands,
  theme: Theme,
  unit: number,
  height: number,
): ElementDraft[] {
  const size = KEY.size * unit
  const cap = size * theme.capHeight
  const border = (theme.measures.sheet?.border ?? 0) * width
  const foot = height - (KEY.bottom + border) * unit
  const y = (beside ? above * unit : foot) - cap / 2
  const margin = MARGIN + (beside ? 0 : border / 2)
  const left = (beside ? width - margin - keyWidth(key, theme) : margin) * unit
  let x = left
  const samples = key.flatMap((entry): ElementDraft[] => {
    const drafts = keySample(entry, theme, { x, y, unit, size })
    const ends = drafts.map(({ element: { box } }) => box.x + box.width)
    x = Math.max(...ends) + KEY.between * unit
    return drafts
  })
  const whole = { x: left, y: y - cap, width: x - KEY.between * unit - left, height: 2 * cap }
  return [
    {
      part: 'key',
      hue: -1,
      element: { id: 'key', kind: 'group', role: 'legend', z: Z.text, box: whole, style: {} },
    },
    ...samples,
  ]
}

function keySample(
  entry: KeyEntry,
  theme: Theme,
  { x, y, unit, size }: { x: number; y: number; unit: number; size: number },
): ElementDraft[] {
  const { dotted } = entry
  const sample = KEY.sample * unit
  const id = dotted ? 'key-dotted' : 'key'
  const points = [
    { x, y },
    { x: x + sample, y },
  ]
  return [
    {
      part: 'connector',
      hue: -1,
      element: {
        id: `${id}-sample`,
        kind: 'connector',
        parent: 'key',
        z: Z.connector,
        box: { x, y, width: sample, height: 0 },
        geometry: { form: 'polyline', points, radius: 0 },
        style: dotted ? { dash: [1, 1] } : {},
        heads: 'end',
        ...(!dotted && { inferred: true }),
      },
    },
    textDraft({
      id: `${id}-label`,
      parent: 'key',
      part: 'key',
      hue: -1,
      lines: keyWords(entry, theme, unit).lines,
      x: x + sample + KEY.gap * unit,
      top: y - (size * theme.capHeight) / 2,
      leading: size,
      size,
      weight: theme.measures.detailWeight,
      anchor: 'start',
      theme,
    }),
  ]
}

/** A draft scaled about the canvas's origin, then moved. */
function scaled(
  { element, ...draft }: ElementDraft,
  by: number,
  dx: number,
  dy: number,
): ElementDraft {
  const { box, style, geometry, paint } = element
  return {
    ...draft,
    element: {
      ...element,
      box: {
        x: by * box.x + dx,
        y: by * box.y + dy,
        width: by * box.width,
        height: by * box.height,
      },
      style: style.fontSize === undefined ? style : { ...style, fontSize: by * style.fontSize },
      ...(geometry ? { geometry: scaledGeometry(geometry, by, dx, dy) } : {}),
      ...(paint && { paint: movedPaint(paint, by, dx, dy) }),
    },
  }
}
