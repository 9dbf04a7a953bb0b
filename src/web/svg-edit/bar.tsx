import { render } from 'preact'
import { useState } from 'preact/hooks'
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
    /** It needs a key, which no page hands to another. */
    closed: boolean
    /** Whether words had several lines before they were taken apart. */
    lines: boolean
    /** What is drawn now. */
    drawn: () => string
  },
): void {
  render(<Bar {...bar} />, place)
}

function Bar({ job, closed, lines, drawn }: Parameters<typeof showBar>[1]) {
  const said = words.free
  const [key, setKey] = useState('')
  const { busy, fault, send } = useSending()
  const save = (event: Event) => {
    event.preventDefault()
    void send(async () => {
      const { job_id } = await call('POST /api/redraw', {
        body: { source: job, svg: drawn() },
        headers: key === '' ? {} : { authorization: `Bearer ${key.trim()}` },
      })
      location.assign(root(`jobs/${job_id}`))
    })
  }
  return (
    <form onSubmit={save}>
      <a href={root(`jobs/${job}`)}>{said.back}</a>
      {(closed || fault !== undefined) && (
        <input
          type="password"
          aria-label={said.key}
          placeholder={said.key}
          autocomplete="off"
          required={closed}
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      )}
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
