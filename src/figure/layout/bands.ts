import { isDotted } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import { canvas } from '../canvas-size'
import { measureText, SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import { movePath } from '../icons'
import type { Theme } from '../themes/theme'
import { type KeyEntry, keyOf } from './key-entries'
import { scaledGeometry } from './scaled'
import { blockHeight, type ElementDraft, partDraft, type Sketch, textDraft, Z } from './sketch'

/**
 * What stands above and below a figure: its title, and the key that explains dashed lines and strands. Sizes are shares
 * of the canvas's width, so that they are the same in print whatever the ratio: 1 pt is 1/504 of a figure 178 mm wide.
 * On a theme's sheet they share a block at the foot, and everything keeps off its frame.
 */
export interface Bands {
  title?: Wrapped
  key: KeyEntry[]
  /** The key stands at the right of the title, or where it would be. */
  beside: boolean
  /** The key stands at the right, wherever else it is. */
  right?: boolean
  /** Height by the canvas's width, above and below. */
  above: number
  below: number
  /** Left and right. */
  side: number
}

const PT = 1 / 504
const TITLE = { size: 11 * PT, leading: 1.25, top: 0.026 } as const
/** The key stands in the margin below the figure, which becomes wider by `more`. */
const KEY = {
  size: 6.3 * PT,
  sample: 0.03,
  gap: 0.006,
  between: 0.02,
  more: 0.013,
  bottom: 0.013,
} as const
/** Left of the title and the key. */
const MARGIN = 0.026
/** Text is measured on a canvas so wide, which is the usual one. */
const MEASURED = 1365

/** The title's block at the foot of a sheet: the most of the width that its words take, and the room around them. */
const BLOCK = { most: 0.5, pad: 0.009 } as const

/** The bands a diagram needs; undefined for none. */
export function bandsOf(diagram: Diagram, theme: Theme): Bands | undefined {
  const key = keyOf(diagram)
  const { sheet } = theme.measures
  const at = diagram.legend?.at
  if (diagram.title === undefined && key.length === 0 && sheet === undefined) return undefined
  const most = sheet === undefined ? 1 - 2 * MARGIN : BLOCK.most
  const title =
    diagram.title === undefined
      ? undefined
      : wrapEvenly(diagram.title, (most * MEASURED) / SAFETY, titleFace(theme, MEASURED))
  if (sheet !== undefined) {
    const foot = title ? blockOf(title, theme, 1).height : key.length > 0 ? KEY.more : 0
    return {
      ...(title && { title }),
      ...{ key, beside: false, ...(at === 'right' && !title && { right: true }) },
      above: sheet.border,
      below: sheet.border + foot,
      side: sheet.border,
    }
  }
  const right = title && MARGIN + Math.max(...title.lines.map(({ width }) => width)) / MEASURED
  const fits = right !== undefined && right + KEY.between + keyWidth(key, theme) <= 1 - MARGIN
  const beside = at === 'top' ? fits || title === undefined : fits && at === undefined
  const row = KEY.bottom + KEY.size * theme.capHeight
  return {
    ...(title ? { title } : {}),
    ...{ key, beside, ...(at === 'right' && { right: true }) },
    above: title ? TITLE.top + titleHeight(title, theme, 1) : beside && key.length > 0 ? row : 0,
    below: key.length > 0 && !beside ? KEY.more : 0,
    side: 0,
  }
}

/** By the canvas's width. */
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

/** The ratio that is left for the figure itself. */
export const ratioWithin = (ratio: number, { above, below, side }: Bands) =>
  (1 - 2 * side) / Math.max(SMALLEST, 1 / ratio - above - below)
/** At least so much of the width is left in height. */
const SMALLEST = 0.1

/** The sketch between its bands, on the canvas of `ratio` (undefined: as it comes out). */
export function banded(
  sketch: Sketch,
  bands: Bands,
  theme: Theme,
  ratio: number | undefined,
): Sketch {
  const across = 1 - 2 * bands.side
  const own = 1 / ((across * sketch.height) / sketch.width + bands.above + bands.below)
  const { width, height } = canvas(ratio ?? own)
  const room = height - (bands.above + bands.below) * width
  const scale = Math.min((across * width) / sketch.width, room / sketch.height)
  const dx = (width - scale * sketch.width) / 2
  const dy = bands.above * width
  return {
    width,
    height,
    em: scale * sketch.em,
    drafts: [
      ...sketch.drafts.map((draft) => scaled(draft, scale, dx, dy)),
      ...titleDrafts(bands, theme, width, height),
      ...(bands.key.length > 0 ? keyDrafts(bands, theme, width, height) : []),
    ],
  }
}

/** A title on a sheet with the room around it, by the canvas's width. */
function blockOf(title: Wrapped, theme: Theme, width: number) {
  const words = Math.max(...title.lines.map((line) => line.width)) / MEASURED
  return {
    width: (SAFETY * words + 2 * BLOCK.pad) * width,
    height: titleHeight(title, theme, width) + 2 * BLOCK.pad * width,
  }
}

function titleDrafts(
  { title }: Bands,
  theme: Theme,
  width: number,
  height: number,
): ElementDraft[] {
  if (!title) return []
  const { sheet } = theme.measures
  const { size, weight } = titleFace(theme, width)
  const scale = width / MEASURED
  const block = blockOf(title, theme, width)
  const box = sheet && {
    ...block,
    x: (1 - sheet.frame) * width - block.width,
    y: height - sheet.frame * width - block.height,
  }
  const draft = textDraft({
    id: 'title',
    parent: '',
    part: 'title',
    hue: -1,
    lines: title.lines.map((line) => ({ ...line, width: scale * line.width })),
    x: box ? box.x + box.width / 2 : MARGIN * width,
    top: box ? box.y + BLOCK.pad * width : TITLE.top * width,
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

/** Samples of lines and what they mean, in one row. */
function keyDrafts(
  { key: entries, beside, above, right: isRight = beside }: Bands,
  theme: Theme,
  width: number,
  height: number,
): ElementDraft[] {
  const size = KEY.size * width
  const cap = size * theme.capHeight
  const { border = 0 } = theme.measures.sheet ?? {}
  const foot = height - (KEY.bottom + border) * width
  const y = (beside ? above * width : foot) - cap / 2
  const margin = MARGIN + (beside ? 0 : border / 2)
  const left = (isRight ? 1 - margin - keyWidth(entries, theme) : margin) * width
  let x = left
  const samples = entries.flatMap((entry): ElementDraft[] => {
    const drafts = keySample(entry, theme, { x, y, width, size })
    x = Math.max(...drafts.map(({ element: { box } }) => box.x + box.width)) + KEY.between * width
    return drafts
  })
  const right = x - KEY.between * width
  const whole = { x: left, y: y - cap, width: right - left, height: 2 * cap }
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
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
): ElementDraft[] {
  const { role, dotted, hue = 0, sign } = entry
  const sample = KEY.sample * width
  const name = sign ? `sign-${sign.codePointAt(0)}` : dotted ? 'dotted' : role?.replaceAll(' ', '-')
  const id = name === undefined ? 'key' : `key-${name}`
  const text = keyWords(entry, theme, width)
  const weight = theme.measures.detailWeight
  const points = [
    { x, y },
    { x: x + sample, y },
  ]
  const lineSample: ElementDraft = {
    part: 'connector',
    hue: hue - 1,
    ...(role === undefined ? {} : { role }),
    element: {
      id: `${id}-sample`,
      kind: 'connector',
      parent: 'key',
      z: Z.connector,
      box: { x, y, width: sample, height: 0 },
      geometry: { form: 'polyline', points, radius: 0 },
      style: dotted || isDotted(role) ? { dash: [1, 1] } : {},
      heads: 'end',
      ...(name === undefined && { inferred: true }),
    },
  }
  const line = { parent: 'key', hue: -1, leading: size, size, weight, theme } as const
  const middle = x + sample / 2
  const samples: ElementDraft[] = sign
    ? [
        {
          part: 'chip',
          hue: -1,
          element: {
            ...{ id: `${id}-sample`, kind: 'shape', parent: 'key', z: Z.part, style: {} },
            box: { x: middle - size, y: y - size, width: 2 * size, height: 2 * size },
            geometry: { form: 'ellipse', cx: middle, cy: y, rx: size, ry: size },
          },
        },
        textDraft({
          ...{ ...line, id: `${id}-sign`, part: 'key', anchor: 'middle', x: middle },
          lines: [{ text: sign, width: measureText(sign, { weight, size }) }],
          top: y - (size * theme.capHeight) / 2,
        }),
      ]
    : []
  return [
    ...(sign ? samples : [lineSample]),
    textDraft({
      id: `${id}-label`,
      parent: 'key',
      part: 'key',
      hue: -1,
      lines: text.lines,
      x: x + sample + KEY.gap * width,
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
  const { box, style, geometry } = element
  const strokes = draft.strokes?.map((each) => ({ ...each, d: movePath(each.d, by, dx, dy) }))
  return {
    ...draft,
    ...(strokes && { strokes }),
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
    },
  }
}
