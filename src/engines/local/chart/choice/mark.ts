import type { Field } from '../../../../forms/chart'
import type { Mark } from '../chart-ir'
import {
  areCalendar,
  because,
  type Choice,
  isArgument,
  isCalendar,
  isNominal,
  named,
  namesIn,
  numbersIn,
  repeats,
  rises,
  signsOf,
} from './context'
import { POINTS_NAMED } from './points'

/** The mark that the intent names, or the one that the form of the data calls for. */
export function chooseMark(choice: Choice): Mark {
  const { wish } = choice
  const bins =
    wish.mark?.mark === 'bar' &&
    choice.table.shape === 'numbers' &&
    /\bdistribut|\bspread\b|\bhow often\b/i.test(wish.words)
  if (bins) {
    because(
      choice,
      'mark = histogram',
      'bars of a distribution count the values between their sides',
    )
    wish.bins ??= Number(/\b(\d{1,3}) bars\b/i.exec(wish.words)?.[1] ?? Number.NaN) || undefined
    return 'histogram'
  }
  if (wish.mark) {
    because(choice, `mark = ${wish.mark.mark}`, `the intent says "${wish.mark.said}"`)
    return wish.mark.mark
  }
  if (signsOf(choice) && choice.table.fields.length > 1) {
    because(choice, 'mark = bar', 'values below zero have a colour of their own')
    return 'bar'
  }
  if (wish.stack && (choice.names.length > 0 || choice.table.shape === 'nested')) {
    because(choice, 'mark = bar', 'grouped or stacked bars are asked for')
    return 'bar'
  }
  if (wish.stack && wish.stack !== 'none' && choice.numbers.length > 1) {
    const runs = choice.times.length > 0 || choice.numbers.some(isArgument)
    because(choice, `mark = ${runs ? 'area' : 'bar'}`, 'columns are to be stacked')
    return runs ? 'area' : 'bar'
  }
  if (wish.regression) {
    because(choice, 'mark = point', 'a fitted line goes through points')
    return 'point'
  }
  const [mark, reason] = byShape(choice)
  because(choice, `mark = ${mark}`, `no mark is named; ${reason}`)
  return mark
}

/** Two measures against each other, values over an argument, or names compared. */
function byWords(choice: Choice): [Mark, string] | undefined {
  const { table, numbers, names, times, wish } = choice
  const [first, second] = numbers
  const over = named(wish.said.x, numbers)
  if (first && !second && names.length + times.length === 0 && ofSteps(wish.said.x))
    return ['line', `values over ${wish.said.x}`]
  const ordinal = named(wish.said.x, names)
  if (first && ordinal?.role === 'ordinal' && isClock(ordinal) && !repeats([ordinal]))
    return ['line', `values over ${ordinal.name}`]
  if (numbers.length < 2 || table.shape === 'matrix') return undefined
  if ((wish.said.label || POINTS_NAMED.test(wish.words)) && names.length > 0 && times.length === 0)
    return ['point', 'each point has a name']
  if (over && isArgument(over) && namesIn(over).length > 1)
    return ['line', `values over ${over.name}`]
  // The same places for each of several names were chosen.
  const crossed = over && names.some(parts) && repeats([over]) && !repeats([over, ...names])
  if (crossed && !isNominal(over) && !wish.versus) return ['line', `values over ${over.name}`]
  if (!wish.versus || times.length > 0) return undefined
  const [one] = names
  const both = named(wish.said.y, numbers)
  const rows = named(
    `${wish.said.x ?? ''} ${wish.said.color ?? ''}`,
    names.filter((field) => !repeats([field])),
  )
  if (both && over && both !== over && rows && rows === one)
    return ['bar', `two columns are compared for each ${rows.name}`]
  if (over && (wish.depends || isSetting(over)) && !repeats([over, ...names.filter(parts)]))
    return ['line', `values over ${over.name}`]
  const running = numbers.find(isArgument)
  return !running || repeats([running, ...names])
    ? ['point', 'two measures stand against each other']
    : undefined
}

const isClock = (field: Field) => namesIn(field).every((name) => /\d:\d\d/.test(name))

/** Names that part the rows into series. */
const parts = (field: Field) => namesIn(field).length < field.values.length

const ofSteps = (phrase: string | undefined): boolean =>
  phrase !== undefined && isArgument({ name: phrase, role: 'number', whole: true, values: [] })

/** Numbers of something that were chosen, not measured: even steps, or each a multiple of the one before. */
function isSetting(field: Field): boolean {
  if (
    !/^(?:n|num|nb|no|number)[_ ]|workers|threads|cores|nodes|gpus|layers|batch.?size|setting|level/i.test(
      field.name,
    )
  )
    return false
  const values = [...new Set(numbersIn(field))].sort((a, b) => a - b)
  if (values.length < 3) return false
  const even = (gaps: number[]) => Math.max(...gaps) - Math.min(...gaps) <= 0.01 * Math.max(...gaps)
  const next = values.slice(1)
  return (
    even(next.map((value, i) => value - (values[i] ?? 0))) ||
    ((values[0] ?? 0) > 0 && even(next.map((value, i) => value / (values[i] ?? 1))))
  )
}

function byShape(choice: Choice): [Mark, string] {
  const { table, numbers, names, times } = choice
  const rows = table.fields[0]?.values.length ?? 0
  const worded = byWords(choice)
  if (worded) return worded
  switch (table.shape) {
    case 'matrix':
      return ['heatmap', 'a matrix is read as coloured cells']
    case 'numbers':
      return rows <= 8
        ? ['bar', 'a few numbers are compared as lengths']
        : ['histogram', 'a list of numbers is a distribution']
    case 'samples':
      return ['box', 'lists of numbers are compared by their quartiles']
    case 'nested samples':
      return ['box', 'groups of numbers are compared by their quartiles']
    case 'names':
      return ['bar', 'names are counted']
    case 'number':
      return ['bar', 'a single number']
  }
  const calendar = names.find(isCalendar)
  const groups = names.filter((field) => field !== calendar && parts(field))
  if (calendar && !repeats([calendar, ...groups]))
    if (groups.length > 0 ? numbers.length > 0 : numbers.length > 1)
      return ['line', `values over ${calendar.name}, a line for each series`]
  if (names.length === 1 && groups.length === 0 && areCalendar(numbers.map(({ name }) => name)))
    return ['line', 'the columns are moments of the year or the week']
  const interval = table.fields.some(({ role }) => role === 'lower')
  const ratios = numbers.some(({ name }) =>
    /^(?:or|hr|rr|(?:odds|hazard|risk)[_ ]?ratio)$/i.test(name),
  )
  if (interval && ratios && names.length > 0)
    return ['forest', 'ratios with their intervals are compared with no effect']
  if (times.length > 0 && numbers.length > 0) return ['line', 'values at moments form a line']
  if (numbers.length === 0) return ['bar', 'without numbers the rows are counted']
  if (names.length === 0) {
    if (numbers.length === 1)
      return rows <= 8
        ? ['bar', 'a few numbers are compared as lengths']
        : ['histogram', 'one column of numbers is a distribution']
    const argument = numbers.find(isArgument) ?? numbers.find((field) => rises(field))
    if (argument && isNominal(argument) && rows <= 12)
      return ['bar', `each ${argument.name} is one of a few`]
    if (argument && !repeats([argument]))
      return ['line', `values at rising ${argument.name} form a line`]
    if (argument && isArgument(argument) && numbers.length > 2)
      return ['line', `values over ${argument.name}`]
    return ['point', 'two numbers of each row are a place in a plane']
  }
  const [first, second] = names
  if (numbers.length >= 2 && !interval) {
    const argument = numbers.find(isArgument)
    if (argument && names.length >= 1 && repeats([first]) && namesIn(argument).length > 2)
      return ['line', `values over ${argument.name}, a line for each ${first?.name}`]
    if (numbers.length === 2 && repeats([first]) && rows >= 12)
      return ['point', 'two numbers of each row are a place in a plane']
  }
  const [value] = numbers
  const replicates =
    repeats([first, second]) &&
    rows / Math.max(1, namesIn(first).length * Math.max(1, namesIn(second).length)) >= 5
  if (replicates && numbersIn(value).length > 0)
    return ['box', 'many values share each name, so their spread matters']
  return ['bar', 'numbers of names are compared as lengths']
}
