import { words } from '../parts/words'
import type { JobState } from './use-job'

/** What a reader of the figure must know: where its reading is doubtful, what was not met, what dashes mean. */
export function Notes({ job: { record, report, svg } }: { job: JobState }) {
  const said = words.figure
  const warnings = record?.warnings ?? []
  const ignored = report?.ignored ?? []
  const dashed = svg?.includes('data-inferred="true"')
  return (
    <>
      {warnings.length > 0 && (
        <div class="note doubtful">
          <h3>{said.doubtful}</h3>
          <ul>
            {warnings.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      {ignored.length > 0 && (
        <div class="note">
          <h3>{said.ignored}</h3>
          <ul>
            {ignored.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
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
