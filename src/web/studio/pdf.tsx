import { Drop } from '../parts/drop'
import { Entry } from '../parts/field'
import { bytes } from '../parts/format'
import { words } from '../parts/words'
import { arePages, PagePicker } from './page-picker'
import { asked, type Room } from './rooms'
import { usePages } from './use-pages'

/** A paper as PDF, and the pages of it that tell the method. */
export function PdfRoom(room: Room) {
  const { draft, change, fields, pdf, setPdf } = room
  const said = words.studio.pdf
  const paper = usePages(pdf)
  const odd = draft.pages.trim() !== '' && !arePages(draft.pages)
  const choose = (pages: string) => change({ pages })
  return (
    <>
      <Drop
        label={said.label}
        accept="application/pdf,.pdf"
        pasted={(file) => file.type === 'application/pdf'}
        fault={fields.pdf_base64 ?? paper.fault}
        take={(file) => {
          setPdf(file)
          // Pages and caption were those of the paper before.
          if (pdf) change({ pages: '', paper: '' })
        }}
      >
        {pdf && <p>{`${pdf.name} (${bytes(pdf.size)})`}</p>}
        {paper.busy && <p role="status">{said.drawing}</p>}
      </Drop>
      {paper.pages > 1 && <PagePicker paper={paper} chosen={draft.pages} choose={choose} />}
      <Entry
        {...asked(room, 'pages', 'pages')}
        {...(odd && { fault: said.oddPages })}
        placeholder="2-4, 7"
      />
      <Entry {...asked(room, 'caption', 'paper')} maxLength={2000} />
    </>
  )
}
