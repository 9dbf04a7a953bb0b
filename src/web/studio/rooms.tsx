import { Drop } from '../parts/drop'
import { Entry, Lines } from '../parts/field'
import { words } from '../parts/words'
import { withText } from './draft'
import type { Room } from './room'

/** A method text, in prose or structured. */
export function TextRoom({ draft, change, fields }: Room) {
  const said = words.studio.text
  return (
    <>
      <Lines
        label={said.label}
        fault={fields.source_context}
        rows={10}
        spellcheck
        placeholder={said.placeholder}
        value={draft.text}
        set={(text) => change(withText(draft, text))}
      />
      <Caption
        value={draft.caption}
        fault={fields.caption}
        set={(caption) => change({ caption })}
      />
    </>
  )
}

export function Caption(given: {
  value: string
  fault: string | undefined
  set: (value: string) => void
}) {
  const { label, hint } = words.studio.caption
  return <Entry label={label} hint={hint} maxLength={2000} {...given} />
}

/** Numbers, pasted or dropped, and what a chart shall show of them. */
export function DataRoom({ draft, change, fields }: Room) {
  const said = words.studio.data
  const take = async (file: File) => change({ data: await file.text(), chart: '' })
  return (
    <>
      <Lines
        label={said.label}
        hint={said.hint}
        fault={fields.data_json}
        rows={7}
        class="code"
        spellcheck={false}
        placeholder={said.placeholder}
        value={draft.data}
        set={(data) => change({ data, chart: '' })}
      />
      <Drop label={said.drop} accept=".csv,.tsv,.json,.txt,text/*,application/json" take={take} />
      <Lines
        label={said.intent}
        hint={said.intentHint}
        fault={fields.intent}
        rows={2}
        placeholder={said.intentPlaceholder}
        value={draft.intent}
        set={(intent) => change({ intent, chart: '' })}
      />
    </>
  )
}

/** A prompt for a painter of figures, to be completed. */
export function PromptRoom({ draft, change, fields }: Room) {
  const said = words.studio.prompt
  return (
    <>
      <Lines
        label={said.label}
        hint={said.hint}
        fault={fields.description}
        rows={8}
        spellcheck
        placeholder={said.placeholder}
        value={draft.prompt}
        set={(prompt) => change({ prompt })}
      />
      <Lines
        label={said.guidelines}
        hint={said.guidelinesHint}
        fault={fields.guidelines}
        rows={3}
        value={draft.guidelines}
        set={(guidelines) => change({ guidelines })}
      />
    </>
  )
}
