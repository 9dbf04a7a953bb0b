import { because, type Choice, fieldIn, namesIn, type Sketch } from '../choice/context'

/** Long names of many categories lie better than they stand. */
export function isHorizontal(
  choice: Choice,
  { mark, encoding, horizontal, fold, overlays }: Sketch,
): boolean {
  const { wish } = choice
  if (wish.horizontal !== undefined) {
    if (wish.horizontal) because(choice, 'horizontal', 'the intent asks for it')
    return wish.horizontal
  }
  if (horizontal) return true
  if (
    !['bar', 'lollipop', 'box', 'violin'].includes(mark) ||
    wish.mark?.more?.overlays ||
    encoding.facet ||
    overlays?.length
  )
    return false
  const field = fieldIn(choice, encoding.x)
  const names =
    fold && encoding.x?.field === fold.key
      ? (fold.labels ?? fold.fields)
      : field?.role === 'ordinal' || field?.role === 'number' || field?.role === 'time'
        ? []
        : namesIn(field)
  const long =
    names.length >= 5 && names.some((name) => name.length > 16) && names.join('').length > 60
  const many = names.length > 14 && names.length <= 60 && names.some((name) => name.length > 4)
  if (long || many) because(choice, 'horizontal', 'long names read better beside lying bars')
  return long || many
}
