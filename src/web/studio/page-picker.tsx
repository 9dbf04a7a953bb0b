import { useRef } from 'preact/hooks'
import { Act } from '../parts/act'
import { told, words } from '../parts/words'
import type { Pages } from './use-pages'

/** The pages of a paper, to be chosen by looking; with Shift all from the last one to this one. */
export function PagePicker({
  paper: { pages, pictures, busy, more },
  chosen,
  choose,
}: {
  paper: Pages
  /** As the interface takes them; empty: all. */
  chosen: string
  choose: (pages: string) => void
}) {
  const said = words.studio.pdf
  const last = useRef<number>(undefined)
  const now = pagesIn(chosen, pages)
  const turn = (page: number, whole: boolean) => {
    const wanted = !now.has(page)
    const other = whole && last.current !== undefined ? last.current : page
    last.current = page
    const next = new Set(now)
    for (let one = Math.min(page, other); one <= Math.max(page, other); one++)
      if (wanted) next.add(one)
      else next.delete(one)
    choose(pagesWritten(next))
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

export function arePages(text: string): boolean {
  return PAGES.test(text)
}

/** The pages that a text such as `2-4, 7` names, up to `last`; none where it cannot be read. */
function pagesIn(text: string, last: number): Set<number> {
  const named = new Set<number>()
  if (!arePages(text)) return named
  for (const part of text.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number)
    const end = Math.min(Math.max(from, to), last)
    for (let page = Math.min(from, to); page <= end; page++) named.add(page)
  }
  return named
}

/** Pages as the interface reads them, with neighbours as ranges. */
function pagesWritten(pages: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = []
  for (const page of [...pages].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && page === last.to + 1) last.to = page
    else ranges.push({ from: page, to: page })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}
