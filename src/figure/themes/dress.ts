import { rounded } from '../../forms/numbers'
import type { Head, Scene, SceneElement, Style } from '../../forms/scene'
import type { ElementDraft, Part, Sketch } from '../../forms/sketch'
import { paperWidth, pixelsPerPoint } from '../canvas/paper'
import { eastAsianOf } from '../fonts'
import { distance, within } from '../geometry'
import { contrast, mix, READABLE, readable, vividOf } from '../pixels/color'
import { flattestOf, inferredId } from './moved-words'
import { huesFrom, readableUnder, VISIBLE } from './referenced'
import { setText } from './set-text'
import type { DressedPiece, Hue, Palette, Theme } from './theme'

export interface Captions {
  title: string
  description: string
}

/** Gives every element of a placed figure its colours and lines; nothing moves. */
export function dress(sketch: Sketch, theme: Theme, captions: Captions): Scene {
  const pieceOf = piecesOf(sketch, theme)
  const eastAsian = eastAsianOf(sketch.drafts.map(({ element }) => element.label ?? '').join(''))
  const elements = sketch.drafts.flatMap((draft) => {
    if (draft.part === 'picture') return [draft.element]
    const piece = pieceOf(draft)
    const given = { ...draft.element.style, ...styleOf(piece) }
    const restyled = theme.restyle?.(given, piece) ?? given
    const wished = headed(wishedStyle(bordered(restyled, piece), piece), draft.element)
    const broken = isBroken(draft)
    const style = broken ? { ...wished, stroke: 'none' } : wished
    const element = setText({ ...draft.element, style }, eastAsian)
    const painted = theme.paint?.(element, piece) ?? element
    const added = theme.add?.(painted, piece) ?? []
    return [painted, ...added, ...(broken ? [brokenOutline(painted, piece)] : [])]
  })
  const { width, height, em } = sketch
  const ground = theme.ground?.({ width, height, em }, theme.palette)
  return {
    width,
    height,
    paper: theme.paper ?? paperWidth(sketch),
    background: theme.palette.background,
    theme: theme.name,
    ...captions,
    ...(ground ? { ground } : {}),
    elements: theme.arrange?.(elements, em) ?? elements,
  }
}

function hueOf({ palette }: Theme, index: number, { accent, emphasis }: ElementDraft): Hue {
  const { hues, neutral } = palette
  const own = index < 0 ? neutral : (hues[index % hues.length] ?? neutral)
  const hue = accent === undefined ? own : ownHue(accent, palette)
  return emphasis === undefined ? hue : { ...hue, line: hue.deep, tint: strongerTint(hue, palette) }
}

/** The hue of an author's colour; one too pale for a line is a fill, as strong as words on it allow. */
export function ownHue(accent: string, { background, paper, ink, muted }: Palette): Hue {
  const hue = huesFrom(vividOf(accent), background, ink)
  if ([background, '#ffffff'].some((ground) => contrast(accent, ground) >= VISIBLE)) return hue
  const tint = readableUnder(muted, readableUnder(ink, accent, paper), paper, READABLE)
  return {
    ...hue,
    tint,
    wash: mix(tint, background, FRAME_PALER),
    deep: readable(hue.deep, tint, READABLE),
  }
}

/** Frames are paler than nodes of the same colour by so much of the way to the ground. */
const FRAME_PALER = 0.35

/** How much of its hue the fill of an emphasised node takes. */
const STRONGER = 0.25

function strongerTint({ tint, deep }: Hue, { muted }: Theme['palette']): string {
  for (let share = STRONGER; share > 0; share -= 0.05) {
    const fill = mix(tint, deep, share)
    if ([muted, deep].every((text) => contrast(text, fill) >= READABLE)) return fill
  }
  return tint
}

/** Borders of emphasised and heavy nodes, and emphasised connectors, are heavier by so much of their width, for each degree. */
const HEAVIER = 0.8

/** What the author asked for; the words of a connector have its colour. */
function wishedStyle(style: Style, { draft, owner, theme: { palette } }: DressedPiece): Style {
  const { part, heavy, emphasis = heavy ? 1 : undefined } = draft
  const connector = part === 'connector' ? draft : owner
  const colour = connector.part === 'connector' ? connector.accent : undefined
  const [stroke, fill] = [
    part === 'connector' && colour ? readable(colour, palette.background, VISIBLE) : undefined,
    colour && part === 'connector-label' ? readableAnywhere(colour, palette) : undefined,
  ]
  const { strokeWidth, head } = style
  const heavier = 1 + HEAVIER * (emphasis ?? 0)
  return {
    ...style,
    ...(stroke && { stroke }),
    ...(fill && { fill }),
    ...(strokeWidth !== undefined && { strokeWidth: rounded(strokeWidth * heavier) }),
    // A head twice as heavy as its line is would hide the end of what it points at.
    ...(head && { head: resized(head, 1 / Math.sqrt(heavier)) }),
  }
}

const resized = ({ form, length, width }: Head, by: number): Head => ({
  ...{ form, length: rounded(by * length), width: rounded(by * width) },
})

/** Words of connectors stand on the canvas as well as in frames. */
function readableAnywhere(colour: string, { background, neutral, hues }: Palette): string {
  const grounds = [background, ...[neutral, ...hues].flatMap(({ tint, wash }) => [tint, wash])]
  return grounds.reduce((shifted, ground) => readable(shifted, ground, READABLE), colour)
}

function piecesOf(sketch: Sketch, theme: Theme): (draft: ElementDraft) => DressedPiece {
  const { drafts, em } = sketch
  const point = pixelsPerPoint(sketch, theme.paper)
  const byId = new Map(drafts.map((draft) => [draft.element.id, draft]))
  const common = commonPart(drafts)
  const frames = drafts.filter(({ part }) => part === 'group')
  const nested = new Set(
    drafts
      .filter(({ part, element }) => part === 'group' || element.role === 'node')
      .filter((one) =>
        frames.some((other) => other !== one && within(one.element.box, other.element.box)),
      ),
  )
  const sourceHue = (from: ElementDraft | undefined) =>
    from ? hueOf(theme, from.hue, from) : theme.palette.neutral
  const flattest = flattestOf(drafts.map(({ element }) => element))
  const parts = Map.groupBy(drafts, ({ element }) => element.parent ?? '')
  return (draft) => {
    const { element } = draft
    const owner = byId.get(element.parent ?? '') ?? draft
    return {
      draft,
      hue: hueOf(theme, draft.hue, owner),
      owner,
      common: owner.part === common,
      nested: nested.has(owner),
      source: sourceHue(byId.get(element.from?.element ?? '')),
      siblings: parts.get(owner.element.id) ?? [],
      theme,
      em,
      line: Math.max(em, FINEST_PT * point),
      flattest,
    }
  }
}

/** Lines are no finer than those of figures with labels of this size in print. */
const FINEST_PT = 8.4

/** Nodes of one kind in a figure of several that are this share of all. */
const MOST = 0.6
const SEVERAL = 5

function commonPart(drafts: readonly ElementDraft[]): Part | undefined {
  const nodes = drafts.filter(({ element }) => element.role === 'node')
  if (nodes.length < SEVERAL) return undefined
  const byPart = Map.groupBy(nodes, ({ part }) => part)
  return [...byPart].find(([, alike]) => alike.length >= MOST * nodes.length)?.[0]
}

function styleOf({ draft, hue, theme, em, line }: DressedPiece): Style {
  const { palette, measures } = theme
  const strokeWidth = rounded(measures.stroke * line)
  if (draft.element.kind === 'icon')
    return { fill: 'none', stroke: hue.deep, strokeWidth: iconStroke(draft), round: true }
  const connector: Style = {
    fill: 'none',
    stroke: palette.connector,
    strokeWidth: rounded(measures.connector * line),
    head: draft.tip ? tipped(theme.head, draft.tip) : theme.head,
    ...dashOf(draft, em),
  }
  const filled: Style = { fill: hue.tint, stroke: hue.line, strokeWidth }
  const outlined = draft.accent === undefined ? { ...filled, fill: palette.paper } : filled
  const styles: Record<Part, Style> = {
    group: {
      fill: hue.wash,
      stroke: hue.line,
      strokeWidth: rounded(0.8 * measures.stroke * line),
    },
    'group-label': { fill: hue.deep },
    stage: filled,
    process: filled,
    model: filled,
    decision: filled,
    store: filled,
    metric: filled,
    data: outlined,
    document: outlined,
    human: outlined,
    badge: { fill: hue.deep },
    'badge-label': { fill: hue.onDeep },
    label: { fill: palette.ink },
    detail: { fill: palette.muted },
    chip: { fill: palette.paper, stroke: hue.line, strokeWidth: rounded(0.7 * strokeWidth) },
    'chip-label': { fill: palette.ink },
    connector,
    'connector-label': { fill: palette.muted },
    picture: {},
    title: { fill: palette.ink },
    'title-block': { fill: palette.paper, stroke: palette.ink, strokeWidth },
    key: draft.element.kind === 'text' ? { fill: palette.muted } : {},
  }
  return styles[draft.part]
}

/** Widths of tips by that of the theme's arrow-heads. */
const TIP_WIDTH = { bar: 2, cross: 1.3, circle: 1.2 } as const

function tipped({ width }: Head, form: keyof typeof TIP_WIDTH): Head {
  const size = rounded(TIP_WIDTH[form] * width)
  return { form, length: size, width: size }
}

/** A form that the text does not say has a dashed outline in place of its own, the same in every style. */
const isBroken = ({ element }: ElementDraft) =>
  element.inferred === true && element.kind !== 'connector' && element.geometry !== undefined

function brokenOutline(
  element: SceneElement,
  { draft, theme, em, line }: DressedPiece,
): SceneElement {
  const { id, box, geometry, z } = element
  return {
    id: inferredId(id),
    kind: 'shape',
    parent: id,
    z: z + 1,
    box,
    ...(geometry && { geometry }),
    style: {
      fill: 'none',
      stroke: theme.palette.connector,
      strokeWidth: rounded(theme.measures.connector * line),
      ...dashOf(draft, em),
    },
  }
}

/** In em: dashes stand for what is inferred, which a key explains; dots for what its author drew dashed or dotted. */
const BROKEN = { dashes: [0.62, 0.36], dots: [0.13, 0.27] } as const

/**
 * What arrow-heads may take of the straight part that they end, and what at most to stay `wide` times as wide as their
 * line; how small they may get for it. Shares but for `wide`.
 */
const HEAD_ROOM = { of: 0.5, most: 0.8, wide: 2.4, least: 0.4 } as const

/** Arrow-heads of a short line leave some of it to be seen: two that meet would read as a star. */
function headed(style: Style, { geometry, heads = 'end' }: SceneElement): Style {
  const { head, strokeWidth = 1 } = style
  if (!head || geometry?.form !== 'polyline') return style
  const { points } = geometry
  const straight = (from: number) => {
    const [a, b] = points.slice(from).slice(0, 2)
    return a && b ? distance(a, b) : 0
  }
  const last = straight(-2)
  const room =
    heads !== 'both' ? last : points.length === 2 ? last / 2 : Math.min(last, straight(0))
  const { of, most, wide, least } = HEAD_ROOM
  const whole = room / (head.length * strokeWidth)
  const by = Math.max(least, of * whole, Math.min(most * whole, wide / head.width))
  return by < 1 ? { ...style, head: resized(head, by) } : style
}

/** The border that an author asked for, dashed or heavy, even in a style of forms without one. */
function bordered(style: Style, { draft, hue, theme, em, line }: DressedPiece): Style {
  const { element, part, heavy } = draft
  const isBroken = element.style.dash !== undefined && !element.inferred
  if (part === 'connector' || !(isBroken || heavy)) return style
  const { stroke = hue.deep, strokeWidth = rounded(theme.measures.stroke * line) } = style
  return { ...style, stroke, strokeWidth, ...(isBroken && dashOf(draft, em)) }
}

/** Nothing for a relation that was read as said. */
function dashOf({ element }: ElementDraft, em: number): Pick<Style, 'dash'> {
  if (!element.inferred && !element.style.dash) return {}
  return { dash: BROKEN[element.inferred ? 'dashes' : 'dots'].map((each) => rounded(each * em)) }
}

/** Outlines are drawn for a stroke of 2 in a square of 24. */
function iconStroke({ element }: ElementDraft): number {
  return rounded(element.box.width / 13)
}
