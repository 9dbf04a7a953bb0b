/**
 * What counts when figures of one diagram are compared: the sum of all is least in the one that is drawn. A crossing is 1.
 * The weights were set by eye on the realistic and directed graphs of the layout bench, at 16:9 and 3:4, and held against
 * its figures; none of them rewards a fuller canvas.
 */
export const OBJECTIVE = {
  /** Words of a link on something else, a link through a node: hardly any arrangement is worth it. */
  hit: 20,
  crossing: 1,
  /** A link against the flow that no loop asks for. */
  against: 1.5,
  /** A part of a link that is not straight, on the main path and beside it. */
  bentMain: 0.5,
  bent: 0.12,
  /** A word that is cut in two. */
  cut: 2,
  /** A further row of a chain: where its author asked for no direction, for one to the right; and a column more, where the canvas may be as tall as it likes too. */
  row: { free: 1, right: 2.4, down: 4, tall: 6 },
  /** A line from row to row beyond the one that leads on. */
  torn: 1.5,
  /** Panels that read across the whole, where its author asked for no direction and where he did. */
  across: { free: 0.5, asked: 4 },
  /** Every second of them reads the other way. */
  facing: 0.3,
  /** Panels beside each other where one leads to the other. */
  notInLine: 0.1,
  /** Of numbered stages: width by height at best, how far from it by a factor of e is free, what more costs, and the share of places that short rows leave empty. */
  card: { best: 1.7, free: 0.5, cost: 1.5, empty: 2.5 },
  /** Down a wide canvas, or across a tall one, where no one asked for it. */
  flow: 0.9,
  /** A factor of e by which a figure of free ratio is from the usual one. */
  ratio: { usual: 1.6, cost: 0.6 },
  /** The smallest text, in points on paper: what each point below costs, and once. */
  text: [
    { below: 18, each: 0.03, once: 0 },
    { below: 12, each: 0.03, once: 0 },
    { below: 9, each: 0.3, once: 0 },
    { below: 7, each: 1.2, once: 0 },
    { below: 6.6, each: 0, once: 1.4 },
    { below: 6, each: 4, once: 6 },
  ],
} as const

/** What is known of an arrangement on its canvas before it is routed. */
export interface Facts {
  bent: { main: number; other: number }
  /** Words. */
  cut: number
  /** The smallest text in points. */
  text: number
  /** Width by height: of what is drawn, and as asked for. */
  own: number
  asked: number | undefined
}

/** What its places cost beside that. */
export function costOf({ bent, cut, text, own, asked }: Facts): number {
  const { usual, cost } = OBJECTIVE.ratio
  return (
    OBJECTIVE.bentMain * bent.main +
    OBJECTIVE.bent * bent.other +
    OBJECTIVE.cut * cut +
    (asked === undefined ? cost * Math.abs(Math.log(own / usual)) : 0) +
    textCost(text)
  )
}

const textCost = (points: number): number =>
  OBJECTIVE.text.reduce(
    (sum, { below, each, once }) => sum + (points < below ? once + each * (below - points) : 0),
    0,
  )

/** What is counted on a drawn scene, for rounds in which several are drawn: the same weights, and what no arrangement may have. */
export function measuredCost(figures: Readonly<Record<string, number>>): number {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (figures[name] ?? 0), 0)
  return (
    OBJECTIVE.hit * of('nodeOverlaps', 'edgesThroughNodes', 'textOverflow', 'labelHits') +
    OBJECTIVE.hit * of('edgesOnGroupBorder', 'edgesOnOneLine') +
    OBJECTIVE.crossing * of('edgeCrossings') +
    OBJECTIVE.bent * of('bendsPerEdge') * of('edges') +
    textCost(figures.smallestTextPt ?? Number.POSITIVE_INFINITY)
  )
}
