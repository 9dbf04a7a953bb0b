import type { ComponentChildren } from 'preact'
import { bytes, duration, instant, number, usd } from './format'

/** By the names of their fields, what rows or facts are called; those that are named are shown. */
type Names = Readonly<Record<string, string>>
/** What stands for a field whose value says too little by itself. */
type Cells<Of> = Readonly<Record<string, (of: Of) => ComponentChildren>>

const UNITS = [
  [/_bytes$/, bytes],
  [/_usd$/, usd],
  [/_ms$/, duration],
  [/$/, number],
] as const

/** A value of the interface, where a field's name ends with its unit. */
function shown(name: string, value: unknown): ComponentChildren {
  if (typeof value === 'number') return UNITS.find(([unit]) => unit.test(name))?.[1](value)
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return name.endsWith('_at') && text !== '' ? instant(text) : text
}

const cellOf = <Of extends object>(of: Of, name: string, cells: Cells<Of>) =>
  Object.hasOwn(cells, name)
    ? cells[name]?.(of)
    : shown(name, Object.entries(of).find(([own]) => own === name)?.[1])

/**
 * Rows under their heads, or beside them where the window is narrow.
 * @param rows undefined: they are not there yet
 * @param none stands for no rows
 */
export function Table<Row extends object>({
  rows,
  id,
  names,
  cells = {},
  none,
}: {
  rows: readonly Row[] | undefined
  id: (row: Row) => string | number
  names: Names
  cells?: Cells<Row>
  none?: string
}) {
  if (!rows) return null
  if (rows.length === 0 && none) return <p class="soft">{none}</p>
  const heads = Object.entries(names)
  return (
    <table class="stack">
      <thead>
        <tr>
          {heads.map(([name, head]) => (
            <th key={name} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={id(row)}>
            {heads.map(([name, head]) => (
              <td key={name} data-label={head} data-field={name}>
                {cellOf(row, name, cells)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Fact = readonly [name: ComponentChildren, value: ComponentChildren]

/** What a record of the interface says of itself. */
export const factsOf = <Of extends object>(of: Of, names: Names, cells: Cells<Of> = {}): Fact[] =>
  Object.entries(names).map(([name, label]) => [label, cellOf(of, name, cells)])

/** Names with what is known of each; what is not known is left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(
      ([name, value], at) =>
        value && (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

interface CardProps {
  title: string
  /** How what it is about stands, in a word. */
  badge?: ComponentChildren
  /** Stands at the end of the heading. */
  beside?: ComponentChildren
  children: ComponentChildren
}

/** A part of a page, under its heading. */
export const Card = ({ title, badge, beside, children }: CardProps) => (
  <section class="card">
    <div class="row heads">
      <h2>
        {title} {badge}
      </h2>
      {beside}
    </div>
    {children}
  </section>
)

/** How something stands, in a word. */
export const Badge = <State extends string>({
  state,
  of,
}: {
  state: State
  of: Readonly<Record<State, string>>
}) => (
  <span class="badge" data-state={state}>
    {of[state]}
  </span>
)
