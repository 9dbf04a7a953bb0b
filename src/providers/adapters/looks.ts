import type { ImageLook, PictureLook } from './translator'

type Pixels = NonNullable<ImageLook['size']>

/** For wires that take pixels. The word `auto` travels too, which the SDK's type does not know. */
export function inPixels({ size }: PictureLook): ImageLook {
  return { size: size as Pixels }
}

/** For wires that take a ratio; left out, the model chooses it. */
export function inRatio({ ratio = 'auto' }: PictureLook): ImageLook {
  const [width, height] = ratio.split(':').map(Number)
  return width && height ? { aspectRatio: `${width}:${height}` } : {}
}
