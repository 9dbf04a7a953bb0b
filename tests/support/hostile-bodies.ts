/** Requests that are refused, and once took the server's memory or its event loop. */
export interface HostileBody {
  name: string
  path: string
  /** `key`: with an API key; `spent`: with one without quota and an Idempotency-Key; absent: anonymous. */
  as?: 'key' | 'spent' | 'admin'
  body: () => string
  status: number
}

const letters = (count: number) => 'A'.repeat(count)
const nul = '"\\u0000"'
const list = (item: string, times: number) => `[${Array(times).fill(item).join(',')}]`
const names = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"n${index}":1`).join(',')}}`
const nested = (inner: string, levels: number) => '['.repeat(levels) + inner + ']'.repeat(levels)
const plot = (data: string) => JSON.stringify({ data_json: data, intent: 'bar chart' })

export const HOSTILE_BODIES: readonly HostileBody[] = [
  {
    name: 'a long name over 20,000 NULs',
    path: '/api/run',
    body: () => `{"${letters(100_000)}":${list(nul, 20_000)}}`,
    status: 422,
  },
  {
    name: 'the same with a spent key',
    path: '/api/run',
    as: 'spent',
    body: () => `{"${letters(100_000)}":${list(nul, 20_000)}}`,
    status: 422,
  },
  {
    name: 'the same to the admin',
    path: '/api/admin/keys',
    as: 'admin',
    body: () => `{"${letters(4_000)}":${list(nul, 1_200)}}`,
    status: 422,
  },
  {
    name: '3.5 MB of NULs 60 levels deep',
    path: '/api/run',
    body: () => `{"method_text":${nested(Array(390_000).fill(nul).join(','), 60)}}`,
    status: 422,
  },
  {
    name: '300,000 unknown properties',
    path: '/api/run',
    body: () => names(300_000),
    status: 422,
  },
  {
    name: 'one object a long name, 4,000 times',
    path: '/api/run',
    body: () => `{${Array.from({ length: 900 }, (_, i) => `"${i}${letters(4_000)}":0`).join(',')}}`,
    status: 422,
  },
  {
    name: 'broken JSON of 3.8 MB',
    path: '/api/run',
    body: () => `{"method_text":${list('0', 1_900_000)}`,
    status: 422,
  },
  {
    name: 'a plot of 1.9 million numbers',
    path: '/api/plot',
    as: 'key',
    body: () => plot(list('1', 1_900_000)),
    status: 422,
  },
  {
    name: 'a plot of 1.2 million nested lists',
    path: '/api/plot',
    as: 'key',
    body: () => plot(list('[]', 1_200_000)),
    status: 422,
  },
  {
    name: '900,000 output formats',
    path: '/api/generate',
    as: 'key',
    body: () => `{"source_context":"x","caption":"x","output_formats":${list('"a"', 900_000)}}`,
    status: 422,
  },
  {
    name: 'a method text of separators',
    path: '/api/run',
    body: () => JSON.stringify({ method_text: '\u2028'.repeat(1_000_000) }),
    status: 422,
  },
]
