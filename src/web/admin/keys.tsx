import { useState } from 'preact/hooks'
import type { ApiKey, ApiKeyDetail, Operations } from '../operations'
import { Act, Sender } from '../parts/act'
import { setApiKey } from '../parts/api-key'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { Confirm, Dialog } from '../parts/dialog'
import { Check, Fault } from '../parts/field'
import { Form } from '../parts/form'
import { instant, number } from '../parts/format'
import { root } from '../parts/root'
import { placeOf } from '../parts/route'
import { Badge, Card, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'
import { DayChart } from './overview'

const { keys: said, key: own } = words.admin

/** Every API key, and a way to make one. */
export function Keys() {
  const { answer, fault, again } = useAnswer('GET /api/admin/keys')
  const [making, setMaking] = useState(false)
  const close = () => {
    setMaking(false)
    again()
  }
  return (
    <Card
      title={said.heading}
      beside={<Act label={said.make} look="main" act={() => setMaking(true)} />}
    >
      <Fault fault={fault} />
      <Table
        rows={answer}
        none={said.none}
        id={({ id }) => id}
        names={said.columns}
        cells={{
          name: ({ id, name, active }) => (
            <>
              <a href={placeOf(`keys/${id}`)}>{name}</a>{' '}
              {!active && <Badge state="failed" of={own.states} />}
            </>
          ),
          key: ({ key, name }) => (
            <>
              <code>{masked(key)}</code> <CopyButton text={key} label={told(said.copyOf, name)} />
            </>
          ),
          quota_remaining: ({ quota_remaining: left, quota_total: total }) =>
            left === null
              ? words.admin.fields.quota.placeholder
              : told(said.ofTotal, number(left), number(total ?? 0)),
        }}
      />
      {making && <NewKey close={close} />}
    </Card>
  )
}

/** A number that was typed; the server says what is wrong with another text. */
const units = (typed: string) =>
  Number.isNaN(Number(typed)) ? (typed as unknown as number) : Number(typed)

/** Enough of a key to know it again. */
function masked(key: string): string {
  return key.startsWith('burin_') ? `${key.slice(0, 10)}…${key.slice(-4)}` : key
}

function NewKey({ close }: { close: () => void }) {
  const [made, setMade] = useState<ApiKey>()
  const send = async ({ name = '', quota, ...webhook }: Readonly<Record<string, string>>) => {
    const given = Object.entries(webhook).filter(([, value]) => value !== '')
    const body = { name, ...(quota && { quota: units(quota) }), ...Object.fromEntries(given) }
    setMade(await call('POST /api/admin/keys', { body }))
  }
  return (
    <Dialog title={made ? told(said.madeHeading, made.name) : said.make} close={close}>
      {made ? (
        <>
          <p>{said.madeHint}</p>
          <p class="secret">
            <code>{made.key}</code>
          </p>
          <div class="row ends">
            <CopyButton text={made.key} label={told(said.copyOf, made.name)} />
            <OpenStudio apiKey={made.key} />
            <Act label={words.dialog.close} look="main" act={close} />
          </div>
        </>
      ) : (
        <Form
          asked={{ name: {}, quota: {}, webhook_url: {}, webhook_secret: {} }}
          act={said.make}
          send={send}
          beside={<Act label={words.dialog.cancel} look="" act={close} />}
        />
      )}
    </Dialog>
  )
}

/** The studio with a key, in this tab alone. */
const OpenStudio = ({ apiKey }: { apiKey: string }) => (
  <a class="button small" href={root('')} onClick={() => setApiKey(apiKey, true)}>
    {said.open}
  </a>
)

type Save = (change: Operations['PATCH /api/admin/keys/{key}']['body']) => Promise<void>

interface Part {
  record: ApiKeyDetail
  save: Save
}

/** Of its usage log; the history has them all. */
const NEWEST = 10

/** One API key, named by its id: the key itself stands in no address. */
export function Key({ id }: { id: string }) {
  const params = { key: id }
  const { answer, fault, again } = useAnswer('GET /api/admin/keys/{key}', { params })
  const save: Save = async (body) => {
    await call('PATCH /api/admin/keys/{key}', { params, body })
    again()
  }
  const part = answer && { record: answer, save }
  return (
    <>
      <p>
        <a href={placeOf('keys')}>{own.back}</a>
      </p>
      <Fault fault={fault} />
      {part && (
        <>
          <Head {...part} />
          <div class="halves">
            <Quota key={part.record.quota_remaining} {...part} />
            <Webhook
              key={`${part.record.webhook_url}${part.record.has_webhook_secret}`}
              {...part}
            />
          </div>
          <Card title={own.use}>
            {part.record.usage_total > 0 && <DayChart apiKey={id} />}
            <Newest record={part.record} />
          </Card>
        </>
      )}
    </>
  )
}

function Head({ record: { id, key, name, active, created_at }, save }: Part) {
  const [shown, setShown] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const remove = async () => {
    await call('DELETE /api/admin/keys/{key}', { params: { key: String(id) } })
    location.hash = placeOf('keys')
  }
  const badge = <Badge state={active ? 'completed' : 'failed'} of={own.states} />
  return (
    <Card title={name} badge={badge}>
      <p class="secret">
        <code>{shown ? key : masked(key)}</code>
      </p>
      <div class="row">
        <Act label={shown ? own.hide : own.show} act={() => setShown(!shown)} />
        <CopyButton text={key} label={told(said.copyOf, name)} />
        <OpenStudio apiKey={key} />
        <Sender
          label={active ? own.switchOff : own.switchOn}
          act={() => save({ active: !active })}
        />
        <Act label={own.remove} look="small danger" act={() => setDeleting(true)} />
      </div>
      <p class="hint">{told(own.madeOn, instant(created_at, false))}</p>
      {deleting && (
        <Confirm
          title={told(own.removeHeading, name)}
          warning={own.removeWarning}
          act={own.remove}
          close={() => setDeleting(false)}
          confirmed={remove}
        />
      )}
    </Card>
  )
}

const Quota = ({ record: { quota_remaining, total_used }, save }: Part) => (
  <Form
    class="card"
    asked={{ quota_remaining: { value: String(quota_remaining ?? '') } }}
    act={own.save}
    send={({ quota_remaining: left = '' }) =>
      save(
        left.trim() === ''
          ? { unlimited: true }
          : { quota_remaining: units(left), quota_total: Math.max(0, units(left) + total_used) },
      )
    }
    above={<h2>{own.quota}</h2>}
    beside={<p class="hint">{told(own.usedSoFar, number(total_used))}</p>}
  />
)

function Webhook({ record: { webhook_url, has_webhook_secret: isSigned }, save }: Part) {
  const [unsigned, setUnsigned] = useState(false)
  const hint = isSigned ? own.secretIsSet : own.secretIsNot
  const before = webhook_url ?? ''
  return (
    <Form
      class="card"
      asked={{
        webhook_url: { hint: own.urlHint, value: before },
        webhook_secret: { hint, disabled: unsigned },
      }}
      act={own.save}
      send={({ webhook_url: url = '', webhook_secret: typed = '' }) =>
        save({
          ...(url !== before && { webhook_url: url }),
          ...((unsigned || typed !== '') && { webhook_secret: unsigned ? '' : typed }),
        })
      }
      above={<h2>{own.webhook}</h2>}
      beside={isSigned && <Check label={own.removeSecret} checked={unsigned} set={setUnsigned} />}
    />
  )
}

function Newest({ record: { id, usage_log, usage_total } }: Pick<Part, 'record'>) {
  if (usage_log.length === 0) return <p class="soft">{own.unused}</p>
  return (
    <>
      <h3>{own.newest}</h3>
      <ul class="plain">
        {usage_log.slice(0, NEWEST).map((one) => (
          <li key={one.id}>
            <a href={placeOf(`history/${one.task_id}`)}>{instant(one.created_at)}</a>{' '}
            <code>{one.endpoint}</code>
          </li>
        ))}
      </ul>
      <p>
        <a href={placeOf('history', { api_key: id })}>{told(own.all, number(usage_total))}</a>
      </p>
    </>
  )
}
