import type { ComponentChildren } from 'preact'

/** A part of a page, under its heading. @param beside stands beside that */
export const Card = ({
  title,
  beside,
  children,
}: {
  title: ComponentChildren
  beside?: ComponentChildren
  children: ComponentChildren
}) => (
  <section class="card">
    <div class="row heads">
      <h2>{title}</h2>
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
