import { useState } from 'preact/hooks'
import type { ApiKey, ApiKeyDetail } from '../operations'
import { Act } from '../parts/act'
import { setApiKey } from '../parts/api-key'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { Dialog } from '../parts/dialog'
import { Fault } from '../parts/field'
import { Form } from '../parts/form'
import { instant, number } from '../parts/format'
import { root } from '../parts/root'
import { placeOf } from '../parts/route'
import { Badge, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'

/** Every API key, and a way to make one. */
export function Keys() {
  const { keys: said } = words.admin
  const { answer, fault, again } = useAnswer('GET /api/admin/keys')
  const [making, setMaking] = useState(false)
  const close = () => {
    setMaking(false)
    again()
  }
  return (
    <section class="card">
      <div class="row heads">
        <h2>{said.heading}</h2>
        <Act label={said.make} look="main" act={() => setMaking(true)} />
      </div>
      <Fault fault={fault} />
      <Table
        rows={answer}
        none={said.none}
        id={({ id }) => id}
        cells={{
          [said.name]: ({ id, name, active }) => (
            <>
              <a href={placeOf(`keys/${id}`)}>{name}</a>{' '}
              {!active && <Badge state="failed" label={said.off} />}
            </>
          ),
          [said.key]: ({ key, name }) => (
            <span class="fit">
              <code>{masked(key)}</code> <CopyButton text={key} label={told(said.copyOf, name)} />
            </span>
          ),
          [said.left]: (one) => <span class="fit">{quotaText(one)}</span>,
          [said.used]: ({ total_used }) => number(total_used),
          [said.made]: ({ created_at }) => <span class="fit">{instant(created_at, false)}</span>,
        }}
      />
      {making && <NewKey close={close} />}
    </section>
  )
}

export function quotaText({ quota_remaining: left, quota_total: total }: ApiKeyDetail | ApiKey) {
  const { keys: said } = words.admin
  return left === null ? said.unlimited : told(said.ofTotal, number(left), number(total ?? 0))
}

const { quotaHint: hint, unlimited: placeholder } = words.admin.keys
/** Of a field of units. */
export const UNITS = { hint, placeholder }

/** A number that was typed; the server says what is wrong with another text. */
export const units = (typed: string) =>
  Number.isNaN(Number(typed)) ? (typed as unknown as number) : Number(typed)

/** Enough of a key to know it again. */
export function masked(key: string): string {
  return key.startsWith('burin_') ? `${key.slice(0, 10)}…${key.slice(-4)}` : key
}

function NewKey({ close }: { close: () => void }) {
  const { keys: said } = words.admin
  const [made, setMade] = useState<ApiKey>()
  const send = async ({ name = '', quota, ...webhook }: Readonly<Record<string, string>>) => {
    const given = Object.entries(webhook).filter(([, value]) => value !== '')
    const body = { name, ...(quota && { quota: units(quota) }), ...Object.fromEntries(given) }
    setMade(await call('POST /api/admin/keys', { body }))
  }
  if (made) return <MadeKey made={made} close={close} />
  const { name, quota, webhook_url, webhook_secret } = said.fields
  return (
    <Dialog title={said.make} close={close}>
      <Form
        asked={[
          { name: 'name', label: name },
          { name: 'quota', label: quota, ...UNITS },
          { name: 'webhook_url', label: webhook_url, hint: said.webhookHint, type: 'url' },
          {
            name: 'webhook_secret',
            label: webhook_secret,
            hint: said.secretHint,
            type: 'password',
          },
        ]}
        act={said.make}
        send={send}
        beside={<Act label={words.dialog.cancel} look="" act={close} />}
      />
    </Dialog>
  )
}

/** The studio with a key, in this tab alone. */
export function OpenStudio({ apiKey }: { apiKey: string }) {
  return (
    <a class="button small" href={root('')} onClick={() => setApiKey(apiKey, true)}>
      {words.admin.keys.open}
    </a>
  )
}

function MadeKey({ made, close }: { made: ApiKey; close: () => void }) {
  const { keys: said } = words.admin
  return (
    <Dialog title={told(said.madeHeading, made.name)} close={close}>
      <p>{said.madeHint}</p>
      <p class="secret">
        <code>{made.key}</code>
      </p>
      <div class="row ends">
        <CopyButton text={made.key} label={told(said.copyOf, made.name)} />
        <OpenStudio apiKey={made.key} />
        <Act label={words.dialog.close} look="main" act={close} />
      </div>
    </Dialog>
  )
}
