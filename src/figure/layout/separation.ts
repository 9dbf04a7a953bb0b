/**
 * Positions on one axis: as near to where they are wished as separation constraints allow, by least squares. The solver
 * is that of Dwyer, Marriott and Stuckey, "Fast Node Overlap Removal" (2006): variables that push each other form a
 * block, which stands at the weighted mean of their wishes; a block is split where that helps.
 */

/** Where a variable would stand, and how much that counts. */
export interface Wish {
  at: number
  weight: number
}

/** `right` stands at least `gap` behind `left`; both are indices of wishes. */
export interface Separation {
  left: number
  right: number
  gap: number
}

export interface Separated {
  positions: number[]
  /** Constraints that contradict others and do not hold. */
  broken: Separation[]
}

interface Variable extends Wish {
  offset: number
  block: Block
  /** Active constraints that it is an end of. */
  links: Set<Constraint>
}

interface Block {
  at: number
  variables: Set<Variable>
}

interface Constraint {
  left: Variable
  right: Variable
  gap: number
  active: boolean
  broken: boolean
  /** How much the block would gain were it split here, if negative. */
  multiplier: number
  source: Separation
}

/** Pixels by which a constraint may be short of its gap. */
const TOLERANCE = 1e-6
const MOST_ROUNDS = 40

export function separate(wishes: readonly Wish[], separations: readonly Separation[]): Separated {
  const variables = wishes.map((wish): Variable => {
    const block: Block = { at: wish.at, variables: new Set() }
    const variable = { ...wish, offset: 0, block, links: new Set<Constraint>() }
    block.variables.add(variable)
    return variable
  })
  const constraints = separations.flatMap((source): Constraint[] => {
    const [left, right] = [variables[source.left], variables[source.right]]
    if (!left || !right || left === right) return []
    return [{ left, right, gap: source.gap, active: false, broken: false, multiplier: 0, source }]
  })
  satisfy(constraints)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!splitWhereItHelps(new Set(variables.map(({ block }) => block)))) break
    satisfy(constraints)
  }
  return {
    positions: variables.map(positionOf),
    broken: constraints.filter(({ broken }) => broken).map(({ source }) => source),
  }
}

const positionOf = ({ block, offset }: Variable) => block.at + offset
const slackOf = ({ left, right, gap }: Constraint) => positionOf(right) - positionOf(left) - gap

/** Merges blocks until no constraint is violated but those that contradict others. */
function satisfy(constraints: readonly Constraint[]): void {
  for (let left = 20 * constraints.length + 100; left > 0; left--) {
    const worst = mostViolated(constraints)
    if (!worst) return
    if (worst.left.block === worst.right.block && !makeRoom(worst)) {
      worst.broken = true
      continue
    }
    if (slackOf(worst) < -TOLERANCE) join(worst)
  }
}

function mostViolated(constraints: readonly Constraint[]): Constraint | undefined {
  let worst: Constraint | undefined
  let least = -TOLERANCE
  for (const each of constraints) {
    if (each.active || each.broken) continue
    const slack = slackOf(each)
    if (slack < least) {
      least = slack
      worst = each
    }
  }
  return worst
}

/** Splits the block that holds both ends of a violated constraint; false: the constraint contradicts active ones. */
function makeRoom({ left, right }: Constraint): boolean {
  weigh(left, undefined)
  const path = pathBetween(left, right, undefined)
  const weakest = path
    ?.filter(({ constraint, next }) => constraint.right === next)
    .map(({ constraint }) => constraint)
    .reduce<Constraint | undefined>(
      (least, each) => (!least || each.multiplier < least.multiplier ? each : least),
      undefined,
    )
  if (!weakest) return false
  split(weakest)
  return true
}

function join(constraint: Constraint): void {
  const { left, right, gap } = constraint
  const [into, from] = [left.block, right.block]
  const shift = left.offset + gap - right.offset
  for (const variable of from.variables) {
    variable.offset += shift
    variable.block = into
    into.variables.add(variable)
  }
  constraint.active = true
  left.links.add(constraint)
  right.links.add(constraint)
  settle(into)
}

/** The block to the weighted mean of what its variables wish. */
function settle(block: Block): void {
  let [sum, weights] = [0, 0]
  for (const { at, offset, weight } of block.variables) {
    sum += weight * (at - offset)
    weights += weight
  }
  block.at = sum / weights
}

function split(constraint: Constraint): void {
  const { left, right } = constraint
  constraint.active = false
  left.links.delete(constraint)
  right.links.delete(constraint)
  const old = right.block
  const block: Block = { at: old.at, variables: new Set() }
  const move = (variable: Variable) => {
    if (block.variables.has(variable)) return
    old.variables.delete(variable)
    block.variables.add(variable)
    variable.block = block
    for (const link of variable.links) move(link.left === variable ? link.right : link.left)
  }
  move(right)
  settle(old)
  settle(block)
}

function splitWhereItHelps(blocks: ReadonlySet<Block>): boolean {
  let helped = false
  for (const { variables } of blocks) {
    const [first] = variables
    if (!first || variables.size < 2) continue
    weigh(first, undefined)
    let weakest: Constraint | undefined
    for (const variable of variables)
      for (const link of variable.links)
        if (link.left === variable && link.multiplier < (weakest?.multiplier ?? -TOLERANCE))
          weakest = link
    if (!weakest) continue
    split(weakest)
    helped = true
  }
  return helped
}

/** Sets the multipliers of the active constraints behind a variable; gives the pull of all that hangs on it. */
function weigh(variable: Variable, from: Constraint | undefined): number {
  let pull = 2 * variable.weight * (positionOf(variable) - variable.at)
  for (const link of variable.links) {
    if (link === from) continue
    const forward = link.left === variable
    const behind = weigh(forward ? link.right : link.left, link)
    link.multiplier = forward ? behind : -behind
    pull += behind
  }
  return pull
}

interface Hop {
  constraint: Constraint
  next: Variable
}

function pathBetween(at: Variable, end: Variable, from: Constraint | undefined): Hop[] | undefined {
  if (at === end) return []
  for (const constraint of at.links) {
    if (constraint === from) continue
    const next = constraint.left === at ? constraint.right : constraint.left
    const rest = pathBetween(next, end, constraint)
    if (rest) return [{ constraint, next }, ...rest]
  }
  return undefined
}
