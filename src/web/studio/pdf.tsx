import { useEffect, useRef, useState } from 'preact/hooks'
import type { PdfPages } from '../operations'
import { Act } from '../parts/act'
import { useApiKey } from '../parts/api-key'
import { ask, Refusal } from '../parts/client'
import { Drop } from '../parts/drop'
import { Entry } from '../parts/field'
import { bytes } from '../parts/format'
import { useSending } from '../parts/use-sending'
import { told, words } from '../parts/words'
import { asked, type Room } from './rooms'

const said = words.studio.pdf

/** A paper as PDF, and the pages of it that tell the method. */
export function PdfRoom(room: Room) {
  const { draft, change, fields, pdf, setPdf } = room
  const paper = usePages(pdf)
  const odd = draft.pages.trim() !== '' && !PAGES.test(draft.pages)
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
      {paper.pages > 1 && (
        <PagePicker paper={paper} chosen={draft.pages} choose={(pages) => change({ pages })} />
      )}
      <Entry
        {...asked(room, 'pages', 'pages')}
        {...(odd && { fault: said.oddPages })}
        placeholder="2-4, 7"
      />
      <Entry {...asked(room, 'caption', 'paper')} maxLength={2000} />
    </>
  )
}

const NONE: PdfPages = { pages: 0, pictures: [] }

/** A paper's pages as pictures, as far as they are drawn: the first ones as soon as it is chosen. */
function usePages(pdf: File | undefined) {
  const key = useApiKey()
  const [paper, set] = useState(NONE)
  const { busy, fault, send } = useSending()
  const over = useRef(new AbortController())
  const draw = (before: PdfPages) =>
    send(async () => {
      const { signal } = over.current
      const from = (before.pictures.at(-1)?.page ?? 0) + 1
      const headers = { 'content-type': 'application/pdf' }
      const { pages, pictures }: PdfPages = await ask(`api/pdf-pages?from=${from}`, {
        ...{ method: 'POST', body: pdf, headers, signal },
      })
        .then((answer) => answer.json())
        .catch((reason: unknown) => {
          // The key is asked for below.
          if (signal.aborted || (reason instanceof Refusal && reason.status === 401)) return NONE
          throw reason
        })
      if (!signal.aborted) set({ pages, pictures: [...before.pictures, ...pictures] })
    })
  useEffect(() => {
    const own = new AbortController()
    over.current = own
    set(NONE)
    if (pdf) void draw(NONE)
    return () => own.abort()
  }, [pdf, key])
  return { ...paper, busy, fault, more: () => draw(paper) }
}

interface PagePickerProps {
  paper: ReturnType<typeof usePages>
  /** As the interface takes them; empty: all. */
  chosen: string
  choose: (pages: string) => void
}

/** The pages of a paper, to be chosen by looking; with Shift all from the last one to this one. */
function PagePicker({ paper: { pages, pictures, busy, more }, chosen, choose }: PagePickerProps) {
  const last = useRef<number>(undefined)
  const now = pagesIn(chosen, pages)
  const turn = (page: number, whole: boolean) => {
    const range = pagesIn(`${(whole && last.current) || page}-${page}`, pages)
    last.current = page
    choose(pagesWritten(now.has(page) ? now.difference(range) : now.union(range)))
  }
  return (
    <fieldset class="tiles pages">
      <legend>{now.size > 0 ? told(said.choose, now.size, pages) : told(said.whole, pages)}</legend>
      <ul>
        {pictures.map(({ page, picture }) => (
          <li key={page}>
            <label>
              <input
                type="checkbox"
                checked={now.has(page)}
                aria-label={told(said.page, page)}
                onClick={({ shiftKey }) => turn(page, shiftKey)}
              />
              {picture ? <img src={picture} alt="" /> : <span class="broken">?</span>}
              <span aria-hidden="true">{page}</span>
            </label>
          </li>
        ))}
      </ul>
      <div class="row">
        {pictures.length < pages && (
          <Act label={told(said.more, pages - pictures.length)} off={busy} act={more} />
        )}
        {now.size > 0 && <Act label={said.all} act={() => choose('')} />}
      </div>
    </fieldset>
  )
}

/** As the interface reads pages: numbers and ranges from 1 on. */
const PAGES = /^\s*[1-9]\d*(\s*-\s*[1-9]\d*)?(\s*,\s*[1-9]\d*(\s*-\s*[1-9]\d*)?)*\s*$/

/** The pages that a text such as `2-4, 7` names, up to `last`; none where it cannot be read. */
function pagesIn(text: string, last: number): Set<number> {
  const ranges = PAGES.test(text) ? text.split(',').map((part) => part.split('-').map(Number)) : []
  const all = Array.from({ length: last }, (_, at) => at + 1)
  return new Set(
    all.filter((page) =>
      ranges.some((ends) => page >= Math.min(...ends) && page <= Math.max(...ends)),
    ),
  )
}

/** Pages as the interface reads them, with neighbours as ranges. */
function pagesWritten(pages: ReadonlySet<number>): string {
  const all = [...pages].sort((a, b) => a - b)
  const starts = all.filter((page) => !pages.has(page - 1))
  const ends = all.filter((page) => !pages.has(page + 1))
  return starts.map((from, at) => (from === ends[at] ? from : `${from}-${ends[at]}`)).join(', ')
}
