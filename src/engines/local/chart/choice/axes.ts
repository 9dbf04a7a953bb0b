import type { Field } from '../../../../forms/chart'
import { asWritten, nameWords, partsOfName, sentence } from '../data/field-titles'
import { colorsIn } from '../words/colors'
import {
  areCalendar,
  because,
  type Choice,
  columnNames,
  isArgument,
  isCalendar,
  isNominal,
  mentioned,
  named,
  namesIn,
  namesSaid,
  numbersIn,
  repeats,
  rises,
  type Sketch,
  stems,
} from './context'

/** Series of more than this cannot be told apart by colour. */
const MOST_SERIES = 12

export interface Axes {
  x: Field | undefined
  /** One measure, or several side by side. */
  ys: Field[]
  color: Field | undefined
  facet: Field | undefined
}

/** Which fields are the argument, the values, the groups and the panels, for marks on two axes. */
export function axesOf(given: Choice, intent: string, kind: 'line' | 'bar' | 'point'): Axes {
  const { numbers, names, times } = given
  const wish = { ...given.wish, said: turned(given.wish, numbers) }
  const choice = { ...given, wish }
  const { said } = wish
  const series = seriesForm(choice, kind)
  if (series) return series
  const facet = facetOf(choice)
  const over = named(said.over, names)
  const inNames = names.filter((field) => field !== facet && field !== over)
  const askedColor = named(said.color, [...inNames, ...numbers])
  const askedX = named(
    said.x,
    [...times, ...inNames, ...numbers].filter(
      (field) => field !== askedColor || (kind === 'bar' && inNames.length < 2),
    ),
  )
  // "The shares of the three sources over the years" names series, where something else runs.
  const running = [
    ...times,
    ...numbers.filter((field) => isArgument(field) && field !== askedX),
    ...inNames.filter(isCalendar),
  ][0]
  if (kind === 'line' && running && askedX?.role === 'category' && !askedColor && repeats([askedX]))
    return axesOf(
      { ...choice, wish: { ...wish, said: { ...said, x: running.name, color: askedX.name } } },
      intent,
      kind,
    )
  const only = askedX?.role === 'number' && numbers.length === 1 && inNames.length > 0
  // The only names there are, one for each row, are what bars stand for.
  const alone =
    kind === 'bar' &&
    askedColor !== undefined &&
    askedColor.role !== 'number' &&
    inNames.length + times.length === 1 &&
    !repeats([askedColor]) &&
    !numbers.some(isArgument)
  const found =
    (only ? undefined : askedX) ??
    (alone ? askedColor : undefined) ??
    argument(
      askedColor ? { ...choice, numbers: numbers.filter((field) => field !== askedColor) } : choice,
      inNames.filter((field) => field !== askedColor),
      kind,
      intent,
    )
  // Groups alone are what bars and points stand for.
  const x = found ?? (kind !== 'line' && askedColor?.role !== 'number' ? askedColor : undefined)
  const ys = measures(choice, measured(choice, x, askedColor), intent, kind)
  const group =
    kind === 'bar'
      ? summedBy(choice, { x, ys, facet, asked: askedX }, inNames)
      : groupOf(choice, x, inNames, ys)
  const color = (askedColor === x && !askedX ? undefined : askedColor) ?? group
  if (x)
    because(
      choice,
      `x = ${x.name}`,
      askedX ? 'the intent names it as what the values depend on' : reasonOfX(x),
    )
  if (color)
    because(
      choice,
      `color = ${color.name}`,
      askedColor ? 'the intent asks for it' : 'a second grouping of the rows',
    )
  return { x, ys, color, facet }
}

/** What tells bars apart that nobody asked to tell apart: nothing that a sum or a mean is taken over. */
function summedBy(
  choice: Choice,
  { x, ys, facet, asked }: Omit<Axes, 'color'> & { asked: Field | undefined },
  names: readonly Field[],
): Field | undefined {
  const { wish } = choice
  const plain = wish.stack === undefined
  const words = wish.words.replace(/\([^)]*\)/g, ' ')
  // "Total sales per shop" sums up what else the rows are told apart by.
  const summed = plain && wish.aggregate !== undefined && asked !== undefined
  const shown = summed ? names.filter((field) => mentioned(words, [field]).length > 0) : names
  const group = groupOf(choice, x, shown, ys)
  if (!group || !plain || (wish.aggregate === undefined && wish.spread === undefined)) return group
  // Who was measured is averaged, not told apart.
  const averaged = repeats([x, facet]) && !repeats([x, facet, group])
  return averaged && namesSaid(wish.words, group) === 0 ? undefined : group
}

/** "Dose vs response" names what runs first, where "response vs dose" is the rule. */
function turned(
  { said, versus, words }: Choice['wish'],
  numbers: readonly Field[],
): Choice['wish']['said'] {
  const [y, x] = [named(said.y, numbers), named(said.x, numbers)]
  const swap = versus && /\bvs\b|\bversus\b/i.test(words) && y && x && y !== x
  if (!swap || !isArgument(y) || isArgument(x)) return said
  return { ...said, ...(said.x ? { y: said.x } : {}), ...(said.y ? { x: said.y } : {}) }
}

/** Columns that may hold values: what runs and what numbers the runs does not, where others do. */
function measured(choice: Choice, x: Field | undefined, color: Field | undefined): Field[] {
  const rest = choice.numbers.filter((field) => field !== x && field !== color)
  const wanted = named(choice.wish.said.y, rest)
  const main = rest.filter(
    (field) => field === wanted || !(isNominal(field) || (isArgument(field) && field.whole)),
  )
  return main.length > 0 ? main : rest
}

/** Data that come as an argument and named lists say themselves what is what. */
function seriesForm(choice: Choice, kind: string): Axes | undefined {
  const { table, wish } = choice
  if (table.shape !== 'series' || kind === 'point') return undefined
  const [x, color, y] = table.fields
  if (!x || !color || !y || wish.said.facet !== undefined) return undefined
  because(
    choice,
    `x = ${x.name}, color = ${color.name}`,
    'the data come as lists over one argument',
  )
  return { x, ys: [y], color: namesIn(color).length > 1 ? color : undefined, facet: undefined }
}

function reasonOfX(x: Field): string {
  if (x.role === 'time') return 'moments run along the horizontal axis'
  if (x.role === 'number') return 'its numbers are what the others are measured at'
  return 'its names group the values'
}

/** A field for small multiples, only where the intent asks for them. */
export function facetOf(choice: Choice): Field | undefined {
  const { wish, names, numbers } = choice
  if (wish.said.facet === undefined) return undefined
  const found = named(wish.said.facet, [...names, ...numbers])
  if (found) because(choice, `facet = ${found.name}`, 'the intent asks for a panel for each')
  return found
}

function argument(
  choice: Choice,
  names: readonly Field[],
  kind: 'line' | 'bar' | 'point',
  intent: string,
): Field | undefined {
  const { times, numbers, wish } = choice
  const [time] = times
  const several = numbers.length > 1
  const y = named(wish.said.y, numbers)
  // What has a colour of its own is a series.
  const series = colorsIn(
    wish.words,
    numbers.map(({ name }) => name),
  ).of.map(({ name }) => name)
  const free = numbers.filter((field) => field !== y && !series.includes(field.name))
  if (kind === 'point') {
    if (numbers.length >= 2) {
      // "x axis" names an axis, not the column x.
      const words = intent.replace(/\b[xy][\s-]?ax[ei]s\b/gi, ' ')
      const [first, second] = mentioned(words, numbers)
      if (first && second && /\b(?:vs\.?|versus|against)\b/i.test(intent)) return second
      return y ? (free.find(isArgument) ?? free[0]) : (numbers.find(isArgument) ?? numbers[0])
    }
    return time ?? names[0]
  }
  if (time) return time
  // Columns of months are no argument of each other.
  if (kind === 'line' && areCalendar(numbers.map(({ name }) => name))) return names[0]
  // "Negative years in red": where others are left to be drawn, the argument is no series.
  const argued = several
    ? (free.find((field) => isArgument(field)) ??
      free.find((field) => isNominal(field)) ??
      (series.length < numbers.length
        ? numbers.find((field) => field !== y && isArgument(field))
        : undefined))
    : undefined
  if (kind === 'line') {
    const ordinal = names.find(({ role }) => role === 'ordinal')
    return (
      argued ?? ordinal ?? (several ? free.find((field) => rises(field)) : undefined) ?? names[0]
    )
  }
  return (
    names[0] ??
    argued ??
    (several
      ? (free.find((field) => rises(field)) ?? free.find((field) => namesIn(field).length <= 30))
      : undefined)
  )
}

/** Columns that hold the values: the one the intent names, or all that share a scale. */
function measures(choice: Choice, rest: readonly Field[], intent: string, kind: string): Field[] {
  const { wish } = choice
  if (rest.length <= 1 || kind === 'point') {
    const found = named(wish.said.y, rest) ?? rest[0]
    return found ? [found] : []
  }
  const said = mentioned(intent, rest).filter((field) => !isSingled(choice, field))
  const wanted = named(wish.said.y, rest)
  if (wanted && said.length < 2) {
    const family = rest.filter((field) => shares(field, wanted))
    const phrase = wish.said.y ?? ''
    const joined = /\b(?:and|&)\b|,/.test(phrase)
    // "All three probes" has no word that only one of the columns has.
    const own = stems(wanted.name).filter((word) =>
      family.some((field) => !stems(field.name).includes(word)),
    )
    const general = own.length > 0 && own.every((word) => !stems(phrase).includes(word))
    const whole =
      (joined || general || nameWords(phrase).length < nameWords(wanted.name).length) &&
      family.length > 1
    if (!whole) {
      because(choice, `y = ${wanted.name}`, 'the intent names it')
      return [wanted]
    }
    because(
      choice,
      `y = ${columnNames(family)}`,
      'the intent names what these columns have in common',
    )
    return family
  }
  if (said.length > 1) {
    because(choice, `y = ${columnNames(said)}`, 'the intent names them')
    return said
  }
  const chosen = rest
  if (said.length === 1 && said[0]) return [said[0]]
  if (alike(chosen)) {
    because(choice, `y = ${columnNames(chosen)}`, 'columns of one scale are drawn together')
    return [...chosen]
  }
  const [first] = chosen
  if (first)
    because(choice, `y = ${first.name}`, 'the columns have different scales, so the first is drawn')
  return first ? [first] : []
}

/** Named to be told apart from the others, which are drawn as well. */
const isSingled = ({ wish }: Choice, field: Field): boolean => {
  const { of, rest } = colorsIn(wish.words, [field.name])
  return (
    (rest !== undefined && of.length > 0) ||
    wish.highlight.some((phrase) => mentioned(phrase, [field]).length > 0)
  )
}

const shares = (one: Field, two: Field) => {
  const words = nameWords(two.name)
  return nameWords(one.name).some((word) => word.length > 2 && words.includes(word))
}

/** Columns whose typical sizes are within a factor of fifty. */
function alike(fields: readonly Field[]): boolean {
  const sizes = fields.map((field) => {
    const values = numbersIn(field)
      .map(Math.abs)
      .filter((value) => value > 0)
      .sort((a, b) => a - b)
    return values[Math.floor(values.length / 2)] ?? 0
  })
  const present = sizes.filter((size) => size > 0)
  return present.length === 0 || Math.max(...present) / Math.min(...present) <= 50
}

function groupOf(
  choice: Choice,
  x: Field | undefined,
  names: readonly Field[],
  ys: readonly Field[],
): Field | undefined {
  const free = names.filter((field) => field !== x)
  const found = free.find((field) => {
    const count = namesIn(field).length
    // A name for each row groups nothing.
    return count > 1 && count <= MOST_SERIES && count < field.values.length
  })
  if (found) return found
  // Of numbers only few values that repeat are groups: folds, doses, seeds.
  if (x && ys.length === 1 && x.role === 'number' && free.length === 0) {
    const all = choice.numbers.filter((field) => field !== x && !ys.includes(field))
    // Runs that are averaged are no series.
    return all.find(
      (field) =>
        field.whole &&
        !(choice.wish.aggregate === 'mean' && isNominal(field)) &&
        namesIn(field).length <= 8 &&
        namesIn(field).length * 3 <= field.values.length &&
        repeats([x]),
    )
  }
  const wide = free.find((field) => namesIn(field).length > 1)
  return wide && x && repeats([x]) && namesIn(wide).length < wide.values.length ? wide : undefined
}

/** Several columns as one: what their names share becomes the axis title, the rest the names of the series. */
export function foldOf(
  fields: readonly Field[],
  key: string,
): { fold: NonNullable<Sketch['fold']>; common: string } {
  const lists = fields.map(({ name }) => nameWords(name))
  const shared = (lists[0] ?? []).filter((word) =>
    lists.every((list) => list.includes(word) && list.length > 1),
  )
  const rests = fields.map(({ name }) =>
    partsOfName(name).filter((word) => !shared.includes(word.toLowerCase())),
  )
  // "Model A" and "Model B" are names; "train_loss" and "test_loss" are two kinds of loss.
  const numbered = rests.every((rest) => rest.length === 1 && (rest[0]?.length ?? 0) <= 2)
  const labels = fields.map(({ name }, i) => {
    if (shared.length === 0 || numbered) return asWritten(name)
    return sentence((rests[i] ?? []).join(' ')) || sentence(name)
  })
  const distinct = new Set(labels).size === labels.length
  return {
    fold: {
      fields: fields.map(({ name }) => name),
      key,
      value: 'value',
      ...(distinct ? { labels } : {}),
    },
    common: distinct && !numbered ? sentence(shared.join(' ')) : '',
  }
}
