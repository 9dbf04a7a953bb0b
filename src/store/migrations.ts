import start from './migrations/0000_start.sql' with { type: 'text' }
import turnsChoicesAndBudgets from './migrations/0001_turns_choices_and_budgets.sql' with {
  type: 'text',
}
import sessions from './migrations/0002_sessions.sql' with { type: 'text' }
import parent from './migrations/0003_parent.sql' with { type: 'text' }
import browser from './migrations/0004_browser.sql' with { type: 'text' }
import inputsAndTitles from './migrations/0005_inputs_and_titles.sql' with { type: 'text' }
import manyMachines from './migrations/0006_many_machines.sql' with { type: 'text' }

/** Every migration in order, embedded: the binary has no folder to read them from. */
export const MIGRATIONS: readonly string[] = [
  start,
  turnsChoicesAndBudgets,
  sessions,
  parent,
  browser,
  inputsAndTitles,
  manyMachines,
]
