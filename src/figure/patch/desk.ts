import { FIGURE_LIMITS } from '../../forms/figure-limits'
import type { Operation } from '../../forms/operations'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import type { Leads } from './lead'
import type { Sheet } from './sheet'

/** What operations work on. */
export interface Desk {
  sheet: Sheet
  leads: Leads
  weight: Weight
}

/** One operation on a scene. @throws Refusal */
export type Act<Op extends Operation['op']> = (
  desk: Desk,
  operation: Extract<Operation, { op: Op }>,
) => void

export type Acts<Op extends Operation['op']> = { readonly [Name in Op]: Act<Name> }

/** The message says why one operation cannot be done. */
export class Refusal extends Error {}

export function refuse(sentence: string): never {
  throw new Refusal(sentence)
}

export const named = (id: string) => JSON.stringify(id.length > 80 ? `${id.slice(0, 79)}…` : id)

export const part = ({ sheet }: Desk, id: string): SceneElement =>
  sheet.get(id) ?? refuse(`there is no part ${named(id)}.`)

const NOUNS = { node: 'node', edge: 'connector', group: 'panel' } as const

export function partWith(desk: Desk, id: string, role: keyof typeof NOUNS): SceneElement {
  const one = desk.sheet.get(id)
  return one?.role === role ? one : refuse(`there is no ${NOUNS[role]} ${named(id)}.`)
}

/** Ids stand in the SVG, so they are names of XML. */
export function newId({ sheet }: Desk, id: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,60}$/.test(id) && !sheet.get(id)) return id
  return refuse(
    `the id ${named(id)} is taken, or has other characters than letters, digits, - and _.`,
  )
}

const LEAST = 4

export function boxIn([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box {
  if (width < LEAST || height < LEAST)
    refuse(`its box is less than ${LEAST} wide or high: it is [x, y, width, height].`)
  if (x + width <= 0 || y + height <= 0) refuse('its box lies outside of the canvas.')
  return { x, y, width, height }
}

/** How much is written for a figure while changes add to it. */
export class Weight {
  #characters: number | undefined

  constructor(readonly scene: Scene) {}

  /** @throws Refusal */
  add(what: string | readonly SceneElement[]): void {
    this.#characters ??= JSON.stringify(this.scene).length
    this.#characters += typeof what === 'string' ? what.length : JSON.stringify(what).length
    if (this.#characters > FIGURE_LIMITS.characters)
      refuse(`a figure is ${FIGURE_LIMITS.characters / 1e6} MB large at the most.`)
  }
}
