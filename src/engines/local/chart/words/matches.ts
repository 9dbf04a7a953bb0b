export function optional<K extends string, V>(
  name: K,
  value: V | undefined,
): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>)
}

export const firstOf = (match: RegExpExecArray | null): string | undefined =>
  match
    ?.slice(1)
    .find((each) => each !== undefined)
    ?.trim()
