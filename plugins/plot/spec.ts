import { DEEPEST, depthOf, faultOf, parsed } from './check'

/** Keys of Vega-Lite that would load, compute or interact; a specification with one of them is refused as a whole. */
const FORBIDDEN = new Set([
  'data',
  'datasets',
  'url',
  'sequence',
  'signal',
  'signals',
  'lookup',
  'graticule',
  'sphere',
  'expr',
  'calculate',
  'params',
  'selection',
  'transform',
  'usermeta',
  'href',
  'projection',
  'condition',
  'format',
  'formatType',
  'labelExpr',
  'repeat',
  'loader',
  'config',
  'src',
])

/** What a specification may hold; everything else would be left out without a word. */
const KNOWN = {
  specification: ['$schema', 'title', 'description', 'width', 'height', 'mark', 'encoding'],
  mark: ['type', 'point', 'color', 'innerRadius', 'filled', 'opacity', 'tooltip'],
  encoding: [
    'x',
    'y',
    'color',
    'size',
    'shape',
    'theta',
    'xOffset',
    'yOffset',
    'column',
    'row',
    'facet',
    'text',
    'detail',
  ],
  channel: [
    'field',
    'type',
    'aggregate',
    'bin',
    'stack',
    'sort',
    'title',
    'scale',
    'axis',
    'legend',
  ],
  scale: ['type', 'domain', 'scheme', 'range', 'zero', 'nice'],
  axis: ['title', 'grid'],
  legend: ['title', 'orient'],
} as const

const MARKS = [
  'bar',
  'line',
  'area',
  'point',
  'circle',
  'square',
  'rect',
  'arc',
  'boxplot',
  'tick',
  'text',
  'trail',
]

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Why an intent that is a Vega-Lite specification cannot be used, naming the place in it; undefined for words and for
 * usable ones. `data` is the text of the data, whose names its fields must be.
 */
export function refuseSpec(intent: string, data: string): string | undefined {
  if (!intent.trimStart().startsWith('{')) return undefined
  if (depthOf(intent) > DEEPEST) return `the specification is nested deeper than ${DEEPEST} levels.`
  const value = parsed(intent)
  if (!isObject(value))
    return `it begins like a Vega-Lite specification but is not valid JSON: ${faultOf(intent)}`
  const key = forbiddenKey(value)
  if (key !== undefined)
    return `a Vega-Lite specification with ${key} is not accepted; the data come from data_json, and mark and encoding say the rest.`
  if (!('mark' in value))
    return 'it is JSON without a mark; give a Vega-Lite specification with mark and encoding, or say in words what to draw.'
  return unknownPart(value) ?? unknownMark(value.mark) ?? unknownField(value.encoding, data)
}

function forbiddenKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && FORBIDDEN.has(key)) return key
    const found = forbiddenKey(inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first member that the narrow form does not have. */
function unknownPart(spec: Json): string | undefined {
  if (!isObject(spec.encoding))
    return 'the specification has no encoding; it must be an object of channels.'
  const channels = Object.entries(spec.encoding)
  const wrong = channels.find(([, each]) => !isObject(each))
  if (wrong) return `encoding.${wrong[0]} must be an object with a field.`
  const parts: [string, unknown, readonly string[]][] = [
    ['', spec, KNOWN.specification],
    ['mark.', spec.mark, KNOWN.mark],
    ['encoding.', spec.encoding, KNOWN.encoding],
    ...channels.flatMap(([name, each]): [string, unknown, readonly string[]][] => [
      [`encoding.${name}.`, each, KNOWN.channel],
      ...(['scale', 'axis', 'legend'] as const).map(
        (part): [string, unknown, readonly string[]] => [
          `encoding.${name}.${part}.`,
          (each as Json)[part],
          KNOWN[part],
        ],
      ),
    ]),
  ]
  for (const [path, part, known] of parts) {
    const other = isObject(part) ? Object.keys(part).find((key) => !known.includes(key)) : undefined
    if (other !== undefined)
      return `the specification's ${path}${other.slice(0, 80)} is not known; there are ${known.join(', ')}.`
  }
  return undefined
}

function unknownMark(mark: unknown): string | undefined {
  const type = isObject(mark) ? mark.type : mark
  return typeof type === 'string' && MARKS.includes(type)
    ? undefined
    : `the specification's mark is not known; there are ${MARKS.join(', ')}.`
}

/** Columns that the reader of the data names itself. */
const MADE = ['category', 'value', 'series', 'group', 'row', 'column', 'x', 'y']

function unknownField(encoding: unknown, data: string): string | undefined {
  const names = new Set(MADE)
  collect(parsed(data), names)
  for (const [channel, each] of Object.entries(encoding as Json)) {
    const field = isObject(each) ? each.field : undefined
    if (field === undefined) continue
    if (
      typeof field !== 'string' ||
      !(names.has(field) || [...names].some((one) => field.endsWith(` ${one}`)))
    )
      return `the specification's encoding.${channel}.field is ${JSON.stringify(field).slice(0, 80)}, which the data do not have; they have ${listed(names)}.`
  }
  return undefined
}

/** Data without names of their own have those that the reader gives. */
function listed(names: ReadonlySet<string>): string {
  const own = [...names].filter((one) => !MADE.includes(one)).slice(0, 12)
  return (own.length > 0 ? own : MADE).join(', ')
}

/** Every word of the data that may become the name of a column: keys, heads of tables and of CSV. */
function collect(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    const [head = ''] = value.trimStart().split(/\r\n|\n|\r/, 1)
    if (value.includes('\n'))
      for (const name of head.split(/[,;\t|]/)) names.add(name.trim().replace(/^"|"$/g, ''))
  } else if (Array.isArray(value)) {
    const [first] = value
    if (Array.isArray(first))
      for (const name of first) if (typeof name === 'string') names.add(name)
    for (const each of value) if (isObject(each)) collect(each, names)
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      names.add(name)
      if (typeof inner === 'object' || name === 'csv' || name === 'data') collect(inner, names)
      if (name === 'columns' && Array.isArray(inner))
        for (const each of inner) if (typeof each === 'string') names.add(each)
    }
  }
}
