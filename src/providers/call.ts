/**
 * One call of a text or vision model, in our own form: what is asked, and what comes back. The answer is raw text; its
 * reader takes the first JSON object out of it with {@link firstJsonObject}.
 */

import { endOfObject, readJson } from '../forms/json'

/** What a person would write, or show: a picture is a PNG. */
export type Part = { text: string } | { png: Uint8Array }

/** A conversation: repairs go on from the model's own answer. */
export type Turn = { user: readonly Part[] } | { assistant: string }

export interface ModelRequest {
  system: string
  turns: readonly Turn[]
  /**
   * The JSON Schema of the answer. Strict modes want every property required, optional ones nullable, no further
   * members and no recursion.
   */
  schema?: { name: string; schema: Readonly<Record<string, unknown>> }
  /** The model's own setting in the provider file goes before this one. */
  maxOutputTokens?: number
  /** As above. */
  temperature?: number
  /** Told the whole text so far now and then while the answer comes in, where the wire can do that. */
  live?: (text: string) => void
}

export interface ModelAnswer {
  /** What the model wrote; empty where the answer was not what its wire prescribes. Configured secrets are taken out. */
  text: string
  /** `length`: it ended at the limit of tokens. */
  finish: 'stop' | 'length' | 'other'
}

/** Tokens of a text where nobody counted them. */
export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_TOKEN)
}

const CHARACTERS_A_TOKEN = 4

/** The characters of everything that is asked, pictures aside. */
export function inputCharacters({ system, turns, schema }: ModelRequest): number {
  const said = turns.flatMap((turn) =>
    'assistant' in turn
      ? [turn.assistant]
      : turn.user.map((part) => ('text' in part ? part.text : '')),
  )
  const texts = [system, ...said, schema ? JSON.stringify(schema.schema) : '']
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** Bounds the work on hostile text: an answer with this many stray braces holds no object. */
const MAX_STARTS = 50

/**
 * The first JSON object in a text, with or without fences and words around it. Undefined where there is none, or where
 * it is cut off or broken: a part of it is not the answer. Members named `__proto__` are left out.
 */
export function firstJsonObject(text: string): Record<string, unknown> | undefined {
  let from = 0
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    const start = text.indexOf('{', from)
    if (start < 0) return undefined
    const end = endOfObject(text, start)
    const found = end === undefined ? undefined : readJson(text.slice(start, end))
    // Braces hold an object.
    if (found) return found as Record<string, unknown>
    const isMeant = /\{\s*"/y
    isMeant.lastIndex = start
    const broken = isMeant.test(text)
    if (broken && end === undefined) return undefined
    from = broken && end !== undefined ? end : start + 1
  }
  return undefined
}
