import { useRef } from 'preact/hooks'
import { Act } from '../parts/act'
import { told, words } from '../parts/words'
import { pagesIn, pagesWritten } from './page-numbers'
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
