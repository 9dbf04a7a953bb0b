import type { StyledPrompt, StyleRequest } from '../../../forms/engines'
import { languageOf } from '../../words/language'
import { BUILT_IN, INSTRUCTIONS_HEADING } from '../instructions/guidelines'
import { asked } from '../instructions/obey'
import type { Wish } from '../instructions/wishes'
import { partsOf } from '../text/read-text'
import { factsOf, sourceContent } from './grounding'

const LEAD: Readonly<Record<StyleRequest['figureType'], string>> = {
  methodology: 'Draw a methodology diagram for a scientific paper.',
  statistical_plot: 'Draw a statistical plot for a scientific paper.',
}

/**
 * Completes a prompt: what it says stays word for word, then what the source says, then drawing instructions for what
 * the prompt leaves open, below a line of their own, so that a reader tells what to draw from how. Adds no fact. Same
 * input, same prompt.
 */
export async function styleByRules(request: StyleRequest): Promise<StyledPrompt> {
  const description = tidy(request.description)
  const source = await contentOf(request, description)
  const instructions = instructionsFor(request, description)
  const list = [INSTRUCTIONS_HEADING, ...instructions.map((each) => `- ${each}`)].join('\n')
  return {
    prompt: [description, source, list].filter((part) => part !== '').join('\n\n'),
    log: [
      'completed by rules, no model was asked',
      `guidelines: ${request.guidelines === null ? `built-in for ${request.figureType}` : 'given'}`,
      `completed: ${instructions.length} instructions`,
      `context: ${source === '' ? 'none used' : 'taken from source_context'}`,
    ],
    warnings: contradictions(request),
  }
}

/** Guidelines of a client that are left out, as the prompt wishes otherwise. */
export const contradictions = ({ guidelines, description }: StyleRequest): string[] =>
  ownInstructions(guidelines)
    .filter((line) => contradicts(line, description))
    .map(
      (line) =>
        `Left out of the guidelines, as the prompt says otherwise: "${line.replace(/\.$/, '')}".`,
    )

/** Whether two texts wish for another direction, title, colour or outline of the same thing. */
function contradicts(guideline: string, description: string): boolean {
  const [one, other] = [[guideline], partsOf(description).instructions].map((lines) =>
    lines.flatMap(asked).flatMap(({ wish }) => wish ?? []),
  )
  const differ = (a: Wish, b: Wish) =>
    a.part === b.part &&
    a.arrows === b.arrows &&
    (['direction', 'title', 'colour', 'form'] as const).some(
      (key) => a[key] && b[key] && a[key] !== b[key],
    )
  return one?.some((a) => other?.some((b) => differ(a, b))) ?? false
}

/** What the source says; for a plot its sentences with numbers. */
async function contentOf(
  { sourceContext, figureType }: StyleRequest,
  description: string,
): Promise<string> {
  if (sourceContext === null || sourceContext.trim() === '') return ''
  if (figureType === 'methodology') return sourceContent(sourceContext)
  const facts = factsOf(sourceContext).filter((fact) => !description.includes(fact))
  return facts.map((fact) => `- ${fact}`).join('\n')
}

/** How the figure of a prompt is to be drawn, a sentence each. */
export function instructionsFor(request: StyleRequest, description: string): string[] {
  const { guidelines, figureType } = request
  const caption = request.caption?.replace(/\s+/g, ' ').trim() ?? ''
  const given = ownInstructions(guidelines)
  const all = given.length > 0 ? given : BUILT_IN[figureType]
  return [
    LEAD[figureType],
    ...(caption === '' ? [] : [`Caption: ${withStop(caption)}`]),
    ...all.filter((line) => !contradicts(line, description)),
    ...languageRule(description),
  ]
}

/** One instruction a line; a line of several sentences stays together. */
function ownInstructions(guidelines: string | null): string[] {
  return (guidelines ?? '')
    .toWellFormed()
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '' && !/^#{1,6}\s/.test(line))
}

/** Words in the figure stay in the language of its content. */
function languageRule(description: string): string[] {
  const language = languageOf(description)
  if (language === 'en' || language === 'und') return []
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  return [`All words in the figure are in ${name}.`]
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
