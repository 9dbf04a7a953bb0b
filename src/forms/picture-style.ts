/** The look of a picture, as far as a figure can take it over. */
export interface PictureStyle {
  /** The ground's colour, `#rrggbb`. */
  ground: string
  /** True where light text would stand on the ground. */
  dark: boolean
  /** Up to four saturated colours, the one with the most area first. */
  colours: string[]
  /** Typical width of a drawn line, in thousandths of the picture's longer side; undefined: none was found. */
  lineWidth: number | undefined
  /** Corner radius of surfaces, as a share of their smaller side (0 to 0.5); undefined: no surface was found. */
  cornerRadius: number | undefined
}
