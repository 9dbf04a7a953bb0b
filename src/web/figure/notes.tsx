import { words } from '../parts/words'
import type { JobState } from './use-job'

/** What a reader of the figure must know: where its reading is doubtful, what was not met, what dashes mean. */
export function Notes({ job: { record, report, svg } }: { job: JobState }) {
  const said = words.figure
  const dashed = svg?.includes('data-inferred="true"')
  return (
    <>
      <Note
        title={said.doubtful}
        lines={[...(record?.warnings ?? []), ...(report?.unsure ?? [])]}
        doubtful
      />
      <Note title={said.ignored} lines={report?.ignored ?? []} />
      {report?.material && report.drawing?.edited && <p class="note">{said.edited}</p>}
      {dashed && (
        <p class="note dashes">
          <svg width="36" height="8" aria-hidden="true">
            <path d="M0 4H36" stroke="currentColor" stroke-width="2" stroke-dasharray="6 4" />
          </svg>
          {said.dashes}
        </p>
      )}
    </>
  )
}

function Note({
  title,
  lines,
  doubtful = false,
}: {
  title: string
  lines: readonly string[]
  doubtful?: boolean
}) {
  if (lines.length === 0) return null
  return (
    <div class={doubtful ? 'note doubtful' : 'note'}>
      <h3>{title}</h3>
      <ul>
        {[...new Set(lines)].map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}
