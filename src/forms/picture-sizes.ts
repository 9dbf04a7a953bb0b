/** The aspect ratios that both services take, width by height; `auto`: as the content wants it. */
export const RATIOS = [
  'auto',
  '1:1',
  '5:4',
  '2:3',
  '3:2',
  '3:4',
  '4:5',
  '4:3',
  '9:16',
  '16:9',
  '21:9',
] as const

/** The sizes: the area of a square of 1024, 2048 or 4096 pixels, whatever the ratio. */
export const SIZES = ['1K', '2K', '4K'] as const
