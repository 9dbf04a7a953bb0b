export { levelsOf, rightToLeft, visualOrder } from './bidi'
export { type EastAsian, FAMILIES, type Family } from './families'
export {
  FONT_STACK,
  face,
  faceFor,
  familyOf,
  fontStack,
  fontsFor,
  PAPER_FAMILY,
  weightOf,
} from './files'
export { inkOf } from './ink'
export { withoutLostMarks } from './marks'
export { CAP_HEIGHT, formulaScale, measureText, SAFETY } from './measure'
export { eastAsianOf, guessedAdvance, missingGlyphs, partsToPlace, runsOf, runWidth } from './runs'
export { longestPiece, type Wrapped, type WrappedLine, wrapEvenly, wrapText } from './wrap'
