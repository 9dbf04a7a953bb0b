import { FIGURE_LIMITS } from '../../forms/figure-limits'
import type { Operation } from '../../forms/operations'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import type { EdgeRouter } from './edge-router'
import type { Doc } from './scene-document'

/** What operations work on. */
export interface EditContext {
  doc: Doc
  router: EdgeRouter
  budget: SizeBudget
}

/** One operation on a scene. @throws Inapplicable */
export type Handler<Op extends Operation['op']> = (
  ctx: EditContext,
  operation: Extract<Operation, { op: Op }>,
) => void

export type Handlers<Op extends Operation['op']> = { readonly [Name in Op]: Handler<Name> }

/** The message says why one operation cannot be done. */
export class Inapplicable extends Error {}

export function refuse(sentence: string): never {
  throw new Inapplicable(sentence)
}

export const quoted = (id: string) => JSON.stringify(id.length > 80 ? `${id.slice(0, 79)}…` : id)

const NOUNS = { node: 'node', edge: 'connector', group: 'panel' } as const

/** The element of an id, of that role where one is asked for. @throws Inapplicable */
export function elementOf(
  { doc }: EditContext,
  id: string,
  role?: keyof typeof NOUNS,
): SceneElement {
  const one = doc.get(id)
  if (one && (!role || one.role === role)) return one
  return refuse(`there is no ${role ? NOUNS[role] : 'part'} ${quoted(id)}.`)
}

/** Ids stand in the SVG, so they are names of XML. */
export function freshId({ doc }: EditContext, id: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,60}$/.test(id) && !doc.get(id)) return id
  return refuse(
    `the id ${quoted(id)} is taken, or has other characters than letters, digits, - and _.`,
  )
}

const LEAST = 4

export function boxFrom([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box {
  if (width < LEAST || height < LEAST)
    refuse(`its box is less than ${LEAST} wide or high: it is [x, y, width, height].`)
  if (x + width <= 0 || y + height <= 0) refuse('its box lies outside of the canvas.')
  return { x, y, width, height }
}

/** How much is written for a figure while changes add to it. */
export class SizeBudget {
  #characters: number | undefined

  constructor(readonly scene: Scene) {}

  /** @throws Inapplicable */
  add(what: string | readonly SceneElement[]): void {
    this.#characters ??= JSON.stringify(this.scene).length
    this.#characters += typeof what === 'string' ? what.length : JSON.stringify(what).length
    if (this.#characters > FIGURE_LIMITS.characters)
      refuse(`a figure is ${FIGURE_LIMITS.characters / 1e6} MB large at the most.`)
  }
}
