import { aim, type Row } from '../harness/rows'
import { median, percentile } from '../harness/stats'
import type { Drawn } from './figures'

const FAULTS = {
  'node overlaps': 'nodeOverlaps',
  'edges through nodes': 'edgesThroughNodes',
  'edges not drawn': 'edgesMissing',
  'text overflow': 'textOverflow',
  'missing glyphs': 'missingGlyphs',
  'edge labels on nodes or lines': 'labelHits',
  'edges of different nodes on one line': 'edgesOnOneLine',
  'edges along a group border': 'edgesOnGroupBorder',
} as const

/** The rows of the layout table, over all figures of a half. */
export function gateRows(half: string, drawn: readonly Drawn[]): Row[] {
  return allRows(half, drawn).map(guarded)
}

/** Holds a gate to the committed baseline: a count of faults to what it was, a measure to a little worse. */
function guarded(row: Row): Row {
  if (row.aim === undefined || row.aim.includes(',')) return row
  const better = row.aim.startsWith('<=') ? 'lower' : 'higher'
  return { ...row, guard: { of: 'value', better, tolerance: better === 'lower' ? 0.2 : 0.05 } }
}

function allRows(half: string, drawn: readonly Drawn[]): Row[] {
  const row = (figure: string, value: number, unit = ''): Row => ({
    figure: `${half}: ${figure}`,
    value,
    unit,
  })
  const all = (name: string, of = drawn) => of.map(({ figures }) => figures[name] ?? 0)
  const sum = (name: string) => all(name).reduce((total, each) => total + each, 0)
  const fixed = drawn.filter(({ ratio }) => ratio !== 'auto')
  const wide = drawn.filter(({ ratio }) => ratio === '16:9')
  const graphs = drawn.filter(({ figures }) => (figures.edges ?? 0) > 0)
  const strict = drawn.filter(({ style }) => style === 'academic' || style === 'minimalist')
  const bends = graphs.reduce(
    (t, d) => t + (d.figures.bendsPerEdge ?? 0) * (d.figures.edges ?? 0),
    0,
  )
  const edges = graphs.reduce((t, d) => t + (d.figures.edges ?? 0), 0)
  const inkIn = share(all('nodeInk'), (ink) => ink >= 0.2 && ink <= 0.45)
  return [
    row('figures', drawn.length),
    ...Object.entries(FAULTS).map(([label, name]) => aim(row(label, sum(name)), { most: 0 })),
    aim(row('edge crossings, median', median(all('edgeCrossings'))), { most: 1 }),
    row('edge crossings, p90', percentile(all('edgeCrossings'), 0.9)),
    aim(row('bends per edge', bends / edges), { most: 1.5 }),
    aim(row('natural ratio error 16:9, median', median(all('naturalRatioError', wide))), {
      most: 0.08,
    }),
    aim(row('natural ratio error 16:9, worst', Math.max(0, ...all('naturalRatioError', wide))), {
      most: 0.08,
    }),
    aim(row('natural ratio error, median', median(all('naturalRatioError', fixed))), { most: 0.2 }),
    aim(row('natural ratio error, worst', Math.max(0, ...all('naturalRatioError', fixed))), {
      most: 0.2,
    }),
    row('largest empty rectangle, median', median(all('largestEmptyShare'))),
    aim(row('largest empty rectangle, p90', percentile(all('largestEmptyShare'), 0.9)), {
      most: 0.25,
    }),
    aim(row('largest empty rectangle, worst', Math.max(...all('largestEmptyShare'))), {
      most: 0.25,
    }),
    aim(row('node ink, median', median(all('nodeInk'))), { least: 0.2, most: 0.45 }),
    row('figures with node ink .20-.45', inkIn * 100, '%'),
    aim(row('smallest text, worst', Math.min(...all('smallestTextPt')), 'pt'), { least: 6 }),
    row('smallest text, median', median(all('smallestTextPt')), 'pt'),
    aim(row('worst contrast', Math.min(...all('worstContrast'))), { least: 4.5 }),
    row('worst contrast in academic and minimalist', Math.min(...all('worstContrast', strict))),
  ]
}

function share<T>(list: readonly T[], good: (value: T) => boolean): number {
  return list.filter(good).length / list.length
}
