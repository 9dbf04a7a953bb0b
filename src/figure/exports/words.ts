/** Says that so many things of a sort are left out; nothing where there are none. */
export function counted(things: readonly unknown[], one: string, many: string): string[] {
  const { length } = things
  if (length === 0) return []
  return [`${length} ${length === 1 ? `${one} is` : `${many} are`} left out.`]
}
