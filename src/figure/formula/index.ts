import type { Diagram } from '../../forms/diagram'
import { characterOf, type DrawnFormula } from '../fonts/drawn-formulas'
import { withoutMarks } from '../fonts/formula-marks'
import type { DrawTex } from './mathjax'
import { ACCENTS } from './symbols'
import { setFormula } from './tex'

export type { DrawnFormula } from '../fonts/drawn-formulas'
export { isMarked, MATH_SPACE, pieces, unmarked } from '../fonts/formula-marks'

/** `$$...$$`, `\[...\]`, `$...$`, `\(...\)`; a dollar sign before a space or a digit's price is no formula. */
const FORMULA = /\$\$([^$]+?)\$\$|\\\[(.+?)\\\]|\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)|\\\((.+?)\\\)/gsu
/**
 * `x_i`, `W_{ij}`, `10^3`, `R^2`: one letter or a number with a short script; names such as `max_len` are none. `x₁` too,
 * but not `H₂`, an element, nor `m²`, a unit. And `x̂`, a letter under an accent that no letter of a language has:
 * most typefaces cannot set it.
 */
const PLAIN =
  /(?<![\p{L}\p{N}\p{M}_\\])\p{L}\p{M}(?![\p{L}\p{N}\p{M}_^])|(?<![\p{L}\p{N}\p{M}_\\])\p{Ll}[₀-₉]{1,3}(?![\p{L}\p{N}\p{M}_^])|(?<![\p{L}\p{N}\p{M}_\\])((?:\p{L}\p{M}?|\d+(?:\.\d+)?)(?:[_^](?:\{[^{}\s]{1,12}\}|[-−+]?\d{1,4}|\p{L}(?![\p{L}\p{N}]))){1,2})(?![\p{L}\p{N}_^])/gu
/** A Greek letter alone is a variable, unless it names a kind of something: TNF-α, β-catenin. */
const VARIABLE = /(?<![\p{L}\p{N}\p{M}\p{Pd}_\\])[α-ω](?![\p{L}\p{N}\p{M}\p{Pd}_^])/gu
const PLAIN_OR_VARIABLE = new RegExp(`${PLAIN.source}|${VARIABLE.source}`, 'gu')
/** Words of Greek, in which single letters are words too. */
const IN_GREEK = /\p{Script=Greek}{2}/u
/** A script without braces, of which TeX would take the first character alone. */
const SCRIPT = /([_^])([^{}_^]+)/gu
/** A command outside dollars, if it is one known to stand for a sign. */
const COMMAND = /\\([A-Za-z]+)(?![A-Za-z])/gu

/** Longest formula, in characters of TeX, and what all drawn ones of a figure may have together. */
const LONGEST = 600
const MOST_TEX = 8000
/** Deepest nesting of braces, delimiters and environments. */
const DEEPEST = 24
/** Widest and highest drawn formula, in em: wider ones are drawn smaller, by so much at most. */
const WIDEST = 15
const HIGHEST = 9
const SMALLEST = 0.6

/** As much of a formula is shown as typed, in characters. */
const MOST_SHOWN = 80

/** What setting a figure's formulas takes and leaves behind. */
export interface Typesetter {
  draw: DrawTex
  /** Characters of TeX that may still be drawn. */
  left: number
  warnings: Set<string>
}

let drawing: Promise<DrawTex> | undefined

/** MathJax is loaded for the first formula that letters cannot set, and kept. */
async function createTypesetter(texts: readonly string[]): Promise<Typesetter> {
  const draw = texts.some(needsDrawing) ? await loadMathJax() : notLoaded
  return { draw, left: MOST_TEX, warnings: new Set() }
}

function loadMathJax(): Promise<DrawTex> {
  drawing ??= import('./mathjax').then(({ createDrawTex }) => createDrawTex())
  return drawing
}

function notLoaded(): never {
  throw new Error('formulas are not loaded')
}

/** A stretch of a label: words, or TeX and whether it is displayed. */
type Stretch = { words: string } | { tex: string; display: boolean }

function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  for (const match of text.matchAll(FORMULA)) {
    if (match.index > at) stretches.push({ words: text.slice(at, match.index) })
    const [whole, dollars, brackets, dollar, parenthesis] = match
    stretches.push({
      tex: (dollars ?? brackets ?? dollar ?? parenthesis ?? '').trim(),
      display: dollars !== undefined || brackets !== undefined || whole === text.trim(),
    })
    at = match.index + whole.length
  }
  if (at < text.length) stretches.push({ words: text.slice(at) })
  return stretches
}

function needsDrawing(text: string): boolean {
  if (!/[$\\_^\p{M}]/u.test(text)) return false
  return stretchesOf(withoutMarks(text.normalize('NFC'))).some((each) =>
    'tex' in each
      ? each.tex.length <= LONGEST && !setFormula(each.tex).whole
      : [...each.words.matchAll(PLAIN)].some(([plain]) => !setFormula(braced(plain)).whole),
  )
}

/**
 * A label with its formulas set: as marked text where letters can, else as a character that stands for a drawing. What
 * cannot be drawn stays as it was typed, with a warning. Without a typesetter all is set on one line of text.
 */
export function typesetText(text: string, by?: Typesetter): string {
  const safe = withoutMarks(text.normalize('NFC'))
  if (!/[$\\_^α-ω\p{M}]/u.test(safe)) return safe
  return stretchesOf(safe)
    .map((each) => ('tex' in each ? setTex(each, by) : typesetWords(each.words, by)))
    .join('')
}

function typesetWords(words: string, by: Typesetter | undefined): string {
  return words
    .replace(IN_GREEK.test(words) ? PLAIN : PLAIN_OR_VARIABLE, (formula) =>
      setTex({ tex: braced(formula), display: false }, by),
    )
    .replace(COMMAND, (whole) => {
      const set = setFormula(whole).text
      // A command that is none comes back as its name: a path such as C:\temp stays one.
      return set === whole.slice(1) ? whole : set
    })
}

/** With its scripts in braces, and an accent on its letter as a command. */
function braced(formula: string): string {
  const typed = formula.replace(/[₀-₉]+/u, (below) => `_${below.normalize('NFKC')}`)
  return typed.replace(SCRIPT, '$1{$2}').replace(/^\p{L}\p{M}?/u, (whole) => {
    const [letter = '', mark] = [...whole.normalize('NFD')]
    const accent = Object.entries(ACCENTS).find(([, sign]) => sign === mark)
    return accent ? `\\${accent[0]}{${letter}}` : whole
  })
}

function setTex({ tex, display }: { tex: string; display: boolean }, by?: Typesetter): string {
  if (tex.length > LONGEST) return asTyped(tex, `it has more than ${LONGEST} characters`, by)
  const set = setFormula(tex)
  if (set.whole || !by) return set.text
  try {
    // A formula drawn for an earlier figure counts as well: the same figure always has the same ones drawn.
    by.left -= tex.length
    if (by.left < 0) throw new Error(`a figure draws at most ${MOST_TEX} characters of TeX`)
    const drawn = characterOf(`${display ? 'D' : 'T'}${tex}`, () => drawWithin(tex, display, by))
    return drawn ?? asTyped(tex, 'too many formulas were drawn before', by)
  } catch (error) {
    return asTyped(tex, error instanceof Error ? error.message : String(error), by)
  }
}

function asTyped(tex: string, why: string, by: Typesetter | undefined): string {
  by?.warnings.add(`the formula ${shortened(tex, 60)} is shown as typed: ${why}`)
  return shortened(tex, MOST_SHOWN)
}

function shortened(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')}...` : text
}

function drawWithin(tex: string, display: boolean, by: Typesetter) {
  if (nesting(tex) > DEEPEST) throw new Error(`it is nested deeper than ${DEEPEST} levels`)
  const drawn = by.draw(tex, display)
  if (drawn.width * SMALLEST > WIDEST || drawn.ascent + drawn.descent > HIGHEST)
    throw new Error(`it is wider than ${WIDEST / SMALLEST} em or higher than ${HIGHEST} em`)
  return scaled(drawn, Math.min(1, WIDEST / drawn.width))
}

function scaled(drawn: DrawnFormula, by: number): DrawnFormula {
  return {
    ...drawn,
    width: drawn.width * by,
    ascent: drawn.ascent * by,
    descent: drawn.descent * by,
    unit: drawn.unit * by,
  }
}

function nesting(tex: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of tex.matchAll(
    /\\(?:left|begin)(?![A-Za-z])|\\(?:right|end)(?![A-Za-z])|\\.|[{}]/gsu,
  )) {
    if (/^\\(?:left|begin)$|^\{$/.test(token)) deepest = Math.max(deepest, ++depth)
    else if (/^\\(?:right|end)$|^\}$/.test(token)) depth--
  }
  return deepest
}

/** The diagram with every label set, and what was wrong among its warnings; layout measures what will be drawn. */
export async function typeset(diagram: Diagram): Promise<Diagram> {
  const labels = [
    ...diagram.nodes.flatMap(({ label, detail = '', items = [] }) => [
      label,
      detail,
      ...items.map((item) => item.label),
    ]),
    ...diagram.edges.map(({ label = '' }) => label),
  ]
  const by = await createTypesetter(labels)
  const optional = <K extends string>(key: K, text: string | undefined) =>
    text === undefined ? {} : ({ [key]: typesetText(text, by) } as Record<K, string>)
  const set = {
    ...diagram,
    nodes: diagram.nodes.map((node) => ({
      ...node,
      label: typesetText(node.label, by),
      ...optional('detail', node.detail),
      ...(node.items
        ? { items: node.items.map((item) => ({ ...item, label: typesetText(item.label, by) })) }
        : {}),
    })),
    edges: diagram.edges.map((edge) => ({ ...edge, ...optional('label', edge.label) })),
    // A heading and the title have lines of one height.
    groups: diagram.groups.map((group) => ({ ...group, label: typesetText(group.label) })),
    ...(diagram.title === undefined ? {} : { title: typesetText(diagram.title) }),
  }
  return { ...set, warnings: [...diagram.warnings, ...by.warnings] }
}
