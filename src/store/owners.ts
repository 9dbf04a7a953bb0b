/** Who shares an allowance, a turn and a budget: a key, or all who come without one. */
export function ownerOf(keyId: number | null): string {
  return keyId === null ? 'anonymous' : `key:${keyId}`
}
