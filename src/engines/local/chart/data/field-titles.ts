import type { Field } from '../../../../forms/chart'
import { MOLAR, own, SHORT_UNIT_AFTER, UNITS, unitOf } from './units'

/** Abbreviations of data sheets that have one meaning in all fields, and what a journal prints for them. */
export const ABBREVIATIONS: Record<string, string> = {
  acc: 'accuracy',
  val: 'validation',
  temp: 'temperature',
  conc: 'concentration',
  freq: 'frequency',
  num: 'number of',
  n: 'n',
  avg: 'mean',
  pred: 'predicted',
  params: 'parameters',
  param: 'parameter',
  prob: 'probability',
  pct: '%',
  perc: '%',
  percent: '%',
  ppl: 'perplexity',
  qty: 'quantity',
  amt: 'amount',
  yr: 'year',
  iter: 'iteration',
  iters: 'iterations',
  tpr: 'true positive rate',
  fpr: 'false positive rate',
  sd: 'SD',
  std: 'SD',
}

/** Abbreviations that an author may use, and of which a title does not say what they mean. */
const MANY_MEANINGS = /^(?:acc|val|pred|num|n|avg|ppl|qty|amt|yr|sd|std)$/

/** Words that are written as here wherever they stand. */
const AS_IS = new Map(
  [
    'F1',
    'AUC',
    'ROC',
    'PR',
    'BLEU',
    'ROUGE',
    'RMSE',
    'MAE',
    'MSE',
    'MRR',
    'nDCG',
    'GPU',
    'CPU',
    'RAM',
    'DNA',
    'RNA',
    'mRNA',
    'PCR',
    'qPCR',
    'GDP',
    'CO2',
    'pH',
    'OD600',
    'IQ',
    'BMI',
    'LDL',
    'HDL',
    'CNN',
    'LLM',
    'SVM',
    'IoU',
    'mIoU',
    'mAP',
    'FPS',
    'FLOPs',
    'MACs',
    'SNR',
    'PSNR',
    'SSIM',
    'FID',
    'IC50',
    'EC50',
    'WER',
    'CER',
    'QPS',
    'IOPS',
    'R2',
    'ID',
    'US',
    'EU',
    'UK',
    'API',
    'SD',
    'BERT',
    'ResNet',
    'PM2.5',
    'NOx',
  ].map((word) => [word.toLowerCase(), word]),
)

/** The words of a column's name, in lower case: `trainLoss_mean` gives train, loss, mean. */
export const nameWords = (name: string): string[] =>
  partsOfName(name).map((word) => word.toLowerCase())

/** The words of a column's name as they are written. */
const partsOfName = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}%.]+/u)
    .filter((word) => word !== '')

/** Names that are an abbreviation as a whole. */
const WHOLE: Record<string, string> = {
  or: 'OR',
  hr: 'HR',
  rr: 'RR',
  smd: 'SMD',
  md: 'MD',
  gdp_per_capita: 'GDP per capita',
}

/** A column's name as an axis says it: "latency_ms" becomes "Latency (ms)". */
function titleOf(name: string): string {
  const bare = unitAlone(name)
  if (bare) return bare
  const whole = own(WHOLE, name.toLowerCase())
  if (whole) return whole
  const bracket = /^(.*?)\s*[([]\s*([^()[\]]+)\s*[)\]]$/.exec(name)
  if (bracket?.[1])
    return `${sentence(bracket[1])} (${unitOf(bracket[2] ?? '') ?? bracket[2]})`
  const siemens = /^(.+)[_ ]([mµun])S$/.exec(name)
  if (siemens?.[1]) return `${sentence(siemens[1])} (${siemens[2]?.replace('u', 'µ')}S)`
  const words = nameWords(name)
  const ratio = ratioUnit(words)
  if (ratio) return ratio
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1).join(' ')
  // Gigabases are no gigabytes, millions of years no milliamperes.
  const [spelled = ''] = partsOfName(name).slice(-1)
  const unit = /^(?:[GMk]b|[GMk]a)$/.test(spelled) ? spelled : own(UNITS, last)
  const fits =
    words.length > 1 &&
    unit !== undefined &&
    (last.length > 1 || own(SHORT_UNIT_AFTER, last)?.test(before) === true)
  if (fits)
    return `${sentence(before)} (${(/dose|conc|ic50|ec50|drug/i.test(before) && own(MOLAR, last)) || unit})`
  return sentence(name)
}

/** A name that is nothing but a unit: kWh, not "day" or "bar". */
function unitAlone(name: string): string | undefined {
  const unit = own(UNITS, name.toLowerCase())
  const written = /[A-Zµ°²³]|^(?:[mn]s|[kmn]g|[kcmn]m|px|ppm|rpm)$/
  return unit !== undefined && name.length > 1 && unit.length > 1 && written.test(unit)
    ? unit
    : undefined
}

/** What is a unit only below another. */
const BELOW: Record<string, string> = { dl: 'dL', ha: 'ha' }

/** "velocity_m_s" and "speed_km_per_h" end in one unit over another. */
function ratioUnit(words: readonly string[]): string | undefined {
  const per = words.at(-2) === 'per'
  const [above, below] = [words.at(per ? -3 : -2) ?? '', words.at(-1) ?? '']
  const before = words.slice(0, per ? -3 : -2)
  const under = own(UNITS, below) ?? own(BELOW, below)
  const known = own(UNITS, above) !== undefined && under !== undefined
  const usual = /^(?:s|h|hr|sec|min|d?l|ml|kg|g|ha|k?m2|c?m3)$/.test(below) && above !== below
  return before.length > 0 && known && usual
    ? `${sentence(before.join(' '))} (${own(UNITS, above)}/${under})`
    : undefined
}

/** First letter large, abbreviations spelled, the rest as it was. */
function sentence(text: string): string {
  const words = text
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+|(?<=\p{L})-(?=\p{L}{3})|(?<=\p{L}{2})\.(?=\p{L})/u)
    .filter((word) => word !== '')
  const spelled = words.map((word) => {
    const lower = word.toLowerCase()
    return (
      AS_IS.get(lower) ??
      (MANY_MEANINGS.test(lower) ? undefined : own(ABBREVIATIONS, lower)) ??
      (/^[A-Z][a-z]+$/.test(word) && words.length > 1 && word !== words[0] ? lower : word)
    )
  })
  const joined = spelled.join(' ').trim()
  const [first = ''] = spelled
  const keeps =
    AS_IS.has(first.toLowerCase()) || /^\p{Ll}?\p{Lu}/u.test(first) || first.length === 1
  return keeps ? joined : joined.charAt(0).toUpperCase() + joined.slice(1)
}

/** The axis title of a field; made-up names say nothing and give an empty one. */
export const fieldTitle = (field: Field | undefined): string =>
  field === undefined || field.made ? '' : titleOf(field.name)
