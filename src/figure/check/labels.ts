import type { LabelCheck } from '../../forms/figure-tools'
import { rounded } from '../../forms/numbers'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import { measureText } from '../fonts'

/** Lines of a label are at most so many. */
const MOST_LINES = 4
/** Two lines of one label are at most so far apart, in heights of the line. */
const LINE_GAP = 1.1
/** What is less alike is another word, from 0 to 1. */
const LEAST_ALIKE = 0.6

/** Holds the words of a scene against those that were planned, and writes the planned ones in their place. */
export function checkedLabels(
  scene: Scene,
  planned: readonly string[],
): { scene: Scene; check: LabelCheck } {
  const labels = planned.map(oneLine).filter((label) => /[\p{L}\p{N}]/u.test(label))
  const { found, missing } = matched(labels, blocksOf(scene))
  const wrong = found.filter(({ likeness }) => likeness < 1)
  const spaced = found.filter(
    ({ label, block, likeness }) => likeness === 1 && isSpacedOtherwise(block.lines, label),
  )
  const written = new Map(
    [...wrong, ...spaced].flatMap(({ label, block }) =>
      rewritten(block.lines, label).map((line) => [line.id, line]),
    ),
  )
  const elements = scene.elements.map((each) => written.get(each.id) ?? each)
  return {
    scene: { ...scene, elements: renamed(elements, scene) },
    check: {
      right: found.length - wrong.length,
      misspelt: wrong.map(({ label, block }) => ({ painted: block.text, label })),
      missing,
    },
  }
}

/** What is called by the words that stand in it has their new ones. */
function renamed(elements: readonly SceneElement[], before: Scene): SceneElement[] {
  const old = new Map(before.elements.map(({ id, label }) => [id, label]))
  const words = new Map<string, [was: string, is: string][]>()
  for (const { id, kind, parent, label } of elements) {
    const was = old.get(id)
    if (kind !== 'text' || !parent || was === undefined || label === undefined || was === label)
      continue
    words.set(parent, [...(words.get(parent) ?? []), [was, label]])
  }
  return elements.map((each) => {
    const changed = words.get(each.id)
    if (!changed || each.label === undefined) return each
    return { ...each, label: changed.reduce((all, [was, is]) => all.replace(was, is), each.label) }
  })
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

type TextElement = SceneElement & { label: string }

/** Lines that may be one label. */
interface Block {
  lines: TextElement[]
  ids: string[]
  text: string
}

/** Every line of text, and every run of lines that stand close below each other around one middle. */
function blocksOf({ elements }: Scene): Block[] {
  const lines = elements
    .filter((each): each is TextElement => each.kind === 'text' && each.label !== undefined)
    .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
  return lines.flatMap((line, index) => {
    const run = [line]
    const blocks = [blockOf(run)]
    for (const next of lines.slice(index + 1)) {
      const last = run.at(-1)
      if (!last || run.length === MOST_LINES) break
      if (!goesOn(last.box, next.box)) continue
      run.push(next)
      blocks.push(blockOf(run))
    }
    return blocks
  })
}

const blockOf = (lines: readonly TextElement[]): Block => ({
  lines: [...lines],
  ids: lines.map(({ id }) => id),
  text: oneLine(lines.map(({ label }) => label).join(' ')),
})

function goesOn(above: Box, below: Box): boolean {
  const gap = below.y - above.y - above.height
  const height = Math.min(above.height, below.height)
  const overlap =
    Math.min(above.x + above.width, below.x + below.width) - Math.max(above.x, below.x)
  return (
    gap > -0.5 * height &&
    gap < LINE_GAP * height &&
    overlap > 0.5 * Math.min(above.width, below.width)
  )
}

interface Match {
  label: string
  block: Block
  likeness: number
}

/** The best pairs first, each line of the picture and each label once. */
function matched(
  labels: readonly string[],
  blocks: readonly Block[],
): { found: Match[]; missing: string[] } {
  const pairs = labels.flatMap((label, index) =>
    blocks.flatMap((block) => {
      const likeness = similarity(block.text, label)
      return likeness >= LEAST_ALIKE ? [{ label, index, block, likeness }] : []
    }),
  )
  pairs.sort((a, b) => b.likeness - a.likeness || b.block.lines.length - a.block.lines.length)
  const found: Match[] = []
  const done = new Set<number>()
  const taken = new Set<string>()
  for (const { index, ...pair } of pairs) {
    if (done.has(index) || pair.block.ids.some((id) => taken.has(id))) continue
    done.add(index)
    for (const id of pair.block.ids) taken.add(id)
    found.push(pair)
  }
  return { found, missing: labels.filter((_, index) => !done.has(index)) }
}

/** How alike two texts are, from 0 to 1: letters and digits alone, small or large, by Levenshtein's distance. */
export function similarity(one: string, two: string): number {
  const [a, b] = [lettersOf(one), lettersOf(two)]
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 0
  if (Math.abs(a.length - b.length) > (1 - LEAST_ALIKE) * longest) return 0
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const step = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + step)
    }
    before = row
  }
  return 1 - (before[b.length] ?? longest) / longest
}

export const lettersOf = (text: string) =>
  [...text.normalize('NFKC').toLowerCase()].filter(isLetter)
const isLetter = (char: string) => /[\p{L}\p{N}]/u.test(char)

/** After how many letters each text ends, the texts in a row. */
function endsOf(texts: readonly string[]): number[] {
  let letters = 0
  return texts.map((text) => {
    letters += lettersOf(text).length
    return letters
  })
}

/** Words of a label stand without their gap, or are torn within a line: a line may end within a word. */
function isSpacedOtherwise(lines: readonly TextElement[], label: string): boolean {
  const planned = new Set(endsOf(label.split(' ')))
  const painted = new Set(endsOf(lines.flatMap((line) => line.label.trim().split(/\s+/))))
  const breaks = new Set(endsOf(lines.map((line) => line.label)))
  return (
    [...planned].some((end) => !painted.has(end)) ||
    [...painted].some((end) => !planned.has(end) && !breaks.has(end))
  )
}

/** The lines of a block with the words of a label, cut where their letters were. */
function rewritten(lines: readonly TextElement[], label: string): SceneElement[] {
  const words = label.split(' ')
  const ends = endsOf(words)
  const painted = lines.map((line) => lettersOf(line.label).length)
  const total = painted.reduce((sum, count) => sum + count, 0)
  let from = 0
  let letters = 0
  return lines.map((line, index) => {
    letters += ((painted[index] ?? 0) * (ends.at(-1) ?? 0)) / (total || 1)
    const left = lines.length - index - 1
    let to = left === 0 ? words.length : Math.min(from + 1, words.length)
    const off = (end: number) => Math.abs((ends[end - 1] ?? 0) - letters)
    while (to < words.length - left && off(to + 1) <= off(to)) to += 1
    const part = words.slice(from, to).join(' ')
    from = to
    return withText(line, part)
  })
}

/** A line of text with other words, in the same place and letters. */
export function withText(element: SceneElement, text: string): SceneElement {
  const { geometry, style } = element
  if (geometry?.form !== 'lines') return { ...element, label: text }
  const [first] = geometry.lines
  if (!first) return { ...element, label: text }
  const size = style.fontSize ?? element.box.height
  const own = (words: string) => measureText(words, { weight: style.fontWeight ?? 400, size })
  const scale = own(first.text) > 0 ? first.width / own(first.text) : 1
  // Gaps between words that were not read are within the width already.
  const isSpaced = text.replace(/\s/g, '') === first.text.replace(/\s/g, '')
  const width = isSpaced ? first.width : rounded(own(text) * (first.stretched ? 1 : scale))
  const { runs: _, stretched: __, formulas: ___, ...line } = first
  const grown = width - element.box.width
  const x = element.box.x - (geometry.anchor === 'middle' ? grown / 2 : 0)
  return {
    ...element,
    label: text,
    box: { ...element.box, x: rounded(x), width },
    geometry: { ...geometry, lines: [{ ...line, text, width }] },
  }
}
