import type { Field } from '../../../../forms/chart'
import { type Casting, dimensions } from './cast'
import { type Draft, namesOf, refuse } from './draft'
import { draftOf, nameChannel, ordered } from './parts'

const ANSWERS =
  /agree|disagree|neutral|never|always|often|sometimes|satisf|likely|good|bad|poor|excellent|very|not at all/i

export function likert(casting: Casting): Draft {
  const dims = dimensions(casting, 2)
  const numbers = casting.numbers()
  const answers = numbers.filter(({ name }) => ANSWERS.test(name))
  if (answers.length > 2) {
    const y = dims[0] ?? casting.names()[0]
    const { key, value } = casting.fold(answers, 'answer')
    const item = casting.table.fields.find(({ name }) => name === y?.name)
    if (!item) return refuse('It is not said which column holds the statements.')
    return scale(
      casting,
      item,
      { ...key, role: 'category' },
      value,
      answers.map(({ name }) => name),
    )
  }
  return refuse(
    'The answers of a Likert chart are read from columns of counts, one for each answer.',
  )
}

function scale(
  casting: Casting,
  y: Field,
  color: Field,
  x: Field,
  answers: readonly string[],
): Draft {
  for (const field of [x, y, color]) casting.use(field)
  const draft = draftOf({ table: casting.table, x, y: x }, 'likert', casting)
  const own = namesOf(color)
  const order = answers.length === own.length ? own : [...answers]
  const wanted = casting.asked.order?.by
  const agreement = (item: string): number => {
    const amounts = order.map((answer) =>
      x.values.reduce<number>(
        (sum, value, i) =>
          sum + (String(y.values[i]) === item && color.values[i] === answer ? Number(value) : 0),
        0,
      ),
    )
    const total = amounts.reduce((sum, each) => sum + each, 0) || 1
    return (
      amounts.reduce((sum, each, i) => sum + (i > (order.length - 1) / 2 ? each : 0), 0) / total
    )
  }
  const items =
    wanted === 'agreement'
      ? namesOf(y).sort((a, b) => agreement(b) - agreement(a))
      : ordered(casting.asked, y)
  draft.encoding = {
    y: nameChannel(y, items),
    color: { field: color.name, type: 'nominal', sort: order, title: null },
    x: { field: x.name, type: 'quantitative' },
  }
  draft.layers = [{ mark: { type: 'likert' } }]
  if (wanted && wanted !== 'agreement' && wanted !== 'list' && wanted !== 'data')
    casting.unmet.push('Not met: the order of the statements; they stand as in the data.')
  return draft
}
