import { useState } from 'preact/hooks'
import { credential } from '../parts/api-key'
import { ask, call, Refusal } from '../parts/client'
import { Dialog } from '../parts/dialog'
import { Field } from '../parts/field'
import { ended } from '../parts/job'
import { Over } from '../parts/over'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import { changesBetween } from './changes'
import type { Figure } from './figure'
import { type Edits, previewOf } from './use-edits'

/** A version that a model made after words. */
interface Made {
  id: string
  before: Figure
  after: Figure
  warnings: readonly string[]
}

/** A wish in words, which a model follows; what it made is looked at before it is kept. */
export function Instruct({ edits, go }: { edits: Edits; go: (id: string) => void }) {
  const [text, setText] = useState('')
  const [made, setMade] = useState<Made>()
  const sending = useSending()
  const said = words.editor.instruct
  const send = () =>
    void sending.send(async () => {
      const { figure: before } = edits
      const source = await edits.save()
      if (!before || source === undefined) return
      const body = { source, instruction: text.trim() }
      const { job_id: id } = await call('POST /api/redraw', { body, headers: credential() })
      const error = await ended(id, credential())
      if (error !== null) throw new Refusal(422, words.figure.failed(error))
      const asked = { params: { job_id: id }, headers: credential() }
      const { warnings } = await call('GET /api/history/{job_id}', asked)
      setMade({ id, before, after: await previewOf(id, [], null), warnings })
    })
  const keep = ({ id }: Made) => {
    setMade(undefined)
    setText('')
    go(id)
  }
  const discard = ({ id }: Made) => {
    setMade(undefined)
    void sending.send(() => ask(`api/history/${id}`, { method: 'DELETE', headers: credential() }))
  }
  return (
    <form
      class="instruct"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={said.label} hint={said.hint} fault={sending.fault}>
        {(ties) => (
          <textarea
            {...ties}
            rows={2}
            value={text}
            placeholder={said.placeholder}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="small" disabled={sending.busy || text.trim() === ''}>
        {sending.busy ? said.busy : said.act}
      </button>
      {made && <Difference made={made} keep={() => keep(made)} discard={() => discard(made)} />}
    </form>
  )
}

/** A version over the one before it, with what is different. */
function Difference({
  made: { before, after, warnings },
  keep,
  discard,
}: {
  made: Made
  keep: () => void
  discard: () => void
}) {
  const said = words.editor.instruct
  const changes = changesBetween(before, after)
  const side = ({ svg }: Figure, label: string) => ({
    ...{ src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: label, label },
  })
  return (
    <Dialog title={said.heading} close={discard} wide>
      <Over
        front={side(before, said.before)}
        back={side(after, said.after)}
        aspect={after.width / after.height}
      />
      <ul class="report">
        {(changes.length > 0 ? changes : [said.nothing]).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <div class="note doubtful">
          <h3>{words.figure.doubtful}</h3>
          <ul>
            {warnings.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <div class="row ends">
        <button type="button" onClick={discard}>
          {said.discard}
        </button>
        <button type="button" class="main" onClick={keep}>
          {said.keep}
        </button>
      </div>
    </Dialog>
  )
}
