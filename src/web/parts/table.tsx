import type { ComponentChildren } from 'preact'

/**
 * Rows under their heads, or beside them where the window is narrow.
 * @param rows undefined: they are not there yet
 * @param cells by their heads
 * @param none stands for no rows
 */
export function Table<Row>({
  rows,
  id,
  cells,
  none,
}: {
  rows: readonly Row[] | undefined
  id: (row: Row) => string | number
  cells: Readonly<Record<string, (row: Row) => ComponentChildren>>
  none?: string
}) {
  if (!rows) return null
  if (rows.length === 0 && none) return <p class="soft">{none}</p>
  return (
    <table class="stack">
      <thead>
        <tr>
          {Object.keys(cells).map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={id(row)}>
            {Object.entries(cells).map(([head, cell]) => (
              <td key={head} data-label={head}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Names with what is known of each; what is not known is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[]
}) {
  return (
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
}

/** A part of a page, under its heading. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** How something stands, in a word. */
export function Badge({ state, label }: { state: string; label: string }) {
  return (
    <span class="badge" data-state={state}>
      {label}
    </span>
  )
}
