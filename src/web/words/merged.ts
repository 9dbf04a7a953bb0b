type Tree = Readonly<Record<string, unknown>>

/** Words, and the functions that stand among them, as one. */
export function merged<Words extends Tree, Functions extends Tree>(
  words: Words,
  functions: Functions,
): Words & Functions {
  const whole: Record<string, unknown> = { ...words }
  for (const [name, value] of Object.entries(functions)) {
    const known = whole[name]
    whole[name] = known ? merged(known as Tree, value as Tree) : value
  }
  return whole as Words & Functions
}
