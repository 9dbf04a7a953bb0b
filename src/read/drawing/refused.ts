/** Why an SVG is no drawing; the message is a sentence for whoever drew it. */
export class DrawingRefused extends Error {
  override name = 'DrawingRefused'
}
