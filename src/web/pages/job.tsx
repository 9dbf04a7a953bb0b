import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Figure } from '../figure/figure'
import { Frame } from '../parts/frame'
import { showInstead } from '../parts/kept'
import { root } from '../parts/root'
import { useAnswer } from '../parts/use-answer'
import { useEvent } from '../parts/use-event'
import { words } from '../parts/words'
import { Reopen } from '../studio/reopen'

/** `/jobs/{id}`: one figure, of a job or a task. */
function FigurePage() {
  const { id, editing, go, leave } = usePlace()
  const { answer: config } = useAnswer('GET /api/config')
  const { answer: record, again } = useAnswer('GET /api/history/{job_id}', {
    params: { job_id: id },
  })
  // Its script is loaded when somebody edits.
  const [editor, load] = useState<typeof import('../editor/editor')>()
  useEffect(() => {
    if (editing) void import('../editor/editor').then(load)
  }, [editing])
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
          way={(job) => !editing && <Reopen job={job} />}
          ended={again}
          {...(editing && {
            view: ({ error }) =>
              editor ? (
                <editor.default
                  id={error === null ? id : undefined}
                  draws={config !== undefined && config.providers.svg[0] !== 'local'}
                  go={go}
                  done={leave}
                />
              ) : (
                <div class="sheet empty">{words.figure.drawing}</div>
              ),
          })}
        />
      </section>
    </Frame>
  )
}

/** Which figure the address names, and whether it is being edited: `/jobs/{id}#edit`. Reload, Back and a passed-on address lead there. */
function usePlace() {
  const [place, set] = useState(read)
  useEvent('popstate', () => set(read()))
  return {
    ...place,
    /** To a version that was made of it. */
    go: (id: string) => {
      showInstead(read().id, id)
      history.pushState(null, '', root(`jobs/${id}`) + location.hash)
      set(read())
    },
    /** Leaves the editor. */
    leave: () => {
      history.replaceState(null, '', location.pathname)
      set(read())
    },
  }
}

const read = () => ({
  id: location.pathname.replace(/\/$/, '').split('/').at(-1) ?? '',
  editing: location.hash === '#edit',
})

render(<FigurePage />, document.body)
