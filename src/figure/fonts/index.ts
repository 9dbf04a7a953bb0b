export { allFonts, FAMILY, FONT_STACK, fontBytes } from './files'
export {
  CAP_HEIGHT,
  guessedAdvance,
  measureText,
  missingGlyphs,
  SAFETY,
  type TextStyle,
} from './measure'
export { type Wrapped, type WrappedLine, wrapEvenly, wrapText } from './wrap'
