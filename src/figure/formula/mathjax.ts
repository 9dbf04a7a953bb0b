import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js'
import '@mathjax/src/js/input/tex/base/BaseConfiguration.js'
import '@mathjax/src/js/input/tex/boldsymbol/BoldsymbolConfiguration.js'
import type { LiteDocument } from '@mathjax/src/js/adaptors/lite/Document.js'
import { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js'
import type { LiteText } from '@mathjax/src/js/adaptors/lite/Text.js'
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js'
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js'
import { TeX } from '@mathjax/src/js/input/tex.js'
import { mathjax } from '@mathjax/src/js/mathjax.js'
import { SVG } from '@mathjax/src/js/output/svg.js'
import type { DrawnFormula } from '../fonts/drawn-formulas'
import { flatten } from './flatten'
import { letterFont } from './letters'

/** Draws TeX as outlines; throws a sentence on what is no TeX or takes more than outlines. */
export type DrawTex = (tex: string, display: boolean) => DrawnFormula

/** Names of functions that authors use and TeX does not know, and another name for bold signs. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/\\(argmax|argmin|softmax|sigmoid|relu|ReLU)(?![A-Za-z])/g, '\\operatorname*{$1}'],
  [/\\bm(?![A-Za-z])/g, '\\boldsymbol'],
]

/** Thousandths of an em by which a slanted letter may begin before its place. */
const OVERHANG = 300

/**
 * MathJax without what could define, load or link: `\def`, `\require` and `\href` are unknown commands to it. Nothing
 * of one formula is left for the next.
 */
export function createDrawTex(): DrawTex {
  const adaptor = liteAdaptor()
  RegisterHTMLHandler(adaptor)
  const input = new TeX<LiteElement, LiteText, LiteDocument>({
    packages: ['base', 'ams', 'boldsymbol'],
    tags: 'none',
    formatError: (_: unknown, error: { message: string }) => {
      throw new Error(error.message)
    },
  })
  const output = new SVG<LiteElement, LiteText, LiteDocument>({
    fontCache: 'none',
    fontData: letterFont(),
    linebreaks: { inline: false },
  })
  const document = mathjax.document('', { InputJax: input, OutputJax: output })
  return (tex, display) => {
    input.reset()
    const known = RENAMED.reduce((text, [from, to]) => text.replace(from, to), tex)
    const container: unknown = document.convert(known, { display, em: 16, ex: 8 })
    const [svg] = container instanceof LiteElement ? container.children : []
    if (!(svg instanceof LiteElement) || svg.kind !== 'svg') throw new Error('nothing is drawn')
    const [, top, width, height] = String(svg.attributes.viewBox ?? '')
      .split(' ')
      .map((each) => Number(each) / 1000)
    if (top === undefined || width === undefined || height === undefined || !(width > 0))
      throw new Error('it has no size')
    const { d, box } = flatten(svg)
    if (box.x < -OVERHANG) throw new Error('it reaches out of its own place')
    return {
      tex,
      width: Math.max(width, (box.x + box.width) / 1000),
      // A smashed part still takes its room.
      ascent: Math.max(-top, -box.y / 1000),
      descent: Math.max(height + top, (box.y + box.height) / 1000),
      d,
      unit: 1 / 1000,
    }
  }
}
