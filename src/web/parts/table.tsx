import type { ComponentChildren } from 'preact'

/** Rows under their heads, or beside them where the window is narrow. @param rows with a key each */
export function Table({
  heads,
  rows,
}: {
  heads: readonly string[]
  rows: readonly (readonly [key: string | number, cells: readonly ComponentChildren[]])[]
}) {
  return (
    <table class="stack">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, cells]) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td key={heads[at]} data-label={heads[at]}>
                {cell}
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
