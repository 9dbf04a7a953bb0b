import type { Field } from '../../../../forms/chart'
import type { ChartIR } from '../chart-ir'
import { because, type Choice, fieldIn, namesIn, type Sketch, signsOf } from '../choice/context'
import { colorsIn, isRest } from '../words/colors'
import { isHorizontal } from './orientation'
import { matching, overlaysOf } from './overlays'
import { withScales } from './scales'
import { withTitles } from './titles'

/** Titles, scales, sorting, colours, intervals, overlays: what is decided alike for every mark. */
export function finish(choice: Choice, sketch: Sketch, intent: string): Sketch {
  const { wish } = choice
  const titled = withScales(choice, withTitles(choice, withIntervals(choice, sketch)))
  const overlays = overlaysOf(choice, titled, intent)
  const horizontal = isHorizontal(choice, titled)
  return {
    ...titled,
    ...stackOf(choice, titled),
    ...(horizontal ? { horizontal } : {}),
    ...(wish.bins !== undefined ? { bins: Math.min(200, Math.max(1, wish.bins)) } : {}),
    ...(wish.mark?.more?.donut ? { donut: true } : {}),
    ...(overlays.length > 0 ? { overlays } : {}),
    ...(wish.titles.main ? { title: wish.titles.main } : {}),
    ...(wish.place || wish.titles.legend
      ? {
          legend: {
            ...(wish.place ? { place: wish.place } : {}),
            ...(wish.titles.legend ? { title: wish.titles.legend } : {}),
          },
        }
      : titled.legend
        ? { legend: titled.legend }
        : {}),
    ...paletteOf(choice, titled),
    ...(wish.grid === undefined ? {} : { grid: wish.grid }),
  }
}

function stackOf(choice: Choice, { mark }: Sketch): Pick<ChartIR, 'stack'> {
  const { stack } = choice.wish
  if (stack === undefined || !['bar', 'area', 'histogram'].includes(mark)) return {}
  because(choice, `stack = ${stack}`, 'the intent asks for it')
  return { stack }
}

/** Interval, error and p columns that belong to the values drawn. */
function withIntervals(choice: Choice, sketch: Sketch): Sketch {
  const { wish, table } = choice
  const drawn = sketch.fold?.fields ?? [sketch.encoding.y?.field ?? '']
  const own = (role: Field['role']) =>
    table.fields.filter(
      (field) => field.role === role && field.of !== undefined && drawn.includes(field.of),
    )
  const pick = (role: Field['role']) => {
    const found = own(role)
    return found.length === 0 ? undefined : { field: sketch.fold ? role : (found[0]?.name ?? '') }
  }
  const [lower, upper, error, p] = [pick('lower'), pick('upper'), pick('error'), pick('p')]
  const marks = ['bar', 'line', 'point', 'lollipop', 'forest', 'slope']
  if (!marks.includes(sketch.mark) || sketch.transform) return sketch
  const given = lower && upper ? { lower, upper } : error ? { error } : {}
  const some = Object.keys(given).length > 0 || sketch.spread !== undefined
  // Only lines have a band around them.
  const band = sketch.mark === 'line' && wish.interval !== 'bars'
  const interval = wish.interval === 'none' ? 'none' : band ? 'band' : 'bars'
  if (Object.keys(given).length > 0 && wish.interval !== 'none')
    because(
      choice,
      `interval = ${Object.values(given)
        .map(({ field }) => field)
        .join(', ')}`,
      'these columns stand around the values',
    )
  return {
    ...sketch,
    encoding: {
      ...sketch.encoding,
      ...(wish.interval === 'none' ? {} : given),
      ...(p ? { p } : {}),
    },
    ...(some ? { interval } : {}),
  }
}

/** Answers of one scale stand before other names. */
const MOST_ANSWERS = 7

/** The colour of those beside the ones that are singled out. */
function restOf(
  color: string | undefined,
  lists: readonly (readonly string[])[],
  single: readonly string[],
): { name: string; color: string }[] {
  const own = lists.find((names) => names.some((name) => single.includes(name)))
  // A category may well be called so.
  if (color === undefined || !own || own.some(isRest)) return []
  return own.filter((name) => !single.includes(name)).map((name) => ({ name, color }))
}

/** Bars of values below zero in their own colour, where each has a name; else that is told. */
function signedOf(choice: Choice, { mark, encoding, fold, aggregate }: Sketch) {
  const signs = signsOf(choice)
  if (!signs) return undefined
  const [x, y] = [fieldIn(choice, encoding.x), fieldIn(choice, encoding.y)]
  const single = x && y && !fold && !aggregate && namesIn(x).length === x.values.length
  if (!single || !['bar', 'lollipop'].includes(mark) || encoding.color) {
    choice.table.notes.push('values below zero have no colour of their own in this chart')
    return undefined
  }
  return y.values.flatMap((value, i) => {
    const color =
      typeof value !== 'number' ? undefined : value < 0 ? signs.negative : signs.positive
    return color === undefined ? [] : [{ name: String(x.values[i]), color }]
  })
}

function paletteOf(choice: Choice, sketch: Sketch): Pick<ChartIR, 'palette'> {
  const { wish } = choice
  const lists = [sketch.encoding.color, sketch.encoding.x, sketch.encoding.label].map((channel) => {
    if (sketch.fold && channel?.field === sketch.fold.key)
      return sketch.fold.labels ?? sketch.fold.fields
    return namesIn(fieldIn(choice, channel))
  })
  const candidates = lists.flat()
  const find = (said: string) => matching(said, candidates)
  const said = colorsIn(wish.words, [...new Set(candidates)])
  const named = said.of
  // "Bars in grey, Ours in red": the colour without a name is that of the others.
  const general = said.of.some(({ color }) => color === wish.color) ? undefined : wish.color
  const rest = said.rest ?? (said.of.length > 0 ? general : undefined)
  const highlight = wish.highlight.flatMap((said) => find(said) ?? [])
  const signed = signedOf(choice, sketch)
  const of = signed ?? [
    ...named,
    ...restOf(rest, lists, [...named.map(({ name }) => name), ...highlight]),
  ]
  if (highlight.length > 0)
    because(
      choice,
      `highlight = ${highlight.join(', ')}`,
      'the intent singles it out; the others step back',
    )
  if (signed) because(choice, 'colors', 'the intent names one for values below zero')
  else if (of.length > 0)
    because(
      choice,
      `colors = ${of.map(({ name, color }) => `${name} ${color}`).join(', ')}`,
      'the intent names them',
    )
  const colors = wish.highlightColor
    ? [wish.highlightColor]
    : wish.color && of.length === 0
      ? [wish.color]
      : undefined
  const several = sketch.encoding.color !== undefined && sketch.mark !== 'heatmap'
  const usable = colors && (wish.highlightColor || !several) ? { colors } : {}
  const answers = candidates.filter((_, i) => i < MOST_ANSWERS)
  const agreement =
    sketch.encoding.color !== undefined &&
    ['stack', 'normalize'].includes(wish.stack ?? '') &&
    answers.some((name) =>
      /^(?:strongly )?(?:dis)?agree$|^(?:very )?(?:dis)?satisfied$/i.test(name),
    )
  if (agreement)
    because(choice, 'palette = rdbu', 'answers between two poles have a colour for either pole')
  const name = wish.palette ?? (agreement ? 'rdbu' : undefined)
  const palette = {
    ...(name ? { name } : {}),
    ...(sketch.mark === 'heatmap' ? {} : usable),
    ...(of.length > 0 ? { of } : {}),
    ...(highlight.length > 0 ? { highlight } : {}),
  }
  return Object.keys(palette).length > 0 ? { palette } : {}
}
