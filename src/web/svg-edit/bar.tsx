import { render } from 'preact'
import { call } from '../parts/client'
import { root } from '../parts/root'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'

/** The way back from SVG-edit to a figure, and into it: what was drawn is saved as a new version. */
export function showBar(
  place: Element,
  bar: {
    /** Whose figure it is. */
    job: string
    /** Whether words had several lines before they were taken apart. */
    lines: boolean
    /** What is drawn now. */
    drawn: () => string
  },
): void {
  render(<Bar {...bar} />, place)
}

function Bar({ job, lines, drawn }: Parameters<typeof showBar>[1]) {
  const said = words.free
  const { busy, fault, send } = useSending()
  const save = (event: Event) => {
    event.preventDefault()
    void send(async () => {
      const { job_id } = await call('POST /api/redraw', {
        body: { source: job, svg: drawn() },
      })
      location.assign(root(`jobs/${job_id}`))
    })
  }
  return (
    <form onSubmit={save}>
      <a href={root(`jobs/${job}`)}>{said.back}</a>
      <button type="submit" disabled={busy}>
        {busy ? said.saving : said.save}
      </button>
      {fault !== undefined && <strong role="alert">{fault}</strong>}
      {lines && (
        <span>
          {said.lines} <a href={root(`jobs/${job}#edit`)}>{said.editThere}</a>
        </span>
      )}
    </form>
  )
}
