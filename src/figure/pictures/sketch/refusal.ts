/** The sketch cannot be used; the message is the sentence that says why. */
export class SketchRefused extends Error {
  override name = 'SketchRefused'
}
