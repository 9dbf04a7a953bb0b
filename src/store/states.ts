export type State = 'pending' | 'running' | 'completed' | 'failed'

/** The one table of moves: from a state to the states it may become. A terminal state is never left. */
const MOVES: Record<State, readonly State[]> = {
  pending: ['running', 'failed'],
  running: ['completed', 'failed', 'pending'],
  completed: [],
  failed: [],
}

/** The states from which `to` may be reached: the `where status in (...)` of every transition. */
export function statesBefore(to: State): State[] {
  return (Object.keys(MOVES) as State[]).filter((from) => MOVES[from].includes(to))
}
