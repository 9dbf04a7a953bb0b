import { useState } from 'preact/hooks'
import type { HistoryDetail } from '../operations'
import { Act } from '../parts/act'
import { call } from '../parts/client'
import { Fault } from '../parts/field'
import { bytes, duration, instant, number, usd } from '../parts/format'
import { root } from '../parts/root'
import { placeOf } from '../parts/route'
import { Facts } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { useSending } from '../parts/use-sending'
import { told, words } from '../parts/words'
import { caller, DeliveryBadge, isOpen, StateBadge } from './history'

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
  const { busy, fault, send } = useSending()
  const params = { id: record.task_id }
  const cancel = async () => {
    if (await send(() => call('POST /api/admin/history/{id}/cancel', { params }))) again()
  }
  const facts: [string, string | null][] = [
    [history.key, [caller(record), record.api_key].filter(Boolean).join(' · ')],
    [said.created, instant(record.created_at)],
    [said.started, record.started_at && instant(record.started_at)],
    [said.ended, record.completed_at && instant(record.completed_at)],
    [history.took, record.duration_ms === null ? null : duration(record.duration_ms)],
    [history.cost, record.cost_usd === null ? null : usd(record.cost_usd)],
    [said.attempts, record.attempt > 1 ? told(said.lost, record.attempt, record.lost) : null],
    [said.stage, record.progress && isOpen(record) ? record.progress.stage : null],
  ]
  return (
    <section class="card">
      <h2 class="name">
        {record.title || record.endpoint} <StateBadge state={record.status} />
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
      {isOpen(record) && <Act label={said.cancel} look="small danger" off={busy} act={cancel} />}
      <Fault fault={fault} />
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
    <section class="card">
      <h2>{words.admin.record.input}</h2>
      {fields.filter(isLong).map(([name, text]) => (
        <div key={name}>
          <h3>
            <code>{name}</code>
          </h3>
          <pre class="text">{text}</pre>
        </div>
      ))}
      <Facts facts={short.map(([name, text]) => [<code>{name}</code>, text])} />
    </section>
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
    <section class="card">
      <h2>{said.picture}</h2>
      {picture ? (
        <img class="preview" src={root(picture.url.slice(1))} alt={told(said.pictureOf, task_id)} />
      ) : (
        <p class="soft">{said.noPicture}</p>
      )}
    </section>
  )
}

function Deliveries({ record: { webhook, task_id }, again }: Part) {
  const { record: said } = words.admin
  const { busy, fault, send } = useSending()
  const redeliver = async () => {
    const params = { id: task_id }
    if (await send(() => call('POST /api/admin/history/{id}/redeliver', { params }))) again()
  }
  return (
    <section class="card">
      <h2 class="name">
        {said.webhook} <DeliveryBadge {...webhook} />
      </h2>
      <p class="soft break">{webhook.url}</p>
      <Facts
        facts={[
          [said.attempts, number(webhook.attempts)],
          [said.lastStatus, webhook.last_status],
          [said.next, webhook.next_attempt_at && instant(webhook.next_attempt_at)],
        ]}
      />
      <Fault fault={webhook.last_error ?? undefined} />
      <Act label={said.redeliver} look="" off={busy} act={redeliver} />
      <Fault fault={fault} />
    </section>
  )
}

function Files({ record: { artifacts } }: { record: HistoryDetail }) {
  const { record: said } = words.admin
  if (artifacts.length === 0) return null
  return (
    <section class="card">
      <h2>{said.files}</h2>
      <ul class="plain columns">
        {artifacts.map(({ path, url, size }) => (
          <li key={path}>
            <a href={root(url.slice(1))}>{path}</a> <span class="soft">{bytes(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asked for when it is opened: it may be long. */
function Log({ record: { artifacts } }: { record: HistoryDetail }) {
  const file = artifacts.find(({ kind }) => kind === 'log')
  const [text, setText] = useState<string>()
  if (!file) return null
  const open = async () => {
    const answer = await fetch(root(file.url.slice(1))).catch(() => undefined)
    setText(answer?.ok ? await answer.text() : words.faults.unreached)
  }
  return (
    <details class="card" onToggle={({ currentTarget }) => currentTarget.open && void open()}>
      <summary>{words.admin.record.log}</summary>
      {text !== undefined && <pre>{text}</pre>}
    </details>
  )
}
