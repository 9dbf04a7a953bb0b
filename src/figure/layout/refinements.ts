/** What makes a layout better beyond its method, each worth what `bench layout --without=name` says. */
export const REFINEMENTS = [
  'headings-aside',
  'equal-sizes',
  'alike',
  'bars',
  'panels',
  'nudge',
] as const

export type Refinement = (typeof REFINEMENTS)[number]

let left: ReadonlySet<Refinement> = new Set()

/** Leaves refinements out from now on: for benches alone. */
export function leaveOut(names: readonly Refinement[]): void {
  left = new Set(names)
}

export const refines = (name: Refinement) => !left.has(name)
