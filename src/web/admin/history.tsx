import type { HistoryItem, HistoryPage, Operations } from '../operations'
import { Choice, Fault } from '../parts/field'
import { duration, instant, number, usd } from '../parts/format'
import { placeOf } from '../parts/route'
import { Badge, Card, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'

type Query = Readonly<Record<string, string>>
type Asked = NonNullable<Operations['GET /api/admin/history']['query']>

const STATES = ['pending', 'running', 'completed', 'failed'] as const
const SIZES = [20, 50, 100]
/** While something of the page has not ended. */
const AGAIN_MS = 3000

/** What was submitted, newest first; the filters and the page stand in the address. */
export function History({ query }: { query: Query }) {
  const { history: said } = words.admin
  const { answer, fault } = useAnswer(
    'GET /api/admin/history',
    { query: query as Asked },
    ({ items }) => (items.some(isOpen) ? AGAIN_MS : undefined),
  )
  return (
    <Card title={said.heading}>
      <Filters query={query} />
      <Fault fault={fault} />
      <Table
        rows={answer?.items}
        none={said.none}
        id={({ task_id }) => task_id}
        cells={{
          [said.at]: ({ task_id, created_at }) => (
            <a class="fit" href={placeOf(`history/${task_id}`)}>
              {instant(created_at)}
            </a>
          ),
          [said.endpoint]: ({ endpoint, title }) => (
            <>
              <code>{endpoint}</code> <span class="cut soft">{title}</span>
            </>
          ),
          [said.key]: caller,
          [said.state]: ({ status, error }) => (
            <>
              <Badge state={status} label={words.states[status]} />
              {error && <span class="cut soft">{error}</span>}
            </>
          ),
          [said.took]: ({ duration_ms: ms }) =>
            ms !== null && <span class="fit">{duration(ms)}</span>,
          [said.cost]: ({ cost_usd: cost }) => cost !== null && usd(cost),
          [said.webhook]: ({ webhook: { state } }) =>
            state !== 'none' && <Badge state={state} label={words.deliveries[state]} />,
        }}
      />
      {answer && <Pager page={answer} query={query} />}
    </Card>
  )
}

export const isOpen = ({ status }: Pick<HistoryItem, 'status'>): boolean =>
  status === 'pending' || status === 'running'

function Filters({ query }: { query: Query }) {
  const { history: said } = words.admin
  const { answer: config } = useAnswer('GET /api/config')
  const { answer: keys } = useAnswer('GET /api/admin/keys')
  const endpoints = config?.workflows.map(({ path }) => path.replace('/api/', '')) ?? []
  const choose = (name: string, options: readonly (readonly [string, string])[]) => (
    <Choice
      label={said.filters[name as keyof typeof said.filters]}
      value={query[name] ?? ''}
      set={(value) => {
        // Another filter begins at its first page.
        const { page: _, ...rest } = query
        location.hash = placeOf('history', { ...rest, [name]: value })
      }}
      options={options}
    />
  )
  const all = ['', said.all] as const
  return (
    <div class="row filters">
      {choose('endpoint', [all, ...endpoints.map((one) => [one, one] as const)])}
      {choose('status', [all, ...STATES.map((one) => [one, words.states[one]] as const)])}
      {choose('api_key', [all, ...(keys ?? []).map(({ id, name }) => [String(id), name] as const)])}
      {choose(
        'size',
        SIZES.map((one, index) => [index === 0 ? '' : String(one), String(one)] as const),
      )}
    </div>
  )
}

/** Who submitted, in words. */
export function caller({ key_name, api_key }: HistoryItem): string {
  const { history: said } = words.admin
  if (key_name === null) return said.deletedKey
  return api_key === '' ? said.anonymous : key_name
}

function Pager({ page: { page, pages, total }, query }: { page: HistoryPage; query: Query }) {
  const { history: said } = words.admin
  const to = (number: number) => placeOf('history', { ...query, page: number })
  return (
    <nav class="row pager" aria-label={said.pager}>
      <span class="soft">{told(said.total, number(total))}</span>
      {page > 1 && <a href={to(Math.min(page - 1, pages))}>{said.newer}</a>}
      {pages > 1 && <span>{told(said.pageOf, number(page), number(pages))}</span>}
      {page < pages && <a href={to(page + 1)}>{said.older}</a>}
    </nav>
  )
}
