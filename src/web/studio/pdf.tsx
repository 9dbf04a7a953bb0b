import { Drop } from '../parts/drop'
import { Field } from '../parts/field'
import { bytes } from '../parts/format'
import { words } from '../parts/words'
import type { Room } from './room'
import { Caption } from './text'

/** As the interface reads pages: numbers and ranges from 1 on. */
const PAGES = /^\s*[1-9]\d*(\s*-\s*[1-9]\d*)?(\s*,\s*[1-9]\d*(\s*-\s*[1-9]\d*)?)*\s*$/

/** A paper as PDF, and the pages of it that tell the method. */
export function PdfRoom({ draft, change, fields, pdf, setPdf }: Room) {
  const said = words.studio.pdf
  const odd = draft.pages.trim() !== '' && !PAGES.test(draft.pages)
  return (
    <>
      <Drop
        label={said.label}
        accept="application/pdf,.pdf"
        pasted={(file) => file.type === 'application/pdf'}
        fault={fields.pdf_base64}
        take={setPdf}
      >
        {pdf && <p>{`${pdf.name} (${bytes(pdf.size)})`}</p>}
      </Drop>
      <Field label={said.pages} hint={said.pagesHint} fault={odd ? said.oddPages : fields.pages}>
        {(ties) => (
          <input
            {...ties}
            placeholder="2-4, 7"
            value={draft.pages}
            onInput={({ currentTarget }) => change({ pages: currentTarget.value })}
          />
        )}
      </Field>
      <Caption draft={draft} change={change} fields={fields} />
    </>
  )
}
