import type { Diagram } from '../../../forms/diagram'
import { tidy } from '../../../forms/figure-limits'
import { blanked, lineAt } from '../../words/diagram-parts'
import { type Parted, partedText } from '../instructions/find'
import { obeyed } from '../instructions/obey'
import { readProse } from '../prose/read-prose'
import { readArrowBlock, readArrows } from '../structured/arrows'
import { isDot, readDot } from '../structured/dot'
import { DotFault } from '../structured/dot-graph'
import { type Fence, fencesOf } from '../structured/fences'
import { readLists } from '../structured/lists'
import { isMermaid, otherMermaid, readMermaid } from '../structured/mermaid'

/**
 * Reads a text into a diagram. What it says to the illustrator ("use red arrows") is taken out first and obeyed at the
 * end. Of the rest a fenced mermaid or dot block wins; else the one grammar that reads 80 % of the non-blank lines, or a
 * paragraph of arrow lines; else it is prose, its headings becoming groups. Odd prose is at worst one stage.
 *
 * @throws Error with a sentence for a text that is a mermaid or DOT block and nothing else, and cannot be read, and for
 * one that says only how a picture should look: what would be drawn then would be no figure of anything.
 *
 * @example
 * const diagram = await readText('Encoder -> Index\nIndex -> Re-ranker: top-100')
 */
export async function readText(text: string): Promise<Diagram> {
  const { content, instructions } = partsOf(text)
  if (instructions.length === 0) return tidy(readContent(text))
  if (!/[\p{L}\p{N}]/u.test(content)) throw new Error(NOTHING_TO_DRAW)
  return tidy(obeyed(readContent(content), instructions))
}

/**
 * Reads a text only where a grammar fits all of it: a block of mermaid or DOT, arrows, a list. Undefined for prose.
 *
 * @throws Error as {@link readText} for a block that cannot be read and has nothing beside it
 */
export async function readStructured(text: string): Promise<Diagram | undefined> {
  const { content, instructions } = partsOf(text)
  const blocks = [{ start: 0, end: text.length, language: 'mermaid' }, ...grammarsIn(text)]
  // Whoever is asked next may know how to draw it.
  if (blocks.some((one) => one.language === 'mermaid' && otherMermaid(text, one.start, one.end)))
    return undefined
  const { diagram, warnings } = readGrammar(content, GRAMMARS)
  if (!diagram) return undefined
  const read = { ...diagram, warnings: [...warnings, ...diagram.warnings] }
  return tidy(obeyed(read, instructions))
}

/** What a text tells of, and what it says to the illustrator. */
export function partsOf(text: string): Parted {
  const fences = grammarsIn(text).map(({ outer }) => outer)
  const whole = isDot(text) || isMermaid(text) ? [{ start: 0, end: text.length }] : []
  return partedText(text, [...fences, ...whole])
}

const NOTHING_TO_DRAW =
  'The text says how a picture should look, but not what it shows: describe the steps or parts in sentences or a list, or write arrows such as "Encoder -> Index".'

function readContent(text: string): Diagram {
  const { diagram, rest, warnings } = readGrammar(text, [...GRAMMARS, readArrowBlock])
  const read = diagram ?? readProse(rest)
  return { ...read, warnings: [...warnings, ...read.warnings] }
}

const grammarsIn = (text: string): Fence[] =>
  fencesOf(text).filter(({ language }) => language !== 'other')

type Grammar = (text: string) => Diagram | undefined

/** Those that read all of a text or nothing. */
const GRAMMARS: readonly Grammar[] = [readArrows, readLists]

/** What a block of mermaid or DOT or else a grammar reads; `rest`: the text without broken blocks. */
function readGrammar(text: string, grammars: readonly Grammar[]) {
  const warnings: string[] = []
  const { read: block, rest } = readFences(text, warnings)
  let diagram = block ?? readWhole(rest, warnings)
  if (!otherMermaid(rest, 0, rest.length)) for (const grammar of grammars) diagram ??= grammar(rest)
  if (!diagram && warnings.length > 0 && (rest.trim() === '' || isDot(rest) || isMermaid(rest)))
    throw new Error(warnings.join(' ').replaceAll(LEFT_OUT, '.'))
  return { diagram, rest, warnings }
}

/** How the warning of a block ends that cannot be read. */
const LEFT_OUT = '; it was left out.'

/** The first fenced block that can be read, or the text with its broken blocks blanked. */
function readFences(text: string, warnings: string[]): { read: Diagram | undefined; rest: string } {
  let rest = text
  for (const { language, start, end, outer } of grammarsIn(text)) {
    const read =
      language === 'mermaid'
        ? mermaidBlock(text, start, end, warnings)?.diagram
        : dotBlock(text, start, end, warnings)
    if (read) {
      if (blanked(rest, [outer]).trim() !== '')
        warnings.push(`The figure shows the ${language} block; the text around it was left out.`)
      return { read, rest }
    }
    rest = blanked(rest, [outer])
  }
  return { read: undefined, rest }
}

function mermaidBlock(text: string, start: number, end: number, warnings: string[]) {
  const read = readMermaid(text, start, end)
  if (read) return read
  const other = otherMermaid(text, start, end)
  const why = other ?? 'it holds no flowchart that could be read'
  warnings.push(`The mermaid block at line ${lineAt(text, start)}: ${why}${LEFT_OUT}`)
  return undefined
}

function dotBlock(text: string, start: number, end: number, warnings: string[]) {
  try {
    return readDot(text, start, end)
  } catch (error) {
    if (!(error instanceof DotFault)) throw error
    const line = lineAt(text, error.at)
    warnings.push(`The DOT block could not be read (line ${line}): ${error.message}${LEFT_OUT}`)
    return undefined
  }
}

function readWhole(text: string, warnings: string[]): Diagram | undefined {
  if (isMermaid(text)) {
    const read = mermaidBlock(text, 0, text.length, warnings)
    if (read && read.unread <= countLines(text) * 0.2) return read.diagram
    if (read) warnings.push(...read.diagram.warnings)
  }
  return isDot(text) ? dotBlock(text, 0, text.length, warnings) : undefined
}

const countLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length
