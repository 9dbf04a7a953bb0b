import start from './migrations-postgres/0000_start.sql' with { type: 'text' }

/** As those of SQLite. */
export const POSTGRES_MIGRATIONS: readonly string[] = [start]
