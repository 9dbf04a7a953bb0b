import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { HistoryDetail, HistoryItem, HistoryPage, Operations } from '../operations'
import { Sender } from '../parts/act'
import { call } from '../parts/client'
import { Choice, Fault, type Option } from '../parts/field'
import { bytes, instant, number } from '../parts/format'
import { root } from '../parts/root'
import { placeOf } from '../parts/route'
import { Badge, Card, Facts, factsOf, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'

type Query = Readonly<Record<string, string>>
type Asked = NonNullable<Operations['GET /api/admin/history']['query']>

const { history: said, record: own } = words.admin

/** While something of a page has not ended. */
const AGAIN_MS = 3000

/** What was submitted, newest first; the filters and the page stand in the address. */
export function History({ query }: { query: Query }) {
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
        names={said.columns}
        cells={{
          created_at: ({ task_id, created_at }) => (
            <a href={placeOf(`history/${task_id}`)}>{instant(created_at)}</a>
          ),
          endpoint: ({ endpoint, title }) => (
            <>
              <code>{endpoint}</code> <span class="cut soft">{title}</span>
            </>
          ),
          key_name: caller,
          status: ({ status, error }) => (
            <>
              <Badge state={status} of={words.states} />
              {error && <span class="cut soft">{error}</span>}
            </>
          ),
          webhook: ({ webhook: { state } }) =>
            state !== 'none' && <Badge state={state} of={words.deliveries} />,
        }}
      />
      {answer && <Pager page={answer} query={query} />}
    </Card>
  )
}

const isOpen = ({ status }: Pick<HistoryItem, 'status'>): boolean =>
  status === 'pending' || status === 'running'

function Filters({ query }: { query: Query }) {
  const { answer: config } = useAnswer('GET /api/config')
  const { answer: keys } = useAnswer('GET /api/admin/keys')
  const endpoints = config?.workflows.map(({ path }) => path.replace('/api/', '')) ?? []
  const all = ['', said.all] as const
  const options: Record<keyof typeof said.filters, Option[]> = {
    endpoint: [all, ...endpoints],
    status: [all, ...Object.entries(words.states)],
    api_key: [all, ...(keys ?? []).map(({ id, name }) => [String(id), name] as const)],
    size: [['', '20'], '50', '100'],
  }
  const names = Object.keys(options) as (keyof typeof options)[]
  return (
    <div class="row filters">
      {names.map((name) => (
        <Choice
          key={name}
          label={said.filters[name]}
          value={query[name] ?? ''}
          set={(value) => {
            // Another filter begins at its first page.
            const { page: _, ...rest } = query
            location.hash = placeOf('history', { ...rest, [name]: value })
          }}
          options={options[name]}
        />
      ))}
    </div>
  )
}

/** Who submitted, in words. */
function caller({ key_name, api_key }: HistoryItem): string {
  if (key_name === null) return said.deletedKey
  return api_key === '' ? said.anonymous : key_name
}

function Pager({ page: { page, pages, total }, query }: { page: HistoryPage; query: Query }) {
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

const PREVIEW = /^(?:final_preview|figure)\.png$/

/** One job or task: what was asked, what came of it, and who was told. */
export function RecordPage({ id }: { id: string }) {
  const { answer, fault, again } = useAnswer(
    'GET /api/admin/history/{id}',
    { params: { id }, query: { image: false } },
    (record) =>
      isOpen(record) || ['pending', 'retrying'].includes(record.webhook.state)
        ? AGAIN_MS
        : undefined,
  )
  return (
    <>
      <p>
        <a href={placeOf('history')}>{own.back}</a>
      </p>
      <Fault fault={fault} />
      {answer && <Parts record={answer} again={again} />}
    </>
  )
}

interface Part {
  record: HistoryDetail
  again: () => void
}

function Parts({ record, again }: Part) {
  const { artifacts, task_id, input, webhook } = record
  const picture = artifacts.find(({ path }) => PREVIEW.test(path))
  return (
    <>
      <Head record={record} again={again} />
      <div class="halves">
        <Card title={own.input}>
          <Facts
            facts={Object.entries(input).map(([name, value]) => [
              <code>{name}</code>,
              value !== null && spelled(value),
            ])}
          />
        </Card>
        <Card title={own.picture}>
          {picture ? (
            <img class="preview" src={root(picture.url)} alt={told(own.pictureOf, task_id)} />
          ) : (
            <p class="soft">{own.noPicture}</p>
          )}
        </Card>
      </div>
      {webhook.state !== 'none' && <Deliveries record={record} again={again} />}
      {artifacts.length > 0 && (
        <Card title={own.files}>
          <ul class="plain columns">
            {artifacts.map(({ path, url, size }) => (
              <li key={path}>
                <a href={root(url)}>{path}</a> <span class="soft">{bytes(size)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Log record={record} />
    </>
  )
}

function Head({ record, again }: Part) {
  const { title, endpoint, status, task_id, error, description, warnings } = record
  const params = { id: task_id }
  const cancel = () => call('POST /api/admin/history/{id}/cancel', { params }).then(again)
  const facts = factsOf(record, own.facts, {
    key_name: () => [caller(record), record.api_key].filter(Boolean).join(' · '),
    attempt: ({ attempt, lost }) => attempt > 1 && told(own.lost, attempt, lost),
    progress: ({ progress }) => isOpen(record) && progress?.stage,
  })
  return (
    <Card title={title || endpoint} badge={<Badge state={status} of={words.states} />}>
      <p class="soft">
        {endpoint} · <code>{task_id}</code>
      </p>
      <Fault fault={error ?? undefined} />
      {description && <p class="said">{description}</p>}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Facts facts={facts} />
      {isOpen(record) && <Sender label={own.cancel} look="small danger" act={cancel} />}
    </Card>
  )
}

/** Characters of a value that needs no lines of its own. */
const SHORT = 60

/** A value that was sent; a long text has its lines. */
function spelled(value: unknown): ComponentChildren {
  const short = typeof value === 'string' ? value : JSON.stringify(value)
  if (short.length <= SHORT && !short.includes('\n')) return short
  return (
    <pre class="text">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  )
}

function Deliveries({ record: { webhook, task_id }, again }: Part) {
  const params = { id: task_id }
  const redeliver = () => call('POST /api/admin/history/{id}/redeliver', { params }).then(again)
  return (
    <Card title={own.webhook} badge={<Badge state={webhook.state} of={words.deliveries} />}>
      <p class="soft break">{webhook.url}</p>
      <Facts facts={factsOf(webhook, own.delivery)} />
      <Fault fault={webhook.last_error ?? undefined} />
      <Sender label={own.redeliver} look="" act={redeliver} />
    </Card>
  )
}

/** Asked for when it is opened: it may be long. */
function Log({ record: { artifacts } }: Pick<Part, 'record'>) {
  const file = artifacts.find(({ kind }) => kind === 'log')
  const [text, setText] = useState<string>()
  if (!file) return null
  const open = async () => {
    const answer = await fetch(root(file.url)).catch(() => undefined)
    setText(answer?.ok ? await answer.text() : words.faults.unreached)
  }
  return (
    <details class="card" onToggle={({ currentTarget }) => currentTarget.open && void open()}>
      <summary>{own.log}</summary>
      {text !== undefined && <pre>{text}</pre>}
    </details>
  )
}
