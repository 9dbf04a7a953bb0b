import type { Mark } from '../../../forms/chart'
import {
  because,
  type Choice,
  isArgument,
  named,
  namesIn,
  numbersIn,
  repeats,
  rises,
} from './context'

/** The mark that the intent names, or the one that the form of the data calls for. */
export function chooseMark(choice: Choice): Mark {
  const { wish } = choice
  if (wish.mark) {
    because(choice, `mark = ${wish.mark.mark}`, `the intent says "${wish.mark.said}"`)
    return wish.mark.mark
  }
  if (wish.stack && (choice.names.length > 0 || choice.table.shape === 'nested')) {
    because(choice, 'mark = bar', 'grouped or stacked bars are asked for')
    return 'bar'
  }
  if (wish.regression) {
    because(choice, 'mark = point', 'a fitted line goes through points')
    return 'point'
  }
  const [mark, reason] = byShape(choice)
  because(choice, `mark = ${mark}`, `no mark is named; ${reason}`)
  return mark
}

function byShape({ table, numbers, names, times, wish }: Choice): [Mark, string] {
  const rows = table.fields[0]?.values.length ?? 0
  const over = named(wish.said.x, numbers)
  if (over && numbers.length >= 2 && isArgument(over) && namesIn(over).length > 2)
    return ['line', `values over ${over.name}`]
  if (wish.versus && numbers.length >= 2 && table.shape !== 'matrix' && times.length === 0) {
    const running = numbers.find(isArgument)
    if (!running || repeats([running, ...names]))
      return ['point', 'two measures stand against each other']
  }
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
  const interval = table.fields.some(({ role }) => role === 'lower')
  if (times.length > 0 && numbers.length > 0) return ['line', 'values at moments form a line']
  if (numbers.length === 0) return ['bar', 'without numbers the rows are counted']
  if (names.length === 0) {
    if (numbers.length === 1)
      return rows <= 8
        ? ['bar', 'a few numbers are compared as lengths']
        : ['histogram', 'one column of numbers is a distribution']
    const argument = numbers.find(isArgument) ?? numbers.find((field) => rises(field))
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
