import {
  ABSENT,
  address,
  BLANK,
  EXTRA,
  FRACTION,
  long,
  low,
  MISSING,
  NO_BOOLEAN,
  NO_INTEGER,
  NO_STRING,
  type Row,
  refused,
  short,
  strictText,
  taken,
  UNKNOWN_NAMES,
} from './row'

const KEYS = '/api/admin/keys'
/** The row's key has a quota of 5 and a webhook. */
const KEY = '/api/admin/keys/{key}'

const NO_PUBLIC = address('must be a public http or https address')

/** The limits of a quota number, and what is none. */
const quota = (route: string, field: string): Row[] => [
  taken(route, field, 0),
  taken(route, field, 1_000_000),
  taken(route, field, Number.MAX_SAFE_INTEGER),
  refused(route, field, -1, ...low(0)),
  refused(route, field, 1.5, ...FRACTION),
  ...['5', true, [5], {}].map((value) => refused(route, field, value, ...NO_INTEGER)),
]

const webhook = (route: string): Row[] => [
  taken(route, 'webhook_url', 'http://hooks.example.org/in'),
  taken(route, 'webhook_url', 'https://hooks.example.org:8443/in?x=1'),
  ...[9, true, []].map((value) => refused(route, 'webhook_url', value, ...NO_STRING)),
  ...[
    'ftp://example.org/',
    'http://10.0.0.1/',
    'http://127.0.0.1/',
    'https://a:b@example.org/',
    'hook',
  ].map((value) => refused(route, 'webhook_url', value, ...NO_PUBLIC)),
  refused(route, 'webhook_url', `https://example.org/${'a'.repeat(2048)}`, ...long(2048)),
  ...[9, true, []].map((value) => refused(route, 'webhook_secret', value, ...NO_STRING)),
  refused(route, 'webhook_secret', 's'.repeat(1001), ...long(1000)),
  { ...taken(route, 'webhook_secret', 's'.repeat(1000)), stored: undefined },
  { ...taken(route, 'webhook_secret', null), stored: undefined },
]

export const ADMIN_ROWS: Row[] = [
  refused(KEYS, 'name', ABSENT, ...MISSING),
  refused(KEYS, 'name', null, ...NO_STRING),
  refused(KEYS, 'name', 7, ...NO_STRING),
  refused(KEYS, 'name', '', ...short(1)),
  refused(KEYS, 'name', '  \n', ...BLANK),
  ...strictText(KEYS, 'name'),
  taken(KEYS, 'name', '鍵'.repeat(200)),
  refused(KEYS, 'name', '鍵'.repeat(201), ...long(200)),
  taken(KEYS, 'quota', ABSENT, null),
  taken(KEYS, 'quota', null),
  ...quota(KEYS, 'quota'),
  taken(KEYS, 'webhook_url', ABSENT, null),
  taken(KEYS, 'webhook_url', null),
  taken(KEYS, 'webhook_url', '', null),
  { ...taken(KEYS, 'webhook_secret', ''), stored: undefined },
  ...webhook(KEYS),
  ...['unlimited', 'active', 'key', ...UNKNOWN_NAMES].map((name) =>
    refused(KEYS, name, 1, ...EXTRA),
  ),

  ...['quota_remaining', 'quota_total'].flatMap((field) => [
    taken(KEY, field, ABSENT, 5),
    taken(KEY, field, null, 5),
    ...quota(KEY, field),
  ]),
  taken(KEY, 'active', ABSENT, true),
  taken(KEY, 'active', null, true),
  taken(KEY, 'active', false),
  ...['true', 1, []].map((value) => refused(KEY, 'active', value, ...NO_BOOLEAN)),
  ...[true, false, null].map((value) => ({ ...taken(KEY, 'unlimited', value), stored: undefined })),
  ...['true', 1, []].map((value) => refused(KEY, 'unlimited', value, ...NO_BOOLEAN)),
  taken(KEY, 'webhook_url', ABSENT, 'https://example.org/old'),
  taken(KEY, 'webhook_url', null, 'https://example.org/old'),
  taken(KEY, 'webhook_url', '', null),
  { ...taken(KEY, 'webhook_secret', ''), stored: undefined },
  ...webhook(KEY),
  ...['name', 'quota', 'key', 'total_used', ...UNKNOWN_NAMES].map((name) =>
    refused(KEY, name, 1, ...EXTRA),
  ),
]
