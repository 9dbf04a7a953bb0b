import { MARK, MATH_SPACE } from '../fonts/formula-marks'
import { ACCENTS, alphabet, FUNCTIONS, RELATIONS, SYMBOLS } from './symbols'

export interface SetText {
  /** Marked text. */
  text: string
  /** Whether that is all there is to the formula: no fraction, root, accent, alphabet, matrix or stacked script. */
  whole: boolean
}

/**
 * Sets TeX on one line as marked text: letters italic, scripts raised and lowered, signs by their Unicode characters.
 * What letters cannot show is told by `whole`, and stands for those who have but one line: fractions with a slash,
 * an unknown command as its name, so that no word is lost.
 */
export function setFormula(tex: string): SetText {
  const reader = new Reader(tex)
  const text = reader.list(false).replace(EDGE_SPACES, '')
  return { text, whole: reader.whole }
}

const EDGE_SPACES = new RegExp(`^${MATH_SPACE}+|${MATH_SPACE}+$`, 'gu')

/** Commands whose argument is set upright, as words. */
const WORDS = new Set(['text', 'mathrm', 'textrm', 'operatorname'])
/** The same, in a face that has to be drawn. */
const FACES = new Set([
  'mathsf',
  'textsf',
  'mathbf',
  'textbf',
  'mathit',
  'textit',
  'mathtt',
  'texttt',
])
const SPACES = new Set('quad qquad , ; :'.split(' '))
/** Commands that only say how large a sign is. */
const SILENT = new Set('left right big Big bigg Bigg displaystyle limits nolimits !'.split(' '))
/** Signs that bear their scripts above and below. */
const LARGE = new Set(['sum', 'prod', 'int'])
const DEEPEST = 20

class Reader {
  #at = 0
  /** Guards the stack: a formula nested deeper is set as it stands. */
  #depth = 0
  /** Scripts around the place that is read. */
  #scripts = 0
  whole = true
  constructor(readonly tex: string) {}

  /** Atoms up to the end, or up to the brace that closes a group. */
  list(inGroup: boolean): string {
    let set = ''
    let scripted = false
    this.#depth++
    while (this.#at < this.tex.length) {
      if (inGroup && this.tex[this.#at] === '}') {
        this.#at++
        break
      }
      const next = this.tex[this.#at] ?? ''
      const script = next === '_' || next === '^'
      if (script && (scripted || this.#scripts > 0)) this.whole = false
      if (!/\s/.test(next)) scripted = script
      set += this.#atom()
    }
    this.#depth--
    return set
  }

  #atom(): string {
    const character = this.#next()
    if (character === '\\') return this.#command()
    if (character === '{') return this.#depth > DEEPEST ? '{' : this.list(true)
    if (character === '_' || character === '^') {
      const mark = character === '_' ? MARK.sub : MARK.sup
      this.#scripts++
      const script = `${mark}${this.#argument()}${MARK.end}`
      this.#scripts--
      return script
    }
    if (character === '&') this.whole = false
    if (/\s|~|\}/u.test(character)) return ''
    if (character === "'") return '′'
    return sign(character === '-' ? '−' : character === '*' ? '∗' : character)
  }

  /** One character, which may take two UTF-16 units. */
  #next(): string {
    const character = String.fromCodePoint(this.tex.codePointAt(this.#at) ?? 0x20)
    this.#at += character.length
    return character
  }

  /** A group in braces, a command or one character. */
  #argument(): string {
    while (this.tex[this.#at] === ' ') this.#at++
    if (this.#at >= this.tex.length || this.#depth > DEEPEST) return ''
    return this.#atom().replaceAll(MATH_SPACE, '')
  }

  /** The characters of an argument as they stand. */
  #words(): string {
    while (this.tex[this.#at] === ' ') this.#at++
    if (this.tex[this.#at] !== '{') return this.#at < this.tex.length ? this.#next() : ''
    const end = this.tex.indexOf('}', this.#at)
    const words = this.tex.slice(this.#at + 1, end < 0 ? undefined : end)
    this.#at = end < 0 ? this.tex.length : end + 1
    return words
  }

  #command(): string {
    const name = /^(?:[A-Za-z]+|.)?/su.exec(this.tex.slice(this.#at))?.[0] ?? ''
    this.#at += name.length
    if (name.length > 1 || /[a-z]/i.test(name)) {
      while (this.tex[this.#at] === ' ') this.#at++
    }
    const symbol = Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : undefined
    if (LARGE.has(name) && /^(?:\\(?:no)?limits)?\s*[_^]/.test(this.tex.slice(this.#at)))
      this.whole = false
    if (symbol !== undefined) return sign(symbol)
    if (SPACES.has(name)) return MATH_SPACE
    if (SILENT.has(name)) return ''
    if (FUNCTIONS.has(name))
      return /^(?!_)[\s\w\\]/.test(this.tex.slice(this.#at)) ? `${name}${MATH_SPACE}` : name
    if (name === '') return '\\'
    if (WORDS.has(name)) return this.#words().replace(/\s+/g, MATH_SPACE)
    this.whole = false
    if (FACES.has(name)) return this.#words().replace(/\s+/g, MATH_SPACE)
    if (name === 'mathbb' || name === 'mathcal')
      return [...this.#words()].map((letter) => alphabet(name, letter)).join('')
    const accent = Object.hasOwn(ACCENTS, name) ? ACCENTS[name] : undefined
    if (accent !== undefined) return accented(this.#argument(), accent)
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac')
      return `${wrapped(this.#argument())}/${wrapped(this.#argument())}`
    if (name === 'sqrt') return `√${wrapped(this.#argument())}`
    return name
  }
}

/** Latin and small Greek letters stand for variables; relations get space. */
function sign(character: string): string {
  if (/^[A-Za-zα-ωϑ]$/u.test(character)) return `${MARK.italic}${character}${MARK.end}`
  if (RELATIONS.has(character)) return `${MATH_SPACE}${character}${MATH_SPACE}`
  return character === ',' ? `,${MATH_SPACE}` : character
}

/** The accent belongs to the last letter, before the mark that ends it. */
function accented(base: string, accent: string): string {
  const end = base.endsWith(MARK.end) ? MARK.end : ''
  return `${base.slice(0, base.length - end.length)}${accent}`.normalize('NFC') + end
}

/** In parentheses unless it is one sign, with its scripts. */
function wrapped(argument: string): string {
  return /[\ue004+−/]|[0-9]\D|\D[0-9]/u.test(argument) ? `(${argument})` : argument
}
