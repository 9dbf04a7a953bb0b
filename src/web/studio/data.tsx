import { Drop } from '../parts/drop'
import { Field } from '../parts/field'
import { words } from '../parts/words'
import type { Room } from './room'

/** Numbers, pasted or dropped, and what a chart shall show of them. */
export function DataRoom({ draft, change, fields }: Room) {
  const said = words.studio.data
  const take = async (file: File) => change({ data: await file.text() })
  return (
    <>
      <Field label={said.label} hint={said.hint} fault={fields.data_json}>
        {(ties) => (
          <textarea
            {...ties}
            rows={8}
            class="code"
            spellcheck={false}
            placeholder={said.placeholder}
            value={draft.data}
            onInput={({ currentTarget }) => change({ data: currentTarget.value })}
          />
        )}
      </Field>
      <Drop label={said.drop} accept=".csv,.tsv,.json,.txt,text/*,application/json" take={take} />
      <Field label={said.intent} hint={said.intentHint} fault={fields.intent}>
        {(ties) => (
          <textarea
            {...ties}
            rows={2}
            placeholder={said.intentPlaceholder}
            value={draft.intent}
            onInput={({ currentTarget }) => change({ intent: currentTarget.value })}
          />
        )}
      </Field>
      <button
        type="button"
        class="small sample"
        onClick={() => change({ data: said.exampleData, intent: said.exampleIntent })}
      >
        {said.example}
      </button>
    </>
  )
}
