import {
  type Diagram,
  type DiagramGroup,
  type DiagramItem,
  type DiagramNode,
  isInferred,
  type Span,
} from '../../../forms/diagram'
import { orderEdges } from '../diagram-parts'
import { languageOf } from '../language'
import { type Block, blocks } from './blocks'
import { readForeign } from './foreign'
import { withFormulas } from './formulas'
import type { Graph } from './graph/assemble'
import type { Fitted } from './graph/choose'
import fitted from './graph/fitted.json'
import { readGraph } from './graph/read-graph'
import { mask } from './mask'
import { type Draft, MAX_STAGES, pickStages } from './select'
import { sentences } from './sentences'
import { draftsOf, type Memory, properNames, rarity } from './stages'
import { tagger } from './tagger'
import { wordsOf } from './words'

export interface ProseOptions {
  /** Names of rules that stay off, to see what each is worth. `graph` leaves only stage panels. */
  without?: readonly string[]
  /** Weights to use in place of those that come with the reader, to judge them on texts they were not fitted to. */
  model?: Fitted
}

/**
 * Reads running text into a graph of things and what they do to each other where the text says enough of that, else into
 * numbered stage panels: one per step, titled by verb and object, with the entities of that step as items; these claim
 * order and nothing else. Headings become groups. Never empty.
 */
export async function readProse(text: string, options: ProseOptions = {}): Promise<Diagram> {
  const masked = mask(text)
  return withFormulas(await readMasked(masked, options), text, masked)
}

async function readMasked(masked: string, options: ProseOptions): Promise<Diagram> {
  const language = languageOf(masked)
  const parts = blocks(masked)
  const titled = parts.length > 0 && parts.every((part) => part.kind === 'heading')
  const without = new Set(options.without)
  if (language === 'en' && !titled && !without.has('graph')) {
    const graph = await readGraph(masked, parts, without, options.model ?? fitted)
    if (graph) return asDiagram(graph, language, parts)
  }
  const drafts = titled
    ? headingDrafts(masked, parts)
    : language === 'en'
      ? await readEnglish(masked, parts)
      : readForeign(masked, parts, language)
  const { stages, left } = pickStages(drafts)
  const { nodes, groups } = assemble(masked, titled ? [] : parts, stages)
  const warnings: string[] = []
  if (language !== 'en' && language !== 'und')
    warnings.push(
      `The text is not English (${language}): each stage shows the beginning of a sentence.`,
    )
  if (left > 0)
    warnings.push(
      `${left} further ${left === 1 ? 'step was' : 'steps were'} merged or left out; a figure holds at most ${MAX_STAGES}.`,
    )
  return {
    shape: 'stages',
    nodes: nodes.length > 0 ? nodes : [lastResort(masked)],
    edges: orderEdges(nodes, 0.9),
    groups,
    source: titled || groups.length > 1 ? 'headings' : 'prose',
    language,
    warnings,
  }
}

function asDiagram(graph: Graph, language: string, parts: readonly Block[]): Diagram {
  const headings = parts.filter((part) => part.kind === 'heading').length
  const guessed = graph.edges.filter(isInferred).length
  return {
    shape: 'graph',
    ...graph,
    source: headings > 1 && graph.groups.length > 1 ? 'headings' : 'prose',
    language,
    warnings:
      guessed === 0
        ? []
        : [`${guessed} of ${graph.edges.length} relations are inferred and drawn dashed.`],
  }
}

/** A text of headings alone names its stages by them; a single first-level heading above others is its title. */
function headingDrafts(masked: string, parts: readonly Block[]): Draft[] {
  const first = parts[0]
  const line = first ? masked.lastIndexOf('\n', first.start) + 1 : 0
  const isTitle =
    parts.length > 2 &&
    /^\s*#\s/.test(masked.slice(line, first?.start)) &&
    !/\n\s*#\s/.test(masked.slice(first?.end))
  return parts.slice(isTitle ? 1 : 0).map((part, block) => ({
    title: masked.slice(part.start, part.end).replace(/\s+/g, ' '),
    detail: '',
    items: [],
    spans: [{ start: part.start, end: part.end }],
    confidence: 0.9,
    weight: 1,
    block,
    sentence: part.start,
    verb: '',
    object: '',
    and: undefined,
    joined: false,
  }))
}

async function readEnglish(masked: string, parts: readonly Block[]): Promise<Draft[]> {
  const nlp = await tagger()
  const names = properNames(masked)
  const weightOf = rarity(masked)
  const memory: Memory = { spoken: [] }
  return parts.flatMap((part, block) =>
    part.kind === 'heading'
      ? []
      : sentences(masked, part.start, part.end).flatMap((span) =>
          draftsOf({
            masked,
            words: wordsOf(nlp, masked, span.start, span.end),
            names,
            weightOf,
            block,
            memory,
          }),
        ),
  )
}

/** Stages with ids, and the headings that have stages below as groups. */
function assemble(
  masked: string,
  parts: readonly Block[],
  picked: readonly Draft[],
): { nodes: DiagramNode[]; groups: DiagramGroup[] } {
  const headings = parts.flatMap((part, index) =>
    part.kind === 'heading' ? [{ ...part, index }] : [],
  )
  const groups: DiagramGroup[] = []
  const groupOf = (block: number) => headings.findLast((heading) => heading.index < block)
  const owners = new Set(picked.map((draft) => groupOf(draft.block)?.index))
  // One heading over everything is the title of the text, not a stage of it.
  const grouped = owners.size > 1
  const ids = new Map<number, string>()
  const nodes = picked.map((draft, index) => {
    const heading = grouped ? groupOf(draft.block) : undefined
    if (heading && !ids.has(heading.index)) {
      ids.set(heading.index, `g${groups.length + 1}`)
      groups.push({
        id: `g${groups.length + 1}`,
        label: masked
          .slice(heading.start, heading.end)
          .replace(/\s+/g, ' ')
          .replace(/[.:]\s*$/, '')
          .trim(),
        spans: [{ start: heading.start, end: heading.end }],
        confidence: 0.95,
      })
    }
    const group = heading ? ids.get(heading.index) : undefined
    return stageNode(draft, index + 1, group)
  })
  return { nodes, groups }
}

function stageNode(draft: Draft, step: number, group: string | undefined): DiagramNode {
  return {
    id: `s${step}`,
    label: draft.title,
    ...(draft.detail === '' ? {} : { detail: draft.detail }),
    kind: 'stage',
    ...(group === undefined ? {} : { group }),
    step,
    items: draft.items,
    spans: draft.spans,
    confidence: draft.confidence,
  }
}

/** Text without a single word that could name a stage. */
function lastResort(masked: string): DiagramNode {
  const hit = /\S+(?:\s+\S+){0,4}/.exec(masked)
  const spans: Span[] = hit
    ? [{ start: hit.index, end: hit.index + Math.min(hit[0].length, 40) }]
    : []
  const items: DiagramItem[] = []
  return {
    id: 's1',
    label: spans[0]
      ? masked.slice(spans[0].start, spans[0].end).replace(/\s+/g, ' ').trim()
      : 'No text',
    kind: 'stage',
    step: 1,
    items,
    spans,
    confidence: spans.length > 0 ? 0.2 : 0,
  }
}
