import type { Span } from '../../../forms/diagram'

/** A letter without case that no text uses: a run of it stands for a formula, which is one noun of the sentence. */
const MARK = '\u01bb'
const RUN = new RegExp(`${MARK}+`, 'g')

/** `$x_i$` and `\\(x\\)`, not amounts of money: with a sign of TeX inside, or one letter alone. */
const INLINE = /\$(?![\s$])([^$\n]{1,120}?)(?<![\s\\])\$(?!\d)|\\\(([^\n]{1,120}?)\\\)/g
const TEX = /[\\_^={}]|^\p{L}$/u

/** Puts a run of marks of the same length in the place of every inline formula. */
export const markFormulas = (text: string): string =>
  text.replace(INLINE, (whole, one?: string, other?: string) =>
    TEX.test((one ?? other ?? '').trim()) ? MARK.repeat(whole.length) : whole,
  )

/** A stretch of marked text with the formulas of its source, as `$...$`. */
export const withFormulas = (source: string, marked: string, { start, end }: Span): string =>
  marked.slice(start, end).replace(RUN, (run, at: number) => {
    const whole = source.slice(start + at, start + at + run.length)
    return `$${(whole.startsWith('$') ? whole.slice(1, -1) : whole.slice(2, -2)).trim()}$`
  })
