import { ChartRefused, type Field } from '../../../../forms/chart'
import { foldOf } from './axes'
import { because, type Choice, columnNames, isNominal, namesIn, type Sketch } from './context'

type Kind = 'roc' | 'pr' | 'calibration'

const channel = (field: Field) => ({ field: field.name })

const CURVE_TITLES = {
  roc: ['False positive rate', 'True positive rate'],
  pr: ['Recall', 'Precision'],
  calibration: ['Predicted probability', 'Observed frequency'],
} as const

const RATES = {
  roc: [/fpr|false.?pos|1.?specificity/i, /tpr|true.?pos|sensitivity|recall/i],
  pr: [/recall|tpr|sensitivity/i, /precision|ppv/i],
  calibration: [/pred|prob|conf|^x$|mean_pred/i, /obs|frac|actual|freq|true|acc|^y$/i],
} as const

const TRUTH = /label|true|truth|actual|outcome|target|^y$|class|observed|diagnosis|status/i

/** Two answers of which one is the positive one. */
const isVerdict = (field: Field): boolean =>
  namesIn(field).length === 2 &&
  namesIn(field).every((name) =>
    /^(?:0|1|yes|no|true|false|pos|neg|positive|negative|case|control|diseased?|healthy|benign|malignant|dead|alive|present|absent)$/i.test(
      name,
    ),
  )

const areaOf = ({ wish }: Choice, kind: Kind): Pick<Sketch, 'area'> =>
  kind === 'pr' && wish.area ? { area: wish.area } : {}

/** ROC, precision-recall and calibration: from rates that are given, or from scores and labels. */
export function curveOf(choice: Choice, kind: Kind): Sketch {
  const { numbers, names } = choice
  const group =
    names.find(
      (field) =>
        namesIn(field).length > 1 &&
        namesIn(field).length < field.values.length &&
        !(TRUTH.test(field.name) || isVerdict(field)),
    ) ?? names.find((field) => /^(series|group|model|classifier|method)$/i.test(field.name))
  const color = group ? { color: { ...channel(group), title: '' } } : {}
  const titles = CURVE_TITLES[kind]
  const alike = {
    mark: 'line' as const,
    transform: kind,
    ...areaOf(choice, kind),
    square: true,
    overlays: kind === 'pr' ? [] : [{ kind: 'diagonal' as const }],
    legend: { place: 'auto' as const },
  }
  const scored = scoresOf(choice, kind, group)
  if (scored) {
    const { scores, truth } = scored
    const [score] = scores
    because(choice, `transform = ${kind}`, `computed from ${columnNames(scores)} and ${truth.name}`)
    const { fold } = foldOf(scores, 'scored by')
    const field = scores.length > 1 ? fold.value : (score?.name ?? '')
    return {
      ...alike,
      ...(scores.length > 1 ? { fold } : {}),
      encoding: {
        x: { field, title: titles[0] },
        y: { ...channel(truth), title: titles[1] },
        weight: { field },
        ...(scores.length > 1 ? { color: { field: fold.key, title: '' } } : color),
      },
    }
  }
  const [xp, yp] = RATES[kind]
  const x = numbers.find((field) => xp.test(field.name)) ?? numbers[0]
  const y =
    numbers.find((field) => field !== x && yp.test(field.name)) ??
    numbers.find((field) => field !== x)
  if (!x || !y)
    throw new ChartRefused(
      `A ${kind === 'calibration' ? 'calibration' : kind.toUpperCase()} curve needs ${kind === 'roc' ? 'false and true positive rates' : kind === 'pr' ? 'recall and precision' : 'predicted and observed shares'}, or scores and labels.`,
    )
  because(choice, `x = ${x.name}, y = ${y.name}`, 'the rates are given')
  return {
    ...alike,
    encoding: {
      x: { ...channel(x), title: titles[0] },
      y: { ...channel(y), title: titles[1] },
      ...color,
    },
  }
}

const SCORE = /score|prob|pred|conf|logit|output/i

/** Columns that come with scores and are none. */
const BESIDE = /thresh|cut.?off|weight|(?:^|[_ ])(?:id|index|n|age)$/i

/**
 * The column with the true labels, and the scores that were given to them: those that are called so, or else all
 * that have more than two values, a classifier each.
 */
function scoresOf(
  { numbers, names }: Choice,
  kind: Kind,
  group: Field | undefined,
): { scores: Field[]; truth: Field } | undefined {
  const called = numbers.filter((field) => SCORE.test(field.name) && namesIn(field).length > 2)
  const [first] = called.length > 0 ? called : numbers.filter((field) => SCORE.test(field.name))
  const two = (field: Field) => namesIn(field).length <= 2
  const said = [...numbers, ...names].find(
    (field) => field !== first && TRUTH.test(field.name) && two(field),
  )
  const [xp, yp] = RATES[kind]
  const rates =
    kind !== 'calibration' && [xp, yp].every((one) => numbers.some(({ name }) => one.test(name)))
  const binary = [...numbers, ...names].filter((field) => field !== group && isVerdict(field))
  const truth = said ?? (rates ? undefined : binary.length === 1 ? binary[0] : undefined)
  if (!truth) return undefined
  const others = numbers.filter((field) => field !== truth)
  const free = others.filter(
    (field) => !BESIDE.test(field.name) && !isNominal(field) && namesIn(field).length > 2,
  )
  const scores = called.length > 0 ? called : first ? [first] : rates ? [] : free
  const chosen = scores.filter((field) => field !== truth)
  if (chosen.length === 0) return undefined
  // A curve for each name there is already.
  return { scores: group ? chosen.slice(0, 1) : chosen, truth }
}
