/** Units by the endings of names: `latency_ms`, `size_mb`. */
export const UNITS: Record<string, string> = {
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
  mpa: 'MPa',
  gpa: 'GPa',
  hpa: 'hPa',
  mmhg: 'mmHg',
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
  musd: 'million USD',
  meur: 'million EUR',
  keur: 'kEUR',
  db: 'dB',
  rpm: 'rpm',
  ppm: 'ppm',
  nmol: 'nmol',
  umol: 'µmol',
  mmol: 'mmol',
  t: 't',
  mgl: 'mg/L',
  bp: 'bp',
  tokens: 'tokens',
}
/** The same endings behind an amount of substance. */
export const MOLAR: Record<string, string> = { um: 'µM', nm: 'nM', mm: 'mM', m: 'M' }

/** Endings of one letter are units only behind a word that takes one. */
export const SHORT_UNIT_AFTER: Record<string, RegExp> = {
  t: /emission|mass|weight|yield|harvest|production|waste|catch|freight|cargo|co2|capita/i,
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

/** Units as people write them out. */
const SPELLED_UNITS: Record<string, string> = {
  'per cent': '%',
  percentage: '%',
  '%': '%',
  '‰': '‰',
  milliseconds: 'ms',
  millisecond: 'ms',
  weeks: 'weeks',
  months: 'months',
  kilograms: 'kg',
  grams: 'g',
  milligrams: 'mg',
  meters: 'm',
  metres: 'm',
  kilometers: 'km',
  kilometres: 'km',
  centimetres: 'cm',
  millimetres: 'mm',
  'degrees celsius': '°C',
  '°c': '°C',
  '°f': '°F',
  kelvin: 'K',
  hertz: 'Hz',
  dollars: 'USD',
  euros: 'EUR',
  thousands: 'thousands',
  millions: 'millions',
  hectares: 'ha',
  ha: 'ha',
  litres: 'L',
  kcal: 'kcal',
  'a.u.': 'a.u.',
  pp: 'pp',
}

/** An entry of a table; a column may well be called `constructor`. */
export const own = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The unit that a word names, or undefined. */
export const unitOf = (word: string): string | undefined => {
  const text = word.trim()
  const lower = text.toLowerCase()
  return own(CASED, text) ?? own(SPELLED_UNITS, lower) ?? own(UNITS, lower)
}

/** Units that mean others in small letters. */
const CASED: Record<string, string> = { pM: 'pM', nM: 'nM', uM: 'µM', µM: 'µM', mM: 'mM', MW: 'MW', mW: 'mW', Mb: 'Mb' }

const PREFIXES: Record<string, number> = { k: 1e3, '': 1, c: 1e-2, m: 1e-3, µ: 1e-6, μ: 1e-6, u: 1e-6, n: 1e-9, p: 1e-12 }
const SCALED = /^([kcmµμunp]?)(g|m|l|s|M|V|A|W|Hz|Pa|J|mol)((?:\/| per ).{1,8})?$/i

/** A unit as a multiple of its base: `mg/kg` is a thousandth of `g/kg`. Undefined for other units. */
export function scaledUnit(unit: string): { of: string; factor: number } | undefined {
  const [, prefix = '', base = '', below = ''] = SCALED.exec(unit.trim()) ?? []
  const factor = own(PREFIXES, prefix)
  return base === '' || factor === undefined ? undefined : { of: `${base}${below}`, factor }
}
