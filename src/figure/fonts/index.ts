export { EAST_ASIAN, type EastAsian, FAMILIES } from './families'
export {
  FAMILY,
  FONT_STACK,
  face,
  familyOf,
  fontBytes,
  fontStack,
  fontsFor,
  fontTable,
  weightOf,
} from './files'
export { CAP_HEIGHT, guessedAdvance, measureText, SAFETY, type TextStyle } from './measure'
export { eastAsianOf, missingGlyphs, type Run, runsOf, runWidth } from './runs'
export { type Wrapped, type WrappedLine, wrapEvenly, wrapText } from './wrap'
