/** What columns are called: the words of their names, the units that these end in, the titles that axes give them. */
import type { Field } from '../../../../forms/chart'
import { capitalised } from '../../../words/symbols'

const mapOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(' ').map((pair) => pair.split('=') as [string, string]))

/** Units by the endings of names: `latency_ms`, `size_mb`. */
// biome-ignore format: a list
export const UNITS = mapOf(
  'ms=ms s=s sec=s secs=s seconds=s min=min mins=min minutes=min h=h hr=h hrs=h hours=h days=days us=µs ns=ns years=years yrs=years ' +
  'b=B kb=kB mb=MB gb=GB tb=TB gib=GiB mib=MiB kg=kg g=g mg=mg ug=µg ng=ng m=m km=km cm=cm mm=mm um=µm nm=nm px=px ' +
  'c=°C degc=°C celsius=°C k=K f=°F pct=% percent=% perc=% hz=Hz khz=kHz mhz=MHz ghz=GHz w=W kw=kW kwh=kWh mwh=MWh gwh=GWh twh=TWh mw=MW ' +
  'v=V mv=mV a=A ma=mA j=J kj=kJ pa=Pa kpa=kPa mpa=MPa gpa=GPa hpa=hPa mmhg=mmHg bar=bar mol=mol mm3=mm³ ml=mL l=L ul=µL um3=µm³ ' +
  'm2=m² km2=km² cm2=cm² mm2=mm² m3=m³ cm3=cm³ usd=USD eur=EUR kusd=kUSD musd=M$ meur=M€ db=dB rpm=rpm ppm=ppm nmol=nmol umol=µmol mmol=mmol t=t mgl=mg/L bp=bp tokens=tokens',
)

/** Endings that mean other things too (a minimum, Great Britain, blood pressure) are units behind a word that takes one. */
const TIME = /^t$|time|wait|elapsed|latency|duration|delay|period|age/i
const STORE = /size|memory|ram|disk|storage|data|param|traffic/i
const LONG = /height|length|distance|depth|width|altitude|elevation|radius|diameter/i
// biome-ignore format: a table
const AFTER: Readonly<Record<string, RegExp>> = {
  s: TIME, h: TIME, hr: TIME, min: TIME, us: TIME, ns: TIME, b: STORE, kb: STORE, mb: STORE, gb: STORE, tb: STORE, m: LONG,
  t: /emission|mass|weight|yield|harvest|production|waste|catch|freight|cargo|co2|capita/i, g: /weight|mass|yield|amount|intake/i,
  c: /temp/i, k: /temp/i, f: /temp/i, w: /power/i, mw: /power|capacity|load/i, v: /volt|potential/i, a: /current/i, ma: /current/i, j: /energy/i,
  l: /volume/i, ml: /vol|amount|dose|intake|output|flow/i, pa: /pressure|stress|modulus/i, bar: /pressure/i, db: /sound|noise|gain|level|snr|loss/i,
  bp: /length|size|fragment|read|genome|insert/i,
}
/** The same endings behind an amount of substance. */
const MOLAR = mapOf('um=µM nm=nM mm=mM m=M')
/** What is a unit only below another. */
const BELOW = mapOf(
  'mg=mg dl=dL ha=ha s=s h=h hr=h sec=s min=min l=L ml=mL kg=kg g=g m2=m² km2=km² cm3=cm³ m3=m³',
)

/** Units as people write them out. */
const SPELLED = mapOf(
  'percentage=% %=% ‰=‰ milliseconds=ms weeks=weeks months=months kilograms=kg grams=g milligrams=mg meters=m metres=m °c=°C °f=°F kelvin=K hertz=Hz dollars=USD euros=EUR hectares=ha ha=ha litres=L kcal=kcal a.u.=a.u. pp=pp',
)
const CASED = mapOf('pM=pM nM=nM uM=µM µM=µM mM=mM MW=MW mW=mW Mb=Mb')

/** The unit that a word names, which may be one over others (`mg/kg`), or undefined. */
export function unitOf(word: string): string | undefined {
  const text = word.trim()
  if (/^[^/]+\/[^/]+$/.test(text))
    return text.split('/').every((part) => unitOf(part)) ? text : undefined
  const key = text.toLowerCase().replace(/^[µμ]/, 'u')
  const found = CASED.get(text) ?? SPELLED.get(key) ?? UNITS.get(key)
  // Capitals tell pA from Pa and mPa from MPa: they stay as they were written.
  return found && /\p{Lu}/u.test(text) ? text : found
}

/** Abbreviations of data sheets, as an author of an intent spells them. */
export const ABBREVIATIONS = mapOf(
  'acc=accuracy val=validation temp=temperature conc=concentration freq=frequency num=number avg=mean pred=predicted params=parameters param=parameter prob=probability pct=% ppl=perplexity qty=quantity amt=amount yr=year iter=iteration iters=iterations',
)
/** Those that have one meaning in all fields: a title spells them too. */
const PLAIN = /^(?:temp|conc|freq|params?|prob|iters?)$/
/** Words that are written as here wherever they stand. */
const AS_IS = new Map(
  'F1 AUC ROC PR BLEU ROUGE RMSE MAE MSE MRR nDCG GPU CPU RAM DNA RNA mRNA PCR qPCR GDP CO2 pH OD600 IQ BMI LDL HDL CNN LLM SVM IoU mIoU mAP FPS FLOPs MACs SNR PSNR SSIM FID IC50 EC50 WER CER QPS IOPS R2 ID EU UK API BERT ResNet PM2.5 NOx'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
)

const partsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}%.]+/u)
    .flatMap((word) =>
      unitOf(word) ? [word] : word.replace(/([a-z]{2})([A-Z])/g, '$1 $2').split(' '),
    )
    .filter((word) => word !== '')
/** The words of a column's name, in lower case: `trainLoss_mean` gives train, loss, mean. */
export const nameWords = (name: string): string[] => partsOf(name).map((word) => word.toLowerCase())

/** The axis title of a field: "latency_ms" becomes "Latency (ms)"; made-up names say nothing and give an empty one. */
export function fieldTitle(field: Field | undefined): string {
  if (!field || field.made) return ''
  const title = titleOf(field.name)
  return field.unit && !/\([^()]+\)$/.test(title) ? `${title} (${field.unit})` : title
}

/** A column with its title, and with the unit in which it is drawn, wherever that was written. */
export function withTitle(field: Field): Field {
  const title = fieldTitle(field)
  const unit = /\(([^()]+)\)$/.exec(title)?.[1]
  return { ...field, ...(title && { title }), ...(unit && { unit }) }
}

function titleOf(name: string): string {
  const alone = UNITS.get(name.toLowerCase())
  if (alone && name.length > 1 && /[A-Zµ°²³]|^(?:[mn]s|[kmn]g|[kcmn]m|px|ppm|rpm)$/.test(alone))
    return alone
  if (/^(?:or|hr|rr|smd|md)$/i.test(name)) return name.toUpperCase()
  const [, before, inside = ''] = /^(.*?)\s*[([]\s*([^()[\]]+)\s*[)\]]$/.exec(name) ?? []
  if (before) return `${sentence(before)} (${unitOf(inside) ?? inside})`
  // One over another stays as it is written: "yield dt/ha".
  const [, of, over] = /^(.*\S)[\s_]+([^\s_/]+\/[^\s_/]+)$/.exec(name) ?? []
  if (of && over && unitOf(over.split('/')[1] ?? '')) return `${sentence(of)} (${over})`
  const siemens = /^(.+)[_ ]([mµun])S$/.exec(name)
  if (siemens?.[1]) return `${sentence(siemens[1])} (${siemens[2]?.replace('u', 'µ')}S)`
  const [parts, words] = [partsOf(name), nameWords(name)]
  const [count, unit] = ratioOf(words) ?? [1, unitBehind(words, parts.at(-1) ?? '')]
  const rest = parts.slice(0, -count)
  return rest.length > 0 && unit ? `${sentence(rest.join(' '))} (${unit})` : sentence(name)
}

/** The unit that the last word of a name is. */
function unitBehind(words: readonly string[], spelled: string): string | undefined {
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1).join(' ')
  // Gigabases are no gigabytes, millions of years no milliamperes.
  if (/^(?:[GMk]b|[GMk]a)$/.test(spelled)) return spelled
  if (CASED.has(spelled)) return CASED.get(spelled)
  if (/dose|conc|ic50|ec50|drug/i.test(before) && MOLAR.has(last)) return MOLAR.get(last)
  const after = Object.hasOwn(AFTER, last) ? AFTER[last] : undefined
  // Capitals tell newton metres from nanometres.
  if (!after) return unitOf(spelled)
  return after.test(before) ? UNITS.get(last) : undefined
}

/** "velocity_m_s" and "speed_km_per_h" end in one unit over another. */
function ratioOf(words: readonly string[]): [count: number, unit: string] | undefined {
  const isPer = words.at(-2) === 'per'
  const [above, below] = [words.at(isPer ? -3 : -2) ?? '', words.at(-1) ?? '']
  const count = isPer ? 3 : 2
  const [over, under] = [above === 'u' ? 'U' : UNITS.get(above), BELOW.get(below)]
  // Of three units nobody knows which are below the line.
  const isRatio =
    words.length > count &&
    over &&
    under &&
    above !== below &&
    !UNITS.has(words.at(-count - 1) ?? '')
  return isRatio ? [count, `${over}/${under}`] : undefined
}

/** First letter large, abbreviations spelled, the rest as it was. */
function sentence(text: string): string {
  const split = text
    .replace(/([a-z]{2})([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+|(?<=\p{L})-(?=\p{L}{3})|(?<=\p{L}{2})\.(?=\p{L})/u)
  const words = split.filter((word) => word !== '')
  const spelled = words.map((word, i) => {
    const lower = word.toLowerCase()
    const plain = PLAIN.test(lower) ? ABBREVIATIONS.get(lower) : undefined
    return AS_IS.get(lower) ?? plain ?? (i > 0 && /^[A-Z][a-z]+$/.test(word) ? lower : word)
  })
  const joined = spelled.join(' ').trim()
  const [first = ''] = spelled
  return AS_IS.has(first.toLowerCase()) || first.length === 1 ? joined : capitalised(joined)
}
