export { type EastAsian, FAMILIES } from './families'
export {
  FAMILY,
  FONT_STACK,
  face,
  familyOf,
  fontBytes,
  fontStack,
  fontsFor,
  weightOf,
} from './files'
export { CAP_HEIGHT, guessedAdvance, measureText, SAFETY } from './measure'
export { eastAsianOf, missingGlyphs, runsOf, runWidth } from './runs'
export { type Wrapped, wrapEvenly, wrapText } from './wrap'
