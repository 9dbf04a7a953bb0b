import { useState } from 'preact/hooks'
import type { ApiKeyDetail, Operations } from '../operations'
import { Act, Sender } from '../parts/act'
import { DayChart } from '../parts/chart'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { Confirm } from '../parts/dialog'
import { Check, Fault } from '../parts/field'
import { Form } from '../parts/form'
import { instant, number } from '../parts/format'
import { placeOf } from '../parts/route'
import { Badge, Card } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'
import { masked, OpenStudio, quotaText, UNITS, units } from './keys'
import { DAYS } from './overview'

type Change = Operations['PATCH /api/admin/keys/{key}']['body']
type Save = (change: Change) => Promise<void>

/** Of its usage log; the history has them all. */
const NEWEST = 10

/** One API key, named by its id: the key itself stands in no address. */
export function Key({ id }: { id: number }) {
  const { key: said } = words.admin
  const params = { key: String(id) }
  const { answer, fault, again } = useAnswer('GET /api/admin/keys/{key}', { params })
  const { answer: use } = useAnswer('GET /api/admin/usage', {
    query: { days: DAYS, api_key: params.key },
  })
  const save: Save = async (body) => {
    await call('PATCH /api/admin/keys/{key}', { params, body })
    again()
  }
  return (
    <>
      <p>
        <a href={placeOf('keys')}>{said.back}</a>
      </p>
      <Fault fault={fault} />
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
          <Card title={said.use}>
            {use && answer.usage_total > 0 && (
              <DayChart bars={use.days} label={told(words.admin.overview.useLabel, DAYS)} />
            )}
            <Newest record={answer} />
          </Card>
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
  const remove = async () => {
    const params = { key: String(id) }
    await call('DELETE /api/admin/keys/{key}', { params })
    location.hash = placeOf('keys')
  }
  return (
    <section class="card">
      <h2 class="name">
        {name} <Badge state={active ? 'completed' : 'failed'} label={active ? said.on : keys.off} />
      </h2>
      <p class="secret">
        <code>{shown ? key : masked(key)}</code>
      </p>
      <div class="row">
        <Act label={shown ? said.hide : said.show} act={() => setShown(!shown)} />
        <CopyButton text={key} label={told(keys.copyOf, name)} />
        <OpenStudio apiKey={key} />
        <Sender
          label={active ? said.switchOff : said.switchOn}
          act={() => save({ active: !active })}
        />
        <Act label={said.remove} look="small danger" act={() => setDeleting(true)} />
      </div>
      <p class="hint">{told(said.madeOn, instant(created_at, false))}</p>
      {deleting && (
        <Confirm
          title={told(said.removeHeading, name)}
          warning={said.removeWarning}
          act={said.remove}
          close={() => setDeleting(false)}
          confirmed={remove}
        />
      )}
    </section>
  )
}

function Quota({ record: { quota_remaining, total_used }, save }: Part) {
  const { key: said } = words.admin
  const asked = { name: 'quota_remaining', label: said.left, value: String(quota_remaining ?? '') }
  return (
    <Form
      class="card"
      asked={[{ ...asked, ...UNITS }]}
      act={said.save}
      send={({ quota_remaining: left = '' }) =>
        save(
          left.trim() === ''
            ? { unlimited: true }
            : { quota_remaining: units(left), quota_total: Math.max(0, units(left) + total_used) },
        )
      }
      above={<h2>{said.quota}</h2>}
      beside={<p class="hint">{told(said.usedSoFar, number(total_used))}</p>}
    />
  )
}

function Webhook({ record: { webhook_url, has_webhook_secret: isSigned }, save }: Part) {
  const { key: said, keys } = words.admin
  const [unsigned, setUnsigned] = useState(false)
  const hint = isSigned ? said.secretIsSet : said.secretIsNot
  const { webhook_url: address, webhook_secret: secret } = keys.fields
  const before = webhook_url ?? ''
  return (
    <Form
      class="card"
      asked={[
        { name: 'webhook_url', label: address, hint: said.urlHint, type: 'url', value: before },
        {
          ...{ name: 'webhook_secret', label: secret, hint, type: 'password' },
          disabled: unsigned,
        },
      ]}
      act={said.save}
      send={({ webhook_url: url = '', webhook_secret: typed = '' }) =>
        save({
          ...(url !== before && { webhook_url: url }),
          ...((unsigned || typed !== '') && { webhook_secret: unsigned ? '' : typed }),
        })
      }
      above={<h2>{said.webhook}</h2>}
      beside={isSigned && <Check label={said.removeSecret} checked={unsigned} set={setUnsigned} />}
    />
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
        <a href={placeOf('history', { api_key: id })}>{told(said.all, number(usage_total))}</a>
      </p>
    </>
  )
}
