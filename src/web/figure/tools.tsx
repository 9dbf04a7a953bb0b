import type { Config } from '../operations'
import { useApiKey } from '../parts/api-key'
import { artifactPath } from '../parts/artifact'
import { isEditable } from '../parts/editable'
import { HANDED, handOver } from '../parts/handed'
import { root } from '../parts/root'
import { words } from '../parts/words'
import type { JobState } from './use-job'

const FIGURE = 'final.svg'

/** What else can be done with a figure. @param page whether links to its own page are wanted */
export function FigureTools({
  job: { id, svg, files },
  config,
  page = false,
}: {
  job: JobState
  config: Config | undefined
  page?: boolean
}) {
  const key = useApiKey()
  if (!svg) return null
  const address = `/${artifactPath(id, FIGURE)}`
  // The editor asks by address for what everybody may read; what needs the key is handed to it.
  const hand = (event: MouseEvent & { currentTarget: HTMLAnchorElement }) => {
    if (key !== '' && handOver({ name: FIGURE, svg, job: id }))
      event.currentTarget.href = root(`editor/index.html#${HANDED}`)
  }
  return (
    <>
      {page && isEditable(files) && (
        <li>
          <a class="button" href={root(`jobs/${id}#edit`)}>
            {words.editor.open}
          </a>
        </li>
      )}
      {page && (
        <li>
          <a class="button" href={root(`jobs/${id}`)}>
            {words.figure.page}
          </a>
        </li>
      )}
      {config?.svgEditPath && (
        <li>
          <a
            class="button"
            href={root(
              `editor/index.html?url=${encodeURIComponent(new URL(root(address.slice(1))).pathname)}`,
            )}
            onClick={hand}
          >
            {words.figure.editor}
          </a>
        </li>
      )}
    </>
  )
}
