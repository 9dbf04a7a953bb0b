import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Frame } from '../parts/frame'
import { lazy } from '../parts/lazy'
import { root } from '../parts/root'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { Figure } from './figure'
import { usePlace } from './place'
import type { JobState } from './use-job'

/** `/jobs/{id}`: one figure, of a job or a task. */
export function FigurePage({ way }: { way: (job: JobState) => ComponentChildren }) {
  const { id, editing, go, leave } = usePlace()
  const { answer: config } = useAnswer('GET /api/config')
  const { answer: record, again } = useAnswer('GET /api/history/{job_id}', {
    params: { job_id: id },
  })
  const title = record?.title || words.figure.untitled
  useEffect(() => {
    document.title = `${title}, Burin`
  }, [title])
  return (
    <Frame>
      <h1 class="headline">{title}</h1>
      <p class="soft">
        <a href={root('')}>{words.figure.back}</a>
        {record && record.parent !== null && (
          <>
            {' · '}
            <a href={root(`jobs/${record.parent}`)}>{words.figure.parent}</a>
          </>
        )}
      </p>
      <section class="card plate" aria-label={words.studio.figure}>
        <Figure
          id={id}
          alone
          config={config}
          take={go}
          way={editing ? undefined : way}
          ended={again}
          {...(editing && {
            view: ({ error }) => (
              <Editor
                id={error === null ? id : undefined}
                draws={config !== undefined && config.providers.svg[0] !== 'local'}
                go={go}
                done={leave}
              />
            ),
          })}
        />
      </section>
    </Frame>
  )
}

const Editor = lazy(
  () => import('../editor/editor'),
  <div class="sheet empty">{words.figure.drawing}</div>,
)
