import { useState } from 'preact/hooks'
import type { ApiKeyDetail, Operations } from '../operations'
import { DayChart } from '../parts/chart'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { Confirm } from '../parts/dialog'
import { Entry, Fault } from '../parts/field'
import { instant, number } from '../parts/format'
import { placeOf } from '../parts/route'
import { Trouble } from '../parts/trouble'
import { useAnswer } from '../parts/use-answer'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import { masked, OpenStudio, quotaText } from './keys'

type Change = Operations['PATCH /api/admin/keys/{key}']['body']
type Save = (change: Change) => Promise<void>

const DAYS = 30
/** Of its usage log; the history has them all. */
const NEWEST = 10

/** One API key, named by its id: the key itself stands in no address. */
export function Key({ id }: { id: number }) {
  const { key: said } = words.admin
  const params = { key: String(id) }
  const { answer, fault, again } = useAnswer(`key ${id}`, (signal) =>
    call('GET /api/admin/keys/{key}', { params, signal }),
  )
  const { answer: use } = useAnswer(`use ${id}`, (signal) =>
    call('GET /api/admin/usage', { query: { days: DAYS, api_key: params.key }, signal }),
  )
  const save: Save = async (body) => {
    await call('PATCH /api/admin/keys/{key}', { params, body })
    again()
  }
  return (
    <>
      <p>
        <a href={placeOf('keys')}>{said.back}</a>
      </p>
      {fault && <Trouble fault={fault} />}
      {answer && (
        <>
          <Head record={answer} save={save} />
          <div class="halves">
            <Quota key={quotaText(answer)} record={answer} save={save} />
            <Webhook
              key={`${answer.webhook_url}${answer.has_webhook_secret}`}
              record={answer}
              save={save}
            />
          </div>
          <section class="card">
            <h2>{said.use}</h2>
            {use && <DayChart bars={use.days} label={words.admin.overview.useLabel(DAYS)} />}
            <Newest record={answer} />
          </section>
        </>
      )}
    </>
  )
}

interface Part {
  record: ApiKeyDetail
  save: Save
}

function Head({ record: { id, key, name, active, created_at }, save }: Part) {
  const { key: said, keys } = words.admin
  const [shown, setShown] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const switching = useSending()
  const removing = useSending()
  const remove = async () => {
    const params = { key: String(id) }
    if (await removing.send(() => call('DELETE /api/admin/keys/{key}', { params })))
      location.hash = placeOf('keys')
  }
  return (
    <section class="card">
      <h2 class="name">
        {name}{' '}
        <span class="badge" data-state={active ? 'completed' : 'failed'}>
          {active ? said.on : keys.off}
        </span>
      </h2>
      <p class="secret">
        <code>{shown ? key : masked(key)}</code>
      </p>
      <div class="row">
        <button type="button" class="small" onClick={() => setShown(!shown)}>
          {shown ? said.hide : said.show}
        </button>
        <CopyButton text={key} label={keys.copyOf(name)} />
        <OpenStudio apiKey={key} />
        <button
          type="button"
          class="small"
          disabled={switching.busy}
          onClick={() => void switching.send(() => save({ active: !active }))}
        >
          {active ? said.switchOff : said.switchOn}
        </button>
        <button type="button" class="small danger" onClick={() => setDeleting(true)}>
          {said.remove}
        </button>
      </div>
      <Fault fault={switching.fault} />
      <p class="hint">{said.madeOn(instant(created_at))}</p>
      {deleting && (
        <Confirm
          title={said.removeHeading(name)}
          warning={said.removeWarning}
          act={said.remove}
          sending={removing}
          close={() => setDeleting(false)}
          confirmed={() => void remove()}
        />
      )}
    </section>
  )
}

function Quota({ record: { quota_remaining, quota_total, total_used }, save }: Part) {
  const { key: said } = words.admin
  const [unlimited, setUnlimited] = useState(quota_remaining === null)
  const [left, setLeft] = useState(String(quota_remaining ?? ''))
  const [total, setTotal] = useState(String(quota_total ?? ''))
  const { busy, fault, fields, send } = useSending(['quota_remaining', 'quota_total'])
  const submit = (event: Event) => {
    event.preventDefault()
    const numbers = {
      ...(left !== '' && { quota_remaining: Number(left) }),
      ...(total !== '' && { quota_total: Number(total) }),
    }
    void send(() => save(unlimited ? { unlimited: true } : numbers))
  }
  const count = (
    label: string,
    value: string,
    set: (value: string) => void,
    wrong: string | undefined,
  ) => <Entry {...{ label, value, set }} fault={wrong} type="number" min={0} disabled={unlimited} />
  return (
    <form class="card" onSubmit={submit} noValidate>
      <h2>{said.quota}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={unlimited}
          onChange={({ currentTarget }) => setUnlimited(currentTarget.checked)}
        />
        {said.unlimited}
      </label>
      {count(said.left, left, setLeft, fields.quota_remaining)}
      {count(said.total, total, setTotal, fields.quota_total)}
      <p class="hint">{said.usedSoFar(number(total_used))}</p>
      <Fault fault={fault} />
      <div class="row ends">
        <button type="submit" disabled={busy}>
          {said.save}
        </button>
      </div>
    </form>
  )
}

function Webhook({ record: { webhook_url, has_webhook_secret }, save }: Part) {
  const { key: said, keys } = words.admin
  const [url, setUrl] = useState(webhook_url ?? '')
  const [secret, setSecret] = useState('')
  const [unsigned, setUnsigned] = useState(false)
  const { busy, fault, fields, send } = useSending(['webhook_url', 'webhook_secret'])
  const submit = (event: Event) => {
    event.preventDefault()
    void send(() =>
      save({
        ...(url !== (webhook_url ?? '') && { webhook_url: url }),
        ...(unsigned ? { webhook_secret: '' } : secret !== '' && { webhook_secret: secret }),
      }),
    )
  }
  return (
    <form class="card" onSubmit={submit} noValidate>
      <h2>{said.webhook}</h2>
      <Entry
        label={keys.fields.webhook_url}
        hint={said.urlHint}
        fault={fields.webhook_url}
        type="url"
        autocomplete="off"
        value={url}
        set={setUrl}
      />
      <Entry
        label={keys.fields.webhook_secret}
        hint={has_webhook_secret ? said.secretIsSet : said.secretIsNot}
        fault={fields.webhook_secret}
        type="password"
        autocomplete="off"
        disabled={unsigned}
        value={secret}
        set={setSecret}
      />
      {has_webhook_secret && (
        <label class="check">
          <input
            type="checkbox"
            checked={unsigned}
            onChange={({ currentTarget }) => setUnsigned(currentTarget.checked)}
          />
          {said.removeSecret}
        </label>
      )}
      <Fault fault={fault} />
      <div class="row ends">
        <button type="submit" disabled={busy}>
          {said.save}
        </button>
      </div>
    </form>
  )
}

function Newest({ record: { id, usage_log, usage_total } }: { record: ApiKeyDetail }) {
  const { key: said } = words.admin
  if (usage_log.length === 0) return <p class="soft">{said.unused}</p>
  return (
    <>
      <h3>{said.newest}</h3>
      <ul class="plain">
        {usage_log.slice(0, NEWEST).map((one) => (
          <li key={one.id}>
            <a href={placeOf(`history/${one.task_id}`)}>{instant(one.created_at)}</a>{' '}
            <code>{one.endpoint}</code>
          </li>
        ))}
      </ul>
      <p>
        <a href={placeOf('history', { api_key: id })}>{said.all(number(usage_total))}</a>
      </p>
    </>
  )
}
