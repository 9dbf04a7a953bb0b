import start from './migrations/0000_start.sql' with { type: 'text' }
import uploadsByKey from './migrations/0001_uploads_by_key.sql' with { type: 'text' }
import choiceAndWarnings from './migrations/0002_choice_and_warnings.sql' with { type: 'text' }

/** Every migration in order, embedded: the binary has no folder to read them from. */
export const MIGRATIONS: readonly string[] = [start, uploadsByKey, choiceAndWarnings]
