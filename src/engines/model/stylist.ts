import { Type } from '@sinclair/typebox'
import type { Call, StyledPrompt, StyleRequest } from '../../forms/engines'
import type { StageModel } from '../../providers/job-models'
import { asksForParts } from '../local/instructions/find'
import { contradictions, instructionsFor, styleByRules } from '../local/stylist/stylist'
import { partsOf } from '../local/text/read-text'
import { NUMBER_WORDS } from '../words/language'
import { converse } from './conversation'
import { fenced, inParts, listed, numbered, oneLine, quotedList } from './material'
import { PROMPTS } from './prompts'

/** Longer prompts than a method text may be cannot be drawn. */
const MOST_CHARACTERS = 100_000
/** Things lost or invented that one repair names. */
const MOST_NAMED = 8

/**
 * Lets a model rewrite a prompt. It must keep every number and name and add none; where it does not, rules complete the
 * prompt as it was, and a warning says why.
 *
 * @throws ProviderFailed for answers that cannot be read
 */
export async function styleByModel(
  model: StageModel,
  request: StyleRequest,
  call: Call,
): Promise<StyledPrompt> {
  const { value, faults } = await converse(
    model,
    {
      prompt: PROMPTS.style(),
      user: [{ text: requestOf(request) }],
      answer: { name: 'styled_prompt', schema: Type.Object({ prompt: Type.String() }) },
      read({ prompt }) {
        if (typeof prompt !== 'string' || prompt.trim() === '')
          return { value: undefined, faults: ['prompt: must be a text.'] }
        return { value: prompt.trim(), faults: faultsOf(prompt, request) }
      },
    },
    call,
  )
  const by = `rewritten by ${model.provider}, model ${model.name}`
  if (faults.length === 0) return { prompt: value, log: [by], warnings: contradictions(request) }
  const ruled = await styleByRules(request)
  return {
    ...ruled,
    log: [`the prompt ${by} was not used`, ...ruled.log],
    warnings: [
      `What the model wrote was not used, rules completed the prompt: ${faults.join(' ')}`,
      ...ruled.warnings,
    ],
  }
}

function requestOf(request: StyleRequest): string {
  const { description, sourceContext, caption } = request
  const guidelines = instructionsFor(request, description)
  return inParts(
    fenced('PROMPT', numbered(description)),
    sourceContext?.trim() && fenced('SOURCE', numbered(sourceContext)),
    caption?.trim() && `CAPTION\n${oneLine(caption)}`,
    `GUIDELINES\n${listed(guidelines)}`,
  )
}

/** What the new prompt has lost or made up, and whether there is anything to draw in it. */
function faultsOf(prompt: string, request: StyleRequest): string[] {
  const { description, sourceContext, caption } = request
  const known = [description, sourceContext, caption, ...instructionsFor(request, description)]
  const said = known.filter((text) => text !== null).join('\n')
  const counts = unique(description.toLowerCase(), COUNTS)
  const lost = [...numbersOf(description), ...counts, ...namesOf(description)].filter(
    (word) => !has(prompt, word),
  )
  const made = [...numbersOf(prompt), ...codesOf(prompt)].filter((word) => !has(said, word))
  const faults = []
  if (lost.length > 0)
    faults.push(`prompt: has lost ${quotedList(lost, MOST_NAMED)}, which must stay as they are.`)
  if (made.length > 0)
    faults.push(`prompt: has ${quotedList(made, MOST_NAMED)}, which nobody has said.`)
  if (prompt.length > MOST_CHARACTERS)
    faults.push(`prompt: has ${prompt.length} characters; at most ${MOST_CHARACTERS} are taken.`)
  const { content, instructions } = partsOf(prompt)
  if (!/\p{L}{2}/u.test(content) && !instructions.some(asksForParts))
    faults.push('prompt: says only how to draw and not what; say what the figure shows first.')
  return faults
}

const numbersOf = (text: string) => unique(text, /\p{N}+(?:[.,:/]\p{N}+)*/gu)

/** Numbers in words; "one" is a pronoun as often. */
const COUNTS = new RegExp(`\\b(?:${NUMBER_WORDS.slice(1).join('|')})\\b`, 'g')

/** Words that a name is known by: capitals within them, or letters beside digits. */
const codesOf = (text: string) =>
  unique(
    text,
    /(?=[\p{L}\p{N}-]*(?:\p{L}[\p{L}-]*[\p{Lu}\p{N}]|\p{N}-?\p{L}))[\p{L}\p{N}][\p{L}\p{N}-]*/gu,
  )

/** Names: those, and words with a capital that do not begin a sentence. */
const namesOf = (text: string) => [
  ...new Set([...codesOf(text), ...unique(text, /(?<=[\p{L}\p{N},;)] )\p{Lu}[\p{L}\p{N}-]+/gu)]),
]

const unique = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([word]) => word)),
]

/** Whether a text has a word as it stands, a number also in words; a small or large letter may begin it. */
function has(text: string, word: string): boolean {
  const lower = text.toLowerCase()
  const wanted = word.toLowerCase()
  const count = NUMBER_WORDS.indexOf(wanted) + 1
  if (count > 0) return new RegExp(`\\b${wanted}\\b`).test(lower) || has(text, `${count}`)
  const inWords = NUMBER_WORDS[Number(word) - 1]
  if (inWords && new RegExp(`\\b${inWords}\\b`).test(lower)) return true
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const around = `${lower[at - 1] ?? ' '}${lower[at + wanted.length] ?? ' '}`
    if (!/\p{N}/u.test(wanted) || !/\p{N}/u.test(around)) return true
  }
  return false
}
