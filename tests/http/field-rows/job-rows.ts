import {
  ABSENT,
  address,
  BLANK,
  EXTRA,
  FRACTION,
  high,
  long,
  low,
  MISSING,
  NO_INTEGER,
  NO_NUMBER,
  NO_STRING,
  NO_STRINGS,
  oneOf,
  RATIOS,
  type Row,
  refused,
  short,
  strictText,
  taken,
  UNKNOWN_NAMES,
} from './row'

const RUN = '/api/run'

/** `null` and absence give the default. */
const optional = (field: string, standard: unknown): Row[] => [
  taken(RUN, field, ABSENT, standard),
  taken(RUN, field, null, standard),
]
/** So does an empty text. */
const optionalText = (field: string, standard: string | null): Row[] => [
  ...optional(field, standard),
  taken(RUN, field, '', standard),
  ...stringsOnly(field),
]
const stringsOnly = (field: string): Row[] =>
  NO_STRINGS.map((value) => refused(RUN, field, value, ...NO_STRING))
/** A free string of 1-200 characters. */
const freeString = (field: string): Row[] => [
  ...optionalText(field, null),
  ...strictText(RUN, field),
  taken(RUN, field, 'x'),
  taken(RUN, field, '😀'.repeat(200)),
  refused(RUN, field, '😀'.repeat(201), ...long(200)),
]

const provider = (field: string): Row[] => [
  taken(RUN, field, 'local'),
  refused(RUN, field, 'Local', ...oneOf('local')),
  refused(RUN, field, 'somebody', ...oneOf('local')),
]

const integer = (field: string, least: number, most: number, standard: number): Row[] => [
  ...optional(field, standard),
  taken(RUN, field, least),
  taken(RUN, field, most),
  refused(RUN, field, least - 1, ...low(least)),
  refused(RUN, field, most + 1, ...high(most)),
  refused(RUN, field, least + 0.5, ...FRACTION),
  refused(RUN, field, '5', ...NO_INTEGER),
  refused(RUN, field, true, ...NO_INTEGER),
  refused(RUN, field, [5], ...NO_INTEGER),
  refused(RUN, field, {}, ...NO_INTEGER),
]

export const JOB_ROWS: Row[] = [
  refused(RUN, 'method_text', ABSENT, ...MISSING),
  refused(RUN, 'method_text', null, ...NO_STRING),
  ...stringsOnly('method_text'),
  ...strictText(RUN, 'method_text'),
  refused(RUN, 'method_text', '', ...short(1)),
  refused(RUN, 'method_text', ' \t\r\n\u00a0\u3000', ...BLANK),
  taken(RUN, 'method_text', 'x'),
  taken(RUN, 'method_text', '  kept as it is  '),
  taken(RUN, 'method_text', 'x'.repeat(200_000)),
  taken(RUN, 'method_text', '😀'.repeat(200_000)),
  refused(RUN, 'method_text', 'x'.repeat(200_001), ...long(200_000)),
  refused(RUN, 'method_text', '😀'.repeat(200_001), ...long(200_000)),

  taken(RUN, 'provider', ABSENT, 'local'),
  refused(RUN, 'provider', null, ...NO_STRING),
  refused(RUN, 'provider', '', ...oneOf('local')),
  ...stringsOnly('provider'),
  ...provider('provider'),
  ...optionalText('image_provider', 'local'),
  ...provider('image_provider'),
  ...optionalText('svg_provider', 'local'),
  ...provider('svg_provider'),
  ...optionalText('sam_backend', 'local'),
  ...provider('sam_backend'),

  ...optionalText('image_model', null),
  ...['a', 'local'].map((value) =>
    refused(
      RUN,
      'image_model',
      value,
      'value_error',
      'Value error, image provider local has no image models; leave it out',
    ),
  ),

  ...optionalText('image_size', '1K'),
  ...['1K', '2K', '4K'].map((size) => taken(RUN, 'image_size', size)),
  ...['1k', '3K', '8K', '1024x1024'].map((size) =>
    refused(RUN, 'image_size', size, ...oneOf('1K', '2K', '4K')),
  ),

  ...optionalText('image_aspect_ratio', '16:9'),
  ...RATIOS.map((ratio) => taken(RUN, 'image_aspect_ratio', ratio)),
  ...['AUTO', '16x9', '1:2', '0:1', '16:9 '].map((ratio) =>
    refused(RUN, 'image_aspect_ratio', ratio, ...oneOf(...RATIOS)),
  ),

  ...freeString('svg_model'),

  ...optionalText('sam_prompt', 'icon,person,robot,animal'),
  ...strictText(RUN, 'sam_prompt'),
  taken(RUN, 'sam_prompt', 'mouse, test tube'),
  taken(RUN, 'sam_prompt', Array(50).fill('cell').join(',')),
  refused(
    RUN,
    'sam_prompt',
    Array(51).fill('cell').join(','),
    'value_error',
    'Value error, at most 50 words separated by commas',
  ),
  ...integer('sam_max_masks', 1, 256, 32),

  ...optionalText('placeholder_mode', 'label'),
  ...['label', 'box', 'none'].map((mode) => taken(RUN, 'placeholder_mode', mode)),
  ...['Label', 'all'].map((mode) =>
    refused(RUN, 'placeholder_mode', mode, ...oneOf('label', 'box', 'none')),
  ),

  ...optional('merge_threshold', 0.01),
  ...[0, 0.5, 1].map((value) => taken(RUN, 'merge_threshold', value)),
  refused(RUN, 'merge_threshold', -0.001, ...low(0)),
  refused(RUN, 'merge_threshold', 1.001, ...high(1)),
  ...['0.5', true, [0.5], {}].map((value) => refused(RUN, 'merge_threshold', value, ...NO_NUMBER)),

  ...integer('optimize_iterations', 0, 10, 0),

  ...optionalText('reference_image_url', null),
  ...strictText(RUN, 'reference_image_url'),
  taken(RUN, 'reference_image_url', 'https://images.example.org/a.png'),
  taken(RUN, 'reference_image_url', 'https://cdn.example.net/a.png?x=1'),
  refused(
    RUN,
    'reference_image_url',
    `https://images.example.org/${'a'.repeat(2048)}`,
    ...long(2048),
  ),

  ...optionalText('reference_image_path', null),
  ...strictText(RUN, 'reference_image_path'),
  ...[
    'uploads/0123456789abcdef0123456789abcdef.png',
    '/api/uploads/0123456789abcdef0123456789abcdef.png',
    'uploads/../burin.sqlite',
    '/etc/passwd',
    'figure.png',
  ].map((path) =>
    refused(
      RUN,
      'reference_image_path',
      path,
      ...address('must be a path that /api/upload returned'),
    ),
  ),

  ...['methodtext', 'METHOD_TEXT', 'job_id', ...UNKNOWN_NAMES].map((name) =>
    refused(RUN, name, 1, ...EXTRA),
  ),
]
