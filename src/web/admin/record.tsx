import { useState } from 'preact/hooks'
import type { HistoryDetail } from '../operations'
import { Sender } from '../parts/act'
import { call } from '../parts/client'
import { Fault } from '../parts/field'
import { bytes, duration, instant, number, usd } from '../parts/format'
import { root } from '../parts/root'
import { placeOf } from '../parts/route'
import { Badge, Card, Facts } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'
import { caller, isOpen } from './history'

const AGAIN_MS = 2000
const PREVIEW = /^(?:final_preview|figure)\.png$/

/** One job or task: what was asked, what came of it, and who was told. */
export function RecordPage({ id }: { id: string }) {
  const { record: said } = words.admin
  const { answer, fault, again } = useAnswer(
    'GET /api/admin/history/{id}',
    { params: { id }, query: { image: false } },
    (record) => (isOpen(record) || isUnderWay(record) ? AGAIN_MS : undefined),
  )
  return (
    <>
      <p>
        <a href={placeOf('history')}>{said.back}</a>
      </p>
      <Fault fault={fault} />
      {answer && (
        <>
          <Head record={answer} again={again} />
          <div class="halves">
            <Input input={answer.input} />
            <Picture record={answer} />
          </div>
          {answer.webhook.state !== 'none' && <Deliveries record={answer} again={again} />}
          <Files record={answer} />
          <Log record={answer} />
        </>
      )}
    </>
  )
}

const isUnderWay = ({ webhook }: HistoryDetail): boolean =>
  webhook.state === 'pending' || webhook.state === 'retrying'

interface Part {
  record: HistoryDetail
  again: () => void
}

function Head({ record, again }: Part) {
  const { record: said, history } = words.admin
  const params = { id: record.task_id }
  const cancel = () => call('POST /api/admin/history/{id}/cancel', { params }).then(again)
  const facts: [string, string | false][] = [
    [history.key, [caller(record), record.api_key].filter(Boolean).join(' · ')],
    [said.created, instant(record.created_at)],
    [said.started, instant(record.started_at)],
    [said.ended, instant(record.completed_at)],
    [history.took, record.duration_ms !== null && duration(record.duration_ms)],
    [history.cost, record.cost_usd !== null && usd(record.cost_usd)],
    [said.attempts, record.attempt > 1 && told(said.lost, record.attempt, record.lost)],
    [said.stage, isOpen(record) && (record.progress?.stage ?? '')],
  ]
  return (
    <section class="card">
      <h2 class="name">
        {record.title || record.endpoint}{' '}
        <Badge state={record.status} label={words.states[record.status]} />
      </h2>
      <p class="soft">
        {record.endpoint} · <code>{record.task_id}</code>
      </p>
      <Fault fault={record.error ?? undefined} />
      {record.description && <p class="said">{record.description}</p>}
      {record.warnings.length > 0 && (
        <ul class="warnings">
          {record.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Facts facts={facts} />
      {isOpen(record) && <Sender label={said.cancel} look="small danger" act={cancel} />}
    </section>
  )
}

/** Characters of a value that needs no lines of its own. */
const SHORT = 60

/** What was sent, field by field; long texts first, with their lines. */
function Input({ input }: Pick<HistoryDetail, 'input'>) {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === 'string' ? value : spelled(value)] as const)
  const isLong = ([, text]: readonly [string, string]) => text.length > SHORT || /\n/.test(text)
  const short = fields.filter((field) => !isLong(field))
  return (
    <Card title={words.admin.record.input}>
      {fields.filter(isLong).map(([name, text]) => (
        <div key={name}>
          <h3>
            <code>{name}</code>
          </h3>
          <pre class="text">{text}</pre>
        </div>
      ))}
      <Facts facts={short.map(([name, text]) => [<code>{name}</code>, text])} />
    </Card>
  )
}

function spelled(value: unknown): string {
  const short = JSON.stringify(value)
  return short.length > SHORT ? JSON.stringify(value, null, 2) : short
}

function Picture({ record: { artifacts, task_id } }: { record: HistoryDetail }) {
  const { record: said } = words.admin
  const picture = artifacts.find(({ path }) => PREVIEW.test(path))
  return (
    <Card title={said.picture}>
      {picture ? (
        <img class="preview" src={root(picture.url)} alt={told(said.pictureOf, task_id)} />
      ) : (
        <p class="soft">{said.noPicture}</p>
      )}
    </Card>
  )
}

function Deliveries({ record: { webhook, task_id }, again }: Part) {
  const { record: said } = words.admin
  const params = { id: task_id }
  const redeliver = () => call('POST /api/admin/history/{id}/redeliver', { params }).then(again)
  return (
    <section class="card">
      <h2 class="name">
        {said.webhook} <Badge state={webhook.state} label={words.deliveries[webhook.state]} />
      </h2>
      <p class="soft break">{webhook.url}</p>
      <Facts
        facts={[
          [said.attempts, number(webhook.attempts)],
          [said.lastStatus, webhook.last_status],
          [said.next, instant(webhook.next_attempt_at)],
        ]}
      />
      <Fault fault={webhook.last_error ?? undefined} />
      <Sender label={said.redeliver} look="" act={redeliver} />
    </section>
  )
}

function Files({ record: { artifacts } }: { record: HistoryDetail }) {
  const { record: said } = words.admin
  if (artifacts.length === 0) return null
  return (
    <Card title={said.files}>
      <ul class="plain columns">
        {artifacts.map(({ path, url, size }) => (
          <li key={path}>
            <a href={root(url)}>{path}</a> <span class="soft">{bytes(size)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Asked for when it is opened: it may be long. */
function Log({ record: { artifacts } }: { record: HistoryDetail }) {
  const file = artifacts.find(({ kind }) => kind === 'log')
  const [text, setText] = useState<string>()
  if (!file) return null
  const open = async () => {
    const answer = await fetch(root(file.url)).catch(() => undefined)
    setText(answer?.ok ? await answer.text() : words.faults.unreached)
  }
  return (
    <details class="card" onToggle={({ currentTarget }) => currentTarget.open && void open()}>
      <summary>{words.admin.record.log}</summary>
      {text !== undefined && <pre>{text}</pre>}
    </details>
  )
}
