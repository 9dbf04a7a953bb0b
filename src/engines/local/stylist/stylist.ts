import type { StyleRequest } from '../../../forms/engines'
import { languageOf } from '../language'
import { factsOf, groundIn } from './grounding'
import { ASPECTS, type Aspect, aspectOf, BUILT_IN, type FigureType } from './guidelines'

export interface Styled {
  prompt: string
  /** What was completed from where, for run.log. */
  log: string[]
}

/** Guidelines of a client's own that one prompt can hold, in characters. */
const MOST_GUIDELINES = 8000

const LEAD: Readonly<Record<FigureType, string>> = {
  methodology: 'A methodology diagram for a scientific paper.',
  statistical_plot: 'A statistical plot for a scientific paper.',
}

/**
 * Completes a prompt for an image model: what it says stays word for word, what it leaves open (layout, components,
 * flow, style, legibility) comes from guidelines, and names from the context. Adds no fact. Same input, same prompt.
 */
export async function styleByRules(request: StyleRequest): Promise<Styled> {
  const description = tidy(request.description)
  const grounding = await groundedSections(request, description)
  const instructions = instructionsFor(request, description)
  const sections = [
    [LEAD[request.figureType], purpose(request.caption)].filter(Boolean).join(' '),
    section('Content', description),
    ...grounding,
    ...ASPECTS.map((aspect) =>
      section(
        aspect,
        list(instructions.filter((one) => one.aspect === aspect).map(({ sentence }) => sentence)),
      ),
    ),
  ]
  const completed = ASPECTS.filter((aspect) => instructions.some((one) => one.aspect === aspect))
  return {
    prompt: sections.filter((one) => one !== '').join('\n\n'),
    log: [
      `guidelines: ${request.guidelines === null ? `built-in for ${request.figureType}` : 'given'}`,
      `completed: ${completed.join(', ').toLowerCase() || 'nothing'}`,
      `context: ${grounding.length > 0 ? 'names taken from source_context' : 'none used'}`,
    ],
  }
}

function purpose(caption: string | null): string {
  const text = caption?.replace(/\s+/g, ' ').trim() ?? ''
  return text === '' ? '' : `It must make this clear at a glance: ${withStop(text)}`
}

async function groundedSections(
  { sourceContext, figureType }: StyleRequest,
  description: string,
): Promise<string[]> {
  if (sourceContext === null || sourceContext.trim() === '') return []
  if (figureType === 'statistical_plot') {
    const facts = factsOf(sourceContext).filter((fact) => !description.includes(fact))
    return facts.length === 0 ? [] : [section('Data, as the source states it', list(facts))]
  }
  const { components, relations } = await groundIn(sourceContext, description)
  return [
    section('Names, as the source uses them', list(components)),
    section('Relations that the source states', list(relations)),
  ].filter((one) => one !== '')
}

function instructionsFor(
  { guidelines, figureType }: StyleRequest,
  description: string,
): { aspect: Aspect; sentence: string }[] {
  if (guidelines !== null && guidelines.trim() !== '')
    return [...ownInstructions(guidelines), ...languageRule(description)]
  const missing = BUILT_IN[figureType].filter(({ unless }) => !unless.test(description))
  return [...missing, ...languageRule(description)]
}

/** One instruction a line; a line of several sentences stays together. */
function ownInstructions(guidelines: string): { aspect: Aspect; sentence: string }[] {
  return guidelines
    .slice(0, MOST_GUIDELINES)
    .toWellFormed()
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '' && !/^#{1,6}\s/.test(line))
    .map((sentence) => ({ aspect: aspectOf(sentence), sentence }))
}

/** Words in the figure stay in the language of its content. */
function languageRule(description: string): { aspect: Aspect; sentence: string }[] {
  const language = languageOf(description)
  if (language === 'en' || language === 'und') return []
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  return [{ aspect: 'Legibility', sentence: `All words in the figure are in ${name}.` }]
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n${body}`
}

function list(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join('\n')
}

/** White space at the ends of lines and runs of blank lines say nothing. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function withStop(text: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}.`
}
