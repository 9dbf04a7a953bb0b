import type { Scene, Style } from '../../forms/scene'
import type { Draft, Part, Sketch } from '../layout/sketch'
import type { Hue, Theme } from './theme'

export interface Captions {
  title: string
  description: string
}

/** Gives every element of a placed figure its colours and lines; nothing moves. */
export function dress(sketch: Sketch, theme: Theme, captions: Captions): Scene {
  const elements = sketch.drafts.map((draft) => {
    const style = { ...draft.element.style, ...styleOf(draft, theme, sketch.em) }
    const element = { ...draft.element, style }
    return theme.paint ? theme.paint(element, draft, theme, sketch.em) : element
  })
  return {
    width: sketch.width,
    height: sketch.height,
    background: theme.palette.background,
    theme: theme.name,
    ...captions,
    elements,
  }
}

export function hueOf(theme: Theme, index: number): Hue {
  const { hues, neutral } = theme.palette
  return index < 0 ? neutral : (hues[index % hues.length] ?? neutral)
}

function styleOf(draft: Draft, theme: Theme, em: number): Style {
  const hue = hueOf(theme, draft.hue)
  const { palette, measures } = theme
  const strokeWidth = round(measures.stroke * em)
  const connector: Style = {
    fill: 'none',
    stroke: palette.connector,
    strokeWidth: round(measures.connector * em),
    ...(draft.element.inferred || draft.element.style.dash
      ? { dash: [round(0.42 * em), round(0.3 * em)] }
      : {}),
  }
  const outlined: Style = { fill: palette.paper, stroke: hue.line, strokeWidth }
  const filled: Style = { fill: hue.tint, stroke: hue.line, strokeWidth }
  const styles: Record<Part, Style> = {
    group: {
      fill: hue.wash,
      stroke: hue.line,
      strokeWidth: round(0.8 * measures.stroke * em),
      ...(theme.groupDash ? { dash: theme.groupDash.map((each) => round(each * em)) } : {}),
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
    chip: { fill: palette.paper, stroke: hue.line, strokeWidth: round(0.7 * strokeWidth) },
    'chip-label': { fill: palette.ink },
    connector,
    'connector-label': { fill: palette.muted },
  }
  return styles[draft.part]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
