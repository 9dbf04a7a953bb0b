import { type Diagram, isInferred } from '../../forms/diagram'
import type { Call, CriticisedFigure, Critique } from '../../forms/engines'
import type { Box } from '../../forms/scene'
import type { StageModel } from '../../providers/job-models'
import { edited } from '../edit'
import { sourceOf } from '../quotes/source'
import { converse } from './conversation'
import { fenced, numbered, oneLine } from './material'
import { PROMPTS } from './prompts'
import { operationsAnswer, readOperations } from './read-operations'

/** More in one round is another figure. */
const MOST_OPERATIONS = 24

/**
 * Asks a model what is to be changed in a figure; it is shown the picture where it can see.
 *
 * @throws ProviderFailed for answers that stay useless
 */
export async function criticiseByModel(
  model: StageModel,
  figure: CriticisedFigure,
  call: Call,
): Promise<Critique> {
  const source = sourceOf(figure.text)
  const text = requestOf(figure)
  const picture = model.can.includes('vision') ? [{ png: await figure.picture() }] : []
  const { value } = await converse(
    model,
    {
      prompt: PROMPTS.critic(),
      user: [{ text }, ...picture],
      answer: { name: 'operations', schema: operationsAnswer() },
      read(answer) {
        const { value, faults } = readOperations(answer)
        const unfit = value ? edited(figure.diagram, value, source).faults : []
        return { value, faults: [...faults, ...unfit] }
      },
    },
    call,
  )
  return { operations: value.slice(0, MOST_OPERATIONS) }
}

function requestOf(figure: CriticisedFigure): string {
  const { text, caption, diagram, figures, earlier } = figure
  const parts = [
    fenced('MATERIAL', numbered(text)),
    caption !== null && `CAPTION\n${oneLine(caption)}`,
    fenced('FIGURE', figureText(diagram)),
    `MEASURED\n${measuredText(figures)}`,
    diagram.places && `PAGE\n${diagram.places.width} wide, ${diagram.places.height} high`,
    earlier.length > 0 && `EARLIER\n${earlier.map((sentence) => `- ${sentence}`).join('\n')}`,
  ]
  return parts.filter((part) => part !== false && part !== undefined).join('\n\n')
}

/** A diagram in words: a line for each part, with its id first. */
function figureText({ title, direction, nodes, edges, groups, places }: Diagram): string {
  const at = new Map([
    ...(places?.nodes ?? []).map((box) => [box.id, centred(box)] as const),
    ...(places?.groups ?? []).map((box) => [box.id, boxed(box)] as const),
  ])
  const marks = (inferred: boolean | undefined) => (inferred ? ' (inferred)' : '')
  const inside = (group: string | undefined) => (group === undefined ? '' : ` in ${group}`)
  const said = (words: string | undefined) => (words === undefined ? '' : ` "${oneLine(words)}"`)
  return [
    `title:${said(title) || ' none'}; direction: ${direction ?? 'free'}`,
    'groups:',
    ...groups.map(
      ({ id, label, parent, inferred }) =>
        `${id}${said(label)}${inside(parent)}${at.get(id) ?? ''}${marks(inferred)}`,
    ),
    'nodes:',
    ...nodes.map(
      ({ id, label, kind, detail, group, inferred }) =>
        `${id} [${kind}]${said(label)}${detail === undefined ? '' : ` detail${said(detail)}`}${inside(group)}${at.get(id) ?? ''}${marks(inferred)}`,
    ),
    'edges:',
    ...edges.map((edge) => {
      const { id, from, to, label, kind, heads, dashed } = edge
      const line = heads === 'both' ? '<->' : heads === 'none' ? '--' : '->'
      return `${id} ${from} ${line} ${to}${said(label)} [${[kind, dashed && 'dashed'].filter(Boolean).join(', ')}]${marks(isInferred(edge))}`
    }),
  ].join('\n')
}

const centred = ({ x, y, width, height }: Box) =>
  ` at ${Math.round(x + width / 2)}, ${Math.round(y + height / 2)} (${Math.round(width)} x ${Math.round(height)})`

const boxed = ({ x, y, width, height }: Box) => ` box [${[x, y, width, height].map(Math.round)}]`

/** What a drawing's figures say against it, in words. */
const FAULTS: readonly [name: string, words: string][] = [
  ['nodeOverlaps', 'pairs of nodes overlap'],
  ['edgesThroughNodes', 'edges run through nodes'],
  ['edgeCrossings', 'crossings of edges'],
  ['edgesOnOneLine', 'pairs of edges share a line'],
  ['labelHits', 'labels lie on something else'],
  ['textOverflow', 'texts are wider than their box'],
]

function measuredText(figures: CriticisedFigure['figures']): string {
  const faults = FAULTS.flatMap(([name, words]) =>
    figures[name] ? [`- ${figures[name]} ${words}`] : [],
  )
  const size = `- the smallest text is ${figures.smallestTextPt ?? 0} pt in print; below 6 is hard to read`
  return [...(faults.length > 0 ? faults : ['- no faults']), size].join('\n')
}
