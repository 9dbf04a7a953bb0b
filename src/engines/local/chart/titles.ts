import type { Field } from '../../../forms/chart'

/** Abbreviations of data sheets and what a journal prints for them. */
const SPELLED: Record<string, string> = {
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
  lr: 'learning rate',
  prob: 'probability',
  pct: '%',
  perc: '%',
  percent: '%',
  expr: 'expression',
  abs: 'absorbance',
  wt: 'wild type',
  ppl: 'perplexity',
  mem: 'memory',
  dist: 'distance',
  vel: 'velocity',
  pos: 'position',
  qty: 'quantity',
  amt: 'amount',
  yr: 'year',
  iter: 'iteration',
  iters: 'iterations',
  tpr: 'true positive rate',
  fpr: 'false positive rate',
  rt: 'reaction time',
  sd: 'SD',
  std: 'SD',
}

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

/** Units by the endings of names: `latency_ms`, `size_mb`. */
const UNITS: Record<string, string> = {
  ms: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  seconds: 's',
  second: 's',
  min: 'min',
  mins: 'min',
  minutes: 'min',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  hours: 'h',
  days: 'days',
  day: 'days',
  us: 'µs',
  ns: 'ns',
  years: 'years',
  yrs: 'years',
  b: 'B',
  kb: 'kB',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
  gib: 'GiB',
  mib: 'MiB',
  kg: 'kg',
  g: 'g',
  mg: 'mg',
  ug: 'µg',
  ng: 'ng',
  m: 'm',
  km: 'km',
  cm: 'cm',
  mm: 'mm',
  um: 'µm',
  nm: 'nm',
  px: 'px',
  c: '°C',
  degc: '°C',
  celsius: '°C',
  k: 'K',
  f: '°F',
  pct: '%',
  percent: '%',
  perc: '%',
  hz: 'Hz',
  khz: 'kHz',
  mhz: 'MHz',
  ghz: 'GHz',
  w: 'W',
  kw: 'kW',
  kwh: 'kWh',
  mwh: 'MWh',
  gwh: 'GWh',
  twh: 'TWh',
  mw: 'MW',
  v: 'V',
  mv: 'mV',
  a: 'A',
  ma: 'mA',
  j: 'J',
  kj: 'kJ',
  pa: 'Pa',
  kpa: 'kPa',
  bar: 'bar',
  mol: 'mol',
  mm3: 'mm³',
  ml: 'mL',
  l: 'L',
  ul: 'µL',
  um3: 'µm³',
  m2: 'm²',
  km2: 'km²',
  cm2: 'cm²',
  mm2: 'mm²',
  m3: 'm³',
  cm3: 'cm³',
  usd: 'USD',
  eur: 'EUR',
  kusd: 'kUSD',
  keur: 'kEUR',
  db: 'dB',
  rpm: 'rpm',
  ppm: 'ppm',
  nmol: 'nmol',
  umol: 'µmol',
  mgl: 'mg/L',
  bp: 'bp',
  tokens: 'tokens',
}
/** The same endings behind an amount of substance. */
const MOLAR: Record<string, string> = { um: 'µM', nm: 'nM', mm: 'mM', m: 'M' }

/** Endings of one letter are units only behind a word that takes one. */
const SHORT_UNIT_AFTER: Record<string, RegExp> = {
  s: /^t$|time|wait|elapsed|latency|duration|runtime|delay|period/i,
  m: /height|length|distance|depth|width|altitude|elevation/i,
  g: /weight|mass|yield|amount|intake/i,
  c: /temp/i,
  k: /temp/i,
  f: /temp/i,
  h: /time|duration|age/i,
  b: /size|memory|params|parameters/i,
  w: /power/i,
  v: /volt|potential/i,
  a: /current/i,
  l: /volume/i,
  j: /energy/i,
}

/** Units as people write them in an intent. */
const SPELLED_UNITS: Record<string, string> = {
  percent: '%',
  'per cent': '%',
  percentage: '%',
  '%': '%',
  milliseconds: 'ms',
  millisecond: 'ms',
  ms: 'ms',
  seconds: 's',
  secs: 's',
  minutes: 'min',
  hours: 'h',
  days: 'days',
  weeks: 'weeks',
  months: 'months',
  years: 'years',
  kilograms: 'kg',
  kg: 'kg',
  grams: 'g',
  milligrams: 'mg',
  mg: 'mg',
  meters: 'm',
  metres: 'm',
  kilometers: 'km',
  kilometres: 'km',
  km: 'km',
  centimeters: 'cm',
  centimetres: 'cm',
  cm: 'cm',
  mm: 'mm',
  millimeters: 'mm',
  nm: 'nm',
  nanometers: 'nm',
  'degrees celsius': '°C',
  celsius: '°C',
  '°c': '°C',
  kelvin: 'K',
  volts: 'V',
  mv: 'mV',
  watts: 'W',
  kw: 'kW',
  hertz: 'Hz',
  hz: 'Hz',
  gb: 'GB',
  mb: 'MB',
  gigabytes: 'GB',
  megabytes: 'MB',
  dollars: 'USD',
  usd: 'USD',
  euros: 'EUR',
  'million dollars': 'million USD',
  millions: 'millions',
  thousands: 'thousands',
  'mg/l': 'mg/L',
  'mg/dl': 'mg/dL',
  'ug/ml': 'µg/mL',
  mol: 'mol',
  'm/s': 'm/s',
  'km/h': 'km/h',
  µm: 'µm',
  um: 'µm',
  ppm: 'ppm',
  decibels: 'dB',
  db: 'dB',
  fps: 'fps',
  kwh: 'kWh',
  twh: 'TWh',
  gwh: 'GWh',
  tonnes: 't',
  tons: 't',
  au: 'a.u.',
  'arbitrary units': 'a.u.',
}

/** An entry of a table; a column may well be called `constructor`. */
const own = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The unit that a word of an intent names, or undefined. */
export const unitOf = (word: string): string | undefined =>
  own(SPELLED_UNITS, word.toLowerCase().trim())

export const UNIT_WORDS: readonly string[] = Object.keys(SPELLED_UNITS).sort(
  (a, b) => b.length - a.length,
)

/** The words of a column's name, in lower case: `trainLoss_mean` gives train, loss, mean. */
export const nameWords = (name: string): string[] =>
  partsOfName(name).map((word) => word.toLowerCase())

/** The words of a column's name as they are written. */
export const partsOfName = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}%.]+/u)
    .filter((word) => word !== '')

/** Names that are an abbreviation as a whole. */
const WHOLE: Record<string, string> = {
  or: 'Odds ratio',
  hr: 'Hazard ratio',
  rr: 'Risk ratio',
  smd: 'Standardised mean difference',
  md: 'Mean difference',
  gdp_per_capita: 'GDP per capita',
}

/** A column's name as an axis says it: "latency_ms" becomes "Latency (ms)". */
export function titleOf(name: string): string {
  if (name.toLowerCase() === 'val') return 'Value'
  const bare = unitAlone(name)
  if (bare) return bare
  const whole = own(WHOLE, name.toLowerCase())
  if (whole) return whole
  const bracket = /^(.*?)\s*[([]\s*([^()[\]]+)\s*[)\]]$/.exec(name)
  if (bracket?.[1])
    return `${sentence(bracket[1])} (${own(SPELLED_UNITS, (bracket[2] ?? '').toLowerCase()) ?? bracket[2]})`
  const words = nameWords(name)
  const ratio = ratioUnit(words)
  if (ratio) return ratio
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1).join(' ')
  const unit = own(UNITS, last)
  const fits =
    words.length > 1 &&
    unit !== undefined &&
    (last.length > 1 || own(SHORT_UNIT_AFTER, last)?.test(before) === true)
  if (fits)
    return `${sentence(before)} (${(/dose|conc|ic50|ec50|drug/i.test(before) && own(MOLAR, last)) || unit})`
  return sentence(name)
}

/** A name that is nothing but a unit: kWh, not "day" or "bar". */
export function unitAlone(name: string): string | undefined {
  const unit = own(UNITS, name.toLowerCase())
  const written = /[A-Zµ°²³]|^(?:[mn]s|[kmn]g|[kcmn]m|px|ppm|rpm)$/
  return unit !== undefined && unit.length > 1 && written.test(unit) ? unit : undefined
}

/** "velocity_m_s" and "speed_km_per_h" end in one unit over another. */
function ratioUnit(words: readonly string[]): string | undefined {
  const per = words.at(-2) === 'per'
  const [above, below] = [words.at(per ? -3 : -2) ?? '', words.at(-1) ?? '']
  const before = words.slice(0, per ? -3 : -2)
  const known = own(UNITS, above) !== undefined && own(UNITS, below) !== undefined
  const usual = /^(?:s|h|hr|sec|min|l|ml|kg|g)$/.test(below) && above !== below
  return before.length > 0 && known && usual
    ? `${sentence(before.join(' '))} (${own(UNITS, above)}/${own(UNITS, below)})`
    : undefined
}

/** First letter large, abbreviations spelled, the rest as it was. */
export function sentence(text: string): string {
  const words = text
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+|(?<=\p{L})-(?=\p{L}{3})|(?<=\p{L}{2})\.(?=\p{L})/u)
    .filter((word) => word !== '')
  const spelled = words.map((word) => {
    const lower = word.toLowerCase()
    return (
      AS_IS.get(lower) ??
      own(SPELLED, lower) ??
      (/^[A-Z][a-z]+$/.test(word) && words.length > 1 && word !== words[0] ? lower : word)
    )
  })
  const joined = spelled.join(' ').trim()
  const [first = ''] = spelled
  const keeps =
    AS_IS.has(first.toLowerCase()) || /^\p{Ll}?\p{Lu}/u.test(first) || first.length === 1
  return keeps ? joined : joined.charAt(0).toUpperCase() + joined.slice(1)
}

/** Puts a unit behind a title that has none. */
export function withUnit(title: string, unit: string | undefined): string {
  if (!unit || title === '' || title === unit || /\([^)]*\)\s*$/.test(title)) return title
  return `${title} (${unit})`
}

/** The axis title of a field; made-up names say nothing and give an empty one. */
export const fieldTitle = (field: Field | undefined): string =>
  field === undefined || field.made ? '' : titleOf(field.name)
