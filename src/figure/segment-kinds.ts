import type { Segment, SegmentOptions } from '../forms/figure-tools'
import { type Box, LETTERING, type Scene, type SceneElement } from '../forms/scene'
import { chosen, isDrawnPicture } from './segment'

type Selects = (element: SceneElement) => boolean

const isLettering: Selects = ({ kind, label }) => kind === 'icon' && label === LETTERING
/** A picture of shapes is drawn; one of pixels is a photograph. */
const isIcon: Selects = (element) =>
  (element.kind === 'icon' || isDrawnPicture(element)) && !isLettering(element)
const isPicture: Selects = (element) => element.kind === 'picture' && !isDrawnPicture(element)
const isArrow: Selects = ({ kind }) => kind === 'connector'
const isText: Selects = (element) => element.kind === 'text' || isLettering(element)
const isShape: Selects = ({ kind, role }) => kind === 'shape' && role === 'node'
const isMark: Selects = ({ role }) => role === 'mark' || role === 'axis'

/** What words of a segmentation prompt select. Rules cannot tell a person from another icon: both are icons here. */
const KINDS = new Map<string, Selects>(
  Object.entries({
    icon: isIcon,
    symbol: isIcon,
    logo: isIcon,
    person: isIcon,
    robot: isIcon,
    animal: isIcon,
    picture: isPicture,
    photo: isPicture,
    image: isPicture,
    arrow: isArrow,
    connector: isArrow,
    line: isArrow,
    text: isText,
    label: isText,
    shape: isShape,
    box: isShape,
    node: isShape,
  }),
)

/** Half the width of an arrow's head, in widths of its line. */
const HEAD = 3
/** A chart has at least so many marks; fewer lines are a sketch of something else. */
const CHART_MARKS = 6
/** Marks of one chart lie within this share of the canvas' longer side. */
const CHART_GAP = 0.03

/**
 * The parts of a scene that a segmentation prompt asks for, by kind. Words that name no kind select the icons and are
 * given back in `unknown`.
 */
export function segmentKinds(
  scene: Scene,
  options: SegmentOptions,
): { segments: Segment[]; unknown: string[] } {
  const found: Segment[] = []
  const taken = new Set<string>()
  const unknown: string[] = []
  for (const word of options.words) {
    const name = word.toLowerCase()
    const kind = KINDS.get(name) ?? KINDS.get(name.replace(/e?s$/, ''))
    if (/^(charts?|plots?|graphs?)$/.test(name)) {
      found.push(...charts(scene, word))
      continue
    }
    if (!kind) unknown.push(word)
    for (const element of scene.elements) {
      if (taken.has(element.id) || !(kind ?? isIcon)(element)) continue
      taken.add(element.id)
      found.push({
        id: '',
        label: element.label ?? element.kind,
        prompt: word,
        box: inkOf(element, scene),
        elements: [element.id],
      })
    }
  }
  return { segments: chosen(found, options), unknown }
}

/** The box of an element with all it paints: a level line has no height of its own, and its head stands out of it. */
function inkOf({ kind, box, style }: SceneElement, { width, height }: Scene): Box {
  if (kind !== 'connector') return box
  const reach = HEAD * Math.max(1, style.strokeWidth ?? 1)
  const [x, y] = [Math.max(0, box.x - reach), Math.max(0, box.y - reach)]
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + reach) - x,
    height: Math.min(height, box.y + box.height + reach) - y,
  }
}

/** Groups of marks that stand together. */
function charts(scene: Scene, prompt: string): Segment[] {
  const reach = CHART_GAP * Math.max(scene.width, scene.height)
  let groups: { box: Box; elements: string[] }[] = scene.elements
    .filter(isMark)
    .map(({ id, box }) => ({ box, elements: [id] }))
  for (let again = true; again; ) {
    again = false
    const kept: typeof groups = []
    for (const group of groups) {
      const near = kept.find((one) => isNear(one.box, group.box, reach))
      if (!near) {
        kept.push(group)
        continue
      }
      near.box = around(near.box, group.box)
      near.elements = [...near.elements, ...group.elements]
      again = true
    }
    groups = kept
  }
  return groups
    .filter(({ elements }) => elements.length >= CHART_MARKS)
    .map((group) => ({ id: '', label: 'chart', prompt, ...group }))
}

function isNear(a: Box, b: Box, reach: number): boolean {
  return (
    a.x - reach < b.x + b.width &&
    b.x - reach < a.x + a.width &&
    a.y - reach < b.y + b.height &&
    b.y - reach < a.y + a.height
  )
}

function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  const right = Math.max(a.x + a.width, b.x + b.width)
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
