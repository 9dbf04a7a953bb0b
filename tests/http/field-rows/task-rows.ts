import {
  ABSENT,
  address,
  BLANK,
  EXTRA,
  FRACTION,
  fewItems,
  high,
  long,
  low,
  MISSING,
  manyItems,
  NO_BOOLEAN,
  NO_INTEGER,
  NO_LIST,
  NO_STRING,
  NO_STRINGS,
  oneOf,
  RATIOS,
  type Row,
  refused,
  refusedItem,
  short,
  strictText,
  taken,
  UNKNOWN_NAMES,
} from './row'

const GENERATE = '/api/generate'
const PDF = '/api/generate-from-pdf'
const OPTIMIZE = '/api/optimize-prompt'
const PLOT = '/api/plot'
const COMPOSITE = '/api/composite'

const STYLES =
  'academic minimalist colorful blueprint hand_drawn infographic isometric_3d flat_design'.split(
    ' ',
  )
const FORMATS = ['png', 'svg', 'pdf']

/** Null is the same as absence: the default. */
const optional = (route: string, field: string, standard: unknown): Row[] => [
  taken(route, field, ABSENT, standard),
  taken(route, field, null, standard),
]

const stringsOnly = (route: string, field: string): Row[] =>
  NO_STRINGS.map((value) => refused(route, field, value, ...NO_STRING))

/** An empty text is as none. */
const optionalText = (route: string, field: string, standard: string | null): Row[] => [
  ...optional(route, field, standard),
  taken(route, field, '', standard),
  ...stringsOnly(route, field),
]

/** A text that must say something. */
const text = (route: string, field: string, most: number): Row[] => [
  ...stringsOnly(route, field),
  ...wordsOf(route, field, most),
  refused(route, field, '', ...short(1)),
]

const wordsOf = (route: string, field: string, most: number): Row[] => [
  ...strictText(route, field),
  taken(route, field, 'x'),
  taken(route, field, '  kept as it is\n'),
  taken(route, field, '😀'.repeat(most)),
  refused(route, field, ' \t\r\n\u00a0\u3000', ...BLANK),
  refused(route, field, '😀'.repeat(most + 1), ...long(most)),
]

const required = (route: string, field: string): Row[] => [
  refused(route, field, ABSENT, ...MISSING),
  refused(route, field, null, ...NO_STRING),
]

const integer = (
  route: string,
  field: string,
  least: number,
  most: number,
  standard: number,
): Row[] => [
  ...optional(route, field, standard),
  taken(route, field, least),
  taken(route, field, most),
  refused(route, field, least - 1, ...low(least)),
  refused(route, field, most + 1, ...high(most)),
  refused(route, field, least + 0.5, ...FRACTION),
  ...['5', true, [5], {}].map((value) => refused(route, field, value, ...NO_INTEGER)),
]

const choice = (
  route: string,
  field: string,
  values: readonly string[],
  wrong: string[],
): Row[] => [
  ...optionalText(route, field, values[0] ?? ''),
  ...values.map((value) => taken(route, field, value)),
  ...wrong.map((value) => refused(route, field, value, ...oneOf(...values))),
]

const vlm = (route: string): Row[] => [
  ...choice(route, 'vlm_provider', ['local'], ['Local', 'somebody']),
  ...optionalText(route, 'vlm_model', null),
  ...strictText(route, 'vlm_model'),
  taken(route, 'vlm_model', '😀'.repeat(200)),
  refused(route, 'vlm_model', 'x'.repeat(201), ...long(200)),
]

const webhook = (route: string): Row[] => [
  ...optionalText(route, 'webhook_url', null),
  ...strictText(route, 'webhook_url'),
  taken(route, 'webhook_url', 'https://hooks.example.org/in?x=1'),
  taken(route, 'webhook_url', 'http://hooks.example.org:8080/'),
  refused(route, 'webhook_url', `https://example.org/${'a'.repeat(2048)}`, ...long(2048)),
  ...['hook', 'ftp://example.org/', 'http://10.0.0.1/', 'http://u:p@example.org/'].map((value) =>
    refused(route, 'webhook_url', value, ...address('must be a public http or https address')),
  ),
  ...optional(route, 'webhook_include_image', false),
  ...[true, false].map((value) => taken(route, 'webhook_include_image', value)),
  ...['true', 'false', 0, 1, [], {}].map((value) =>
    refused(route, 'webhook_include_image', value, ...NO_BOOLEAN),
  ),
]

const ratio = (route: string): Row[] =>
  choice(route, 'aspect_ratio', RATIOS, ['AUTO', '16x9', '1:2', '0:1', '16:9 '])

const formats = (route: string): Row[] => [
  ...optional(route, 'output_formats', ['png']),
  ...FORMATS.map((format) => taken(route, 'output_formats', [format])),
  taken(route, 'output_formats', ['pdf', 'svg', 'png']),
  taken(route, 'output_formats', ['svg', 'svg', 'png', 'svg']),
  refused(route, 'output_formats', [], ...fewItems(1, 0)),
  refusedItem(route, 'output_formats', ['gif'], 0, ...oneOf(...FORMATS)),
  refusedItem(route, 'output_formats', ['png', 'PNG'], 1, ...oneOf(...FORMATS)),
  refusedItem(route, 'output_formats', ['png', ''], 1, ...oneOf(...FORMATS)),
  refusedItem(route, 'output_formats', ['png', null], 1, ...NO_STRING),
  refusedItem(route, 'output_formats', [5], 0, ...NO_STRING),
  ...['png', 5, true, {}].map((value) => refused(route, 'output_formats', value, ...NO_LIST)),
]

/** What both ways to a methodology figure take. */
const methodology = (route: string): Row[] => [
  ...required(route, 'caption'),
  ...text(route, 'caption', 2000),
  ...integer(route, 'iterations', 1, 10, 3),
  ...choice(route, 'style_preset', STYLES, ['Academic', 'hand-drawn', 'none']),
  ...choice(route, 'ground', ['style', 'light'], ['Light', 'dark', 'none']),
  ...ratio(route),
  ...formats(route),
  ...vlm(route),
  ...optionalText(route, 'image_model', null),
  ...['a', 'local'].map((value) =>
    refused(
      route,
      'image_model',
      value,
      ...address('image provider local has no image models; leave it out'),
    ),
  ),
  ...choice(route, 'image_resolution', ['1K', '2K', '4K'], ['1k', '3K', '1024x1024']),
  ...webhook(route),
  ...unknown(route, 'method_text', 'provider', 'image_size', 'task_id'),
]

function unknown(route: string, ...names: string[]): Row[] {
  return [...names, ...UNKNOWN_NAMES].map((name) => refused(route, name, 1, ...EXTRA))
}

export const TASK_ROWS: Row[] = [
  ...required(GENERATE, 'source_context'),
  ...text(GENERATE, 'source_context', 200_000),
  ...methodology(GENERATE),
  ...unknown(GENERATE, 'pages', 'pdf_base64'),

  ...required(PDF, 'pdf_base64'),
  ...stringsOnly(PDF, 'pdf_base64'),
  refused(PDF, 'pdf_base64', '', ...short(1)),
  refused(PDF, 'pdf_base64', ' \n', ...BLANK),
  refused(PDF, 'pdf_base64', 'no base64!', ...address('must be base64 in the standard alphabet')),
  refused(PDF, 'pdf_base64', 'aGVsbG8=', ...address('is not a PDF')),
  ...optional(PDF, 'pages', null),
  ...stringsOnly(PDF, 'pages'),
  ...['1', '1,2', '1-3', '3-1', ' 3 - 2 , 1,1 ', '2,2'].map((pages) => taken(PDF, 'pages', pages)),
  refused(PDF, 'pages', '', ...short(1)),
  refused(PDF, 'pages', '4', ...address('page 4 does not exist; the PDF has 3 pages')),
  refused(PDF, 'pages', '9-2', ...address('page 9 does not exist; the PDF has 3 pages')),
  ...['0', 'a', '1-', '-2', '1,,2', '1-2-3', ' ', '1.5', '٣'].map((pages) => {
    const part = pages === '1,,2' ? '' : pages.trim()
    return refused(
      PDF,
      'pages',
      pages,
      ...address(`"${part}" is not valid; name pages from 1 to 3 like 3, 1,4 or 2-5`),
    )
  }),
  refused(PDF, 'pages', '1'.repeat(2001), ...long(2000)),
  ...methodology(PDF),
  ...unknown(PDF, 'source_context', 'dpi'),

  ...required(OPTIMIZE, 'description'),
  ...text(OPTIMIZE, 'description', 200_000),
  ...optionalText(OPTIMIZE, 'source_context', null),
  ...wordsOf(OPTIMIZE, 'source_context', 200_000),
  ...optionalText(OPTIMIZE, 'caption', null),
  ...wordsOf(OPTIMIZE, 'caption', 2000),
  ...choice(OPTIMIZE, 'diagram_type', ['methodology', 'statistical_plot'], ['plot', 'composite']),
  ...optionalText(OPTIMIZE, 'guidelines', null),
  ...strictText(OPTIMIZE, 'guidelines'),
  ...[' ', 'One rule.\nAnother.', 'x'.repeat(20_000)].map((value) =>
    taken(OPTIMIZE, 'guidelines', value),
  ),
  refused(OPTIMIZE, 'guidelines', 'x'.repeat(20_001), ...long(20_000)),
  ...vlm(OPTIMIZE),
  ...webhook(OPTIMIZE),
  ...unknown(OPTIMIZE, 'iterations', 'style_preset', 'output_formats', 'image_model', 'prompt'),

  ...required(PLOT, 'data_json'),
  ...stringsOnly(PLOT, 'data_json'),
  refused(PLOT, 'data_json', '', ...short(1)),
  refused(PLOT, 'data_json', ' \n', ...BLANK),
  ...required(PLOT, 'intent'),
  ...stringsOnly(PLOT, 'intent'),
  ...strictText(PLOT, 'intent'),
  refused(PLOT, 'intent', '', ...short(1)),
  refused(PLOT, 'intent', ' \n', ...BLANK),
  ...integer(PLOT, 'iterations', 1, 10, 3),
  ...ratio(PLOT),
  ...formats(PLOT),
  ...vlm(PLOT),
  ...webhook(PLOT),
  ...unknown(PLOT, 'caption', 'image_resolution', 'style_preset', 'data'),

  refused(COMPOSITE, 'source_task_ids', ABSENT, ...MISSING),
  ...[null, 'a,b', 5, {}].map((value) => refused(COMPOSITE, 'source_task_ids', value, ...NO_LIST)),
  refused(COMPOSITE, 'source_task_ids', [], ...fewItems(2, 0)),
  refused(COMPOSITE, 'source_task_ids', ['a'], ...fewItems(2, 1)),
  refused(COMPOSITE, 'source_task_ids', Array(65).fill('a'), ...manyItems(64, 65)),
  refusedItem(COMPOSITE, 'source_task_ids', ['a', 5], 1, ...NO_STRING),
  refusedItem(COMPOSITE, 'source_task_ids', [null, 'a'], 0, ...NO_STRING),
  refusedItem(COMPOSITE, 'source_task_ids', ['a', ''], 1, ...short(1)),
  ...optionalText(COMPOSITE, 'layout', 'auto'),
  ...['auto', '1x2', '2x1', '2x2', '3x64', '64x1'].map((value) =>
    taken(COMPOSITE, 'layout', value),
  ),
  ...['AUTO', '2X1', '2×1', '0x2', '2x0', '65x1', '1x65', '02x1', '2x', 'x2', ' 1x2', '-1x2'].map(
    (value) =>
      refused(
        COMPOSITE,
        'layout',
        value,
        ...address('must be auto or RxC, each from 1 to 64, for example 2x2'),
      ),
  ),
  refused(COMPOSITE, 'layout', '1x1', ...address('1x1 has fewer places than the 2 panels')),
  refused(COMPOSITE, 'layout', '100x100', ...long(5)),
  ...optional(COMPOSITE, 'labels', null),
  taken(COMPOSITE, 'labels', ['before', 'after']),
  taken(COMPOSITE, 'labels', ['', '']),
  refused(COMPOSITE, 'labels', [], ...fewItems(1, 0)),
  ...[['one'], ['one', 'two', 'three']].map((value) =>
    refused(COMPOSITE, 'labels', value, ...address('must be one for each of the 2 panels')),
  ),
  refusedItem(COMPOSITE, 'labels', ['one', 2], 1, ...NO_STRING),
  refusedItem(COMPOSITE, 'labels', [null, 'two'], 0, ...NO_STRING),
  refusedItem(COMPOSITE, 'labels', ['one', 'x'.repeat(201)], 1, ...long(200)),
  ...['a,b', 5, {}].map((value) => refused(COMPOSITE, 'labels', value, ...NO_LIST)),
  ...integer(COMPOSITE, 'spacing', 0, 500, 20),
  ...choice(COMPOSITE, 'label_position', ['bottom', 'top'], ['left', 'Bottom', 'none']),
  ...integer(COMPOSITE, 'label_font_size', 6, 400, 32),
  ...webhook(COMPOSITE),
  ...optionalText(COMPOSITE, 'caption', null),
  ...strictText(COMPOSITE, 'caption'),
  taken(COMPOSITE, 'caption', 'x'.repeat(2000)),
  refused(COMPOSITE, 'caption', 'x'.repeat(2001), ...long(2000)),
  ...unknown(COMPOSITE, 'output_formats', 'source_tasks', 'vlm_provider'),
]
