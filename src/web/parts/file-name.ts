/** A caption as the name of a file, without its ending. */
export function fileName(caption: string): string {
  const name = caption
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return name || 'figure'
}
