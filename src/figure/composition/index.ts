import type { Composition } from '../../forms/composition'
import type { Diagram, DiagramGroup } from '../../forms/diagram'
import type { Places } from '../../forms/places'
import type { Box } from '../../forms/scene'
import { canvas } from '../canvas-size'
import { centreOf, hullOf } from '../geometry'
import { drawGraph } from '../layout/graph-draw'
import { headingsAside } from '../layout/headings-aside'
import { wordsAt } from '../layout/node-draw'
import type { Placement } from '../layout/placement'
import type { Sketch } from '../layout/sketch'
import { type LabelSide, routed } from '../layout/wire'
import type { Theme } from '../themes/theme'
import { placedAgain, SMALLER } from './again'
import { type Arrangement, arrange } from './arrange'
import { coveredNotes, drawNotes } from './draw-notes'
import { eased } from './ease'
import { crowdedWords, faultsOf } from './faults'
import { bestThatFits, type Fitting, type Given, goesBack, nothingKnown, type Room } from './fit'
import { withJunctions } from './junctions'
import { type Kept, keptWishes } from './kept'
import { type Attached, attachedNotes, placedNotes } from './notes'
import { requestsOf } from './requests'
import { repeatedIn, stacked, withCopies } from './stacks'

/** A figure that follows a composition. */
export interface ComposedGraph {
  sketch: Sketch
  kept: Kept
}

/** Of larger figures the text would be too small to be composed, and trying takes long. */
const MOST = { nodes: 60, edges: 120 } as const
/** The first try with room for the words of what runs back. */
const LANED: Room = { space: 1, text: 1, lane: true }
/** Gaps and largest text, as factors, that are tried until the drawing has no fault. */
const ROOMS: readonly Room[] = [
  { space: 1, text: 1 },
  LANED,
  { space: 1.3, text: 1, lane: true },
  { space: 1.3, text: 0.85, lane: true },
  { space: 1, text: 0.85, lane: true, beside: 6 },
  { space: 1.65, text: 0.75, lane: true },
]

const LABEL_SIDES: readonly LabelSide[] = ['before', 'after']
/** So often a room is tried again with more of it for words that had none. */
const AGAIN = 2
/** Drawings that are tried: fewer of larger figures. */
const DRAWINGS = { most: 6, ofNodes: 80 } as const

/**
 * Draws a graph as its composition wishes, made exact; undefined where the composition says too little, or where faults
 * stay whatever the gaps. Where panels that lie above each other are too high, their headings stand at their left.
 */
export function composeGraph(
  diagram: Diagram,
  wish: Composition,
  named: Theme,
  ratio: number | undefined,
): ComposedGraph | undefined {
  const again = diagram.places && drawnAgain(diagram, wish, diagram.places, named)
  if (again) return again
  const noted = (all: Diagram) => composeNoted(all, wish, named, ratio)
  const composed = noted(diagram)
  const banded = composed ? undefined : withLanes(diagram, wish)
  return composed ?? (banded && noted(banded))
}

/** With its notes, or with half of them, or with none; those that are left out are named. */
function composeNoted(
  diagram: Diagram,
  wish: Composition,
  named: Theme,
  ratio: number | undefined,
): ComposedGraph | undefined {
  const all = attachedNotes(diagram, wish)
  for (let count = all.length; ; count = Math.floor(count / 2)) {
    const notes = all.slice(0, count)
    const composed = composeAs(diagram, wish, named, ratio, notes)
    if (composed) return { ...composed, kept: withoutRoom(composed.kept, diagram, notes) }
    if (count === 0) return undefined
  }
}

function withoutRoom(kept: Kept, { notes = [] }: Diagram, drawn: readonly Attached[]): Kept {
  const shown = new Set(drawn.map(({ note }) => note))
  const sentences = notes
    .filter((note) => !shown.has(note))
    .map(({ text }) => `The note "${text.slice(0, 60)}" has no room.`)
  return { ...kept, givenUp: [...kept.givenUp, ...sentences] }
}

/** A figure whose parts were drawn before, where they stood; undefined: faults stay however small it is drawn. */
function drawnAgain(
  diagram: Diagram,
  wish: Composition,
  places: Places,
  named: Theme,
): ComposedGraph | undefined {
  const { width, height } = places
  const notes = attachedNotes(diagram, wish)
  const theme = iconsOf(diagram, named)
  const given = { diagram, wish, theme, size: { width, height }, notes, known: nothingKnown() }
  const by = (exactly: boolean) => againWithin(given, places, exactly)
  return by(true) ?? (places.pinned.length > 0 ? by(false) : undefined)
}

/** `exactly`: whatever was placed by hand stands there. */
function againWithin(given: Given, places: Places, exactly: boolean): ComposedGraph | undefined {
  let nearly: ComposedGraph | undefined
  for (const smaller of SMALLER) {
    /** Connectors whose words had no room. */
    let roomy = new Set<string>()
    for (let again = 0; again <= AGAIN; again++) {
      const found = placedAgain(given, places, { ...smaller, roomy })
      if (!found || (exactly && found.moved.length > 0)) break
      const { crowded, best, sound } = drawings(given, found.fitting, found.placed, false)
      const drawn = best && { sketch: best, kept: keptPins(places, found.moved) }
      if (sound && drawn && crowded.length === 0) return drawn
      if (sound) nearly ??= drawn
      const more = crowded.filter((id) => !roomy.has(id))
      if (more.length === 0) break
      roomy = new Set([...roomy, ...more])
    }
  }
  return nearly
}

const keptPins = ({ pinned, framed }: Places, moved: readonly string[]): Kept => ({
  asked: pinned.length + framed.length,
  kept: pinned.length + framed.length - moved.length,
  givenUp: moved.map((id) => `${id} could not stay where it was placed.`),
})

/** A panel so many times wider than high is a lane. */
const LANE = 3

function withLanes(diagram: Diagram, { groups }: Composition): Diagram | undefined {
  const wide = new Set(
    groups.flatMap(({ id, width, height }) => (width >= LANE * height ? id : [])),
  )
  const isLane = ({ id, parent, style = 'panel' }: DiagramGroup) =>
    parent === undefined && style === 'panel' && wide.has(id)
  if (diagram.groups.filter(isLane).length < 2) return undefined
  return {
    ...diagram,
    groups: diagram.groups.map((group) => (isLane(group) ? { ...group, style: 'lane' } : group)),
  }
}

function composeAs(
  diagram: Diagram,
  wish: Composition,
  named: Theme,
  ratio: number | undefined,
  notes: readonly Attached[],
): ComposedGraph | undefined {
  if (diagram.nodes.length > MOST.nodes || diagram.edges.length > MOST.edges) return undefined
  const theme = iconsOf(diagram, named)
  const size = canvas(ratio ?? naturalRatio(wish))
  const given = { diagram, wish, theme, size, notes, known: nothingKnown() }
  let nearly: ComposedGraph | undefined
  let left = Math.min(DRAWINGS.most, Math.ceil(DRAWINGS.ofNodes / diagram.nodes.length))
  const rooms = goesBack(diagram) ? ROOMS : ROOMS.filter((room) => room !== LANED)
  for (const room of rooms) {
    /** Connectors whose words had no room. */
    let roomy = new Set<string>()
    for (let again = 0; again <= AGAIN && left > 0; again++, left--) {
      const drawn = drawWithin(given, { ...room, roomy })
      if (drawn.faultless && drawn.crowded.length === 0) return drawn.faultless
      nearly ??= drawn.faultless
      // What does not fit the first room fits none.
      if (drawn.tooLarge && room === ROOMS[0] && again === 0) return undefined
      const more = drawn.crowded.filter((id) => !roomy.has(id))
      if (more.length === 0) break
      roomy = new Set([...roomy, ...more])
    }
  }
  return nearly
}

/** As well as it can be drawn in a room, and the connectors whose words stand on something. */
function drawWithin(
  given: Given,
  room: Room,
): { faultless?: ComposedGraph; crowded: string[]; tooLarge?: boolean } {
  const found = bestThatFits(given, room)
  if (!found) return { crowded: [], tooLarge: true }
  const fitting = eased(given, found)
  const placed = arrange(fitting.placing)
  const { crowded, best, sound } = drawings(given, fitting, placed, true)
  if (!best) return { crowded: [] }
  const kept = keptWishes(fitting.wished, given.wish, placed)
  return { crowded, ...(sound && { faultless: { sketch: best, kept } }) }
}

/** The best drawing of what is placed, whether it is without fault, and the connectors whose words stand on something. */
function drawings(
  given: Given,
  fitting: Fitting,
  placed: Arrangement,
  centred: boolean,
): { crowded: string[]; best: Sketch | undefined; sound: boolean } {
  const drawings: { sketch: Sketch; faults: string[]; crowded: string[] }[] = []
  const drawnBy = draw(given, fitting, placed, centred)
  for (const labelSide of LABEL_SIDES) {
    const sketch = drawnBy(labelSide)
    const drawing = {
      sketch,
      faults: [...faultsOf(sketch, fitting.theme), ...coveredNotes(sketch)],
      crowded: crowdedWords(sketch),
    }
    drawings.push(drawing)
    if (drawing.crowded.length === 0 || drawing.faults.some((name) => name !== 'labelHits')) break
  }
  const sound = drawings.filter(({ faults }) => faults.length === 0)
  const [best] = (sound.length > 0 ? sound : drawings).sort(
    (a, b) => a.crowded.length - b.crowded.length,
  )
  return { crowded: best?.crowded ?? [], best: best?.sketch, sound: sound.length > 0 }
}

/** Who places things, or draws pictures, chooses all of them: the theme adds no icons then. */
function iconsOf({ composition, nodes }: Diagram, { icon, ...theme }: Theme): Theme {
  if (!icon) return theme
  if (composition || nodes.some(({ picture }) => picture))
    return { ...theme, icon: (node) => (node.icon ? icon(node) : undefined) }
  return {
    ...theme,
    icon: (node) => ((node.labelAt ?? 'inside') === 'inside' ? icon(node) : undefined),
  }
}

function naturalRatio({ nodes, groups }: Composition): number {
  const { width, height } = hullOf([...nodes, ...groups])
  return Math.min(21 / 9, Math.max(9 / 16, width / height || 16 / 9))
}

/** Lines run the same wherever their words stand. */
function draw(
  { diagram, wish, size }: Given,
  { em, theme, blocks, labels, notes }: Fitting,
  placed: Arrangement,
  centred: boolean,
): (labelSide: LabelSide) => Sketch {
  const nodes = new Map(
    [...placed.anchors].map(([id, { x, y }]) => {
      const { width, height } = blocks.get(id) ?? { width: em, height: em }
      return [id, { x: x - width / 2, y: y - height / 2, width, height }]
    }),
  )
  const placement: Placement = {
    nodes,
    frames: placed.frames,
    routes: new Map(),
    ways: new Map(),
    labels: new Map(),
    ...size,
  }
  const wordsOf = () =>
    new Map(
      [...blocks].flatMap(([id, { fit }]): [string, Box][] => {
        const box = fit.outside && nodes.get(id)
        return box ? [[id, wordsAt(fit, box).box]] : []
      }),
    )
  const besides = () =>
    placedNotes(notes, outlinesIn(placement, wordsOf(), repeatedIn(diagram), em), em)
  const stacks = [...repeatedIn(diagram)].flatMap((id) => {
    const box = nodes.get(id) ?? placed.frames.get(id)
    return box ? [stacked(box, em)] : []
  })
  const further = [...wordsOf().values(), ...besides().map(({ box }) => box), ...stacks]
  if (centred) centre(placement, further, size)
  placement.headings = headingsAside(diagram, placement, em, theme)
  const beside = besides()
  const labelled = routed(placement, {
    ...{ diagram, labels, em, theme, size },
    words: wordsOf(),
    beside: beside.map(({ box }) => box),
    requests: requestsOf(diagram, wish, placement, blocks, em),
    along: labelPlaces(wish),
  })
  const fits = new Map([...blocks].map(([id, { fit }]) => [id, fit]))
  return (labelSide) => {
    const own = { ...placement, labels: labelled(labelSide).boxes }
    const graph = drawGraph(diagram, own, fits, labels, theme, em)
    const drafts = withCopies(withJunctions(graph, diagram, wish, em), diagram, em)
    return { ...size, em, drafts: [...drafts, ...drawNotes(beside, drafts, em, theme)] }
  }
}

/** The outline of a node or frame, and all of it, words beside it too. */
function outlinesIn(
  { nodes, frames }: Placement,
  words: ReadonlyMap<string, Box>,
  repeated: ReadonlySet<string>,
  em: number,
) {
  return (id: string) => {
    const outline = nodes.get(id) ?? frames.get(id)
    const own = words.get(id)
    if (!outline) return undefined
    const stack = repeated.has(id) ? stacked(outline, em) : outline
    return { outline, whole: own ? hullOf([stack, own]) : stack }
  }
}

/** What does not fill the canvas stands in its middle. */
function centre(
  { nodes, frames }: Placement,
  words: readonly Box[],
  size: { width: number; height: number },
): void {
  const hull = hullOf([...nodes.values(), ...frames.values(), ...words])
  const { x, y } = centreOf(hull)
  for (const boxes of [nodes, frames])
    for (const [id, box] of boxes)
      boxes.set(id, { ...box, x: box.x + size.width / 2 - x, y: box.y + size.height / 2 - y })
}

/** How far along their edges words would stand. */
const labelPlaces = ({ edges }: Composition) =>
  new Map(
    edges.flatMap(({ id, labelAt }) => (labelAt === undefined ? [] : [[id, labelAt] as const])),
  )
