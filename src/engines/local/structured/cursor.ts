/** A place in a text that is read up to `end`. */
export interface Cursor {
  text: string
  at: number
  end: number
}

/** What a sticky pattern matches here. */
export const peek = (cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined => {
  pattern.lastIndex = cursor.at
  const hit = pattern.exec(cursor.text)
  return hit && hit.index + hit[0].length <= cursor.end ? hit : undefined
}

/** Takes what a sticky pattern matches here. */
export function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  const hit = peek(cursor, pattern)
  if (hit) cursor.at += hit[0].length
  return hit
}
