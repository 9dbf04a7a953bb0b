import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type EditorOf from '../editor/editor'
import type { OwnRecord } from '../operations'
import { credential, useApiKey } from '../parts/api-key'
import { call } from '../parts/client'
import { isEditable } from '../parts/editable'
import { Frame } from '../parts/frame'
import { showInstead } from '../parts/kept'
import { root } from '../parts/root'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { Figure } from './figure'
import { usePlace } from './place'
import { FigureTools } from './tools'

/** `/jobs/{id}`: one figure, of a job or a task. */
export function FigurePage() {
  const { id, editing, go, edit } = usePlace()
  const key = useApiKey()
  const [round, setRound] = useState(0)
  const { answer: config } = useAnswer('config', (signal) => call('GET /api/config', { signal }))
  const { answer: record } = useAnswer(`record ${id} ${key} ${round}`, (signal) =>
    call('GET /api/history/{job_id}', { params: { job_id: id }, headers: credential(), signal }),
  )
  const title = record?.title || words.figure.untitled
  useEffect(() => {
    document.title = `${title}, Burin`
  }, [title])
  return (
    <Frame>
      <h1 class="headline">{title}</h1>
      {record && <Origin record={record} />}
      <section class="card plate" aria-label={words.studio.figure}>
        <Figure
          id={id}
          take={go}
          ended={() => setRound((one) => one + 1)}
          {...(editing && {
            view: ({ error }) => (
              <LazyEditor
                id={error === null ? id : undefined}
                draws={config !== undefined && config.providers.svg[0] !== 'local'}
                go={(next) => {
                  showInstead(id, next)
                  go(next)
                }}
                done={() => edit(false)}
              />
            ),
          })}
          tools={(job) => (
            <>
              {!editing && isEditable(job.files) && (
                <li>
                  <button type="button" onClick={() => edit(true)}>
                    {words.editor.open}
                  </button>
                </li>
              )}
              <FigureTools job={job} config={config} />
            </>
          )}
        />
      </section>
    </Frame>
  )
}

function Origin({ record: { parent } }: { record: OwnRecord }) {
  return (
    <p class="soft">
      <a href={root('')}>{words.figure.back}</a>
      {parent !== null && (
        <>
          {' · '}
          <a href={root(`jobs/${parent}`)}>{words.figure.parent}</a>
        </>
      )}
    </p>
  )
}

type EditorProps = Parameters<typeof EditorOf>[0]

/** The editor is loaded when somebody edits. */
function LazyEditor(props: EditorProps) {
  const [Editor, set] = useState<ComponentType<EditorProps>>()
  useEffect(() => {
    void import('../editor/editor').then((loaded) => set(() => loaded.default))
  }, [])
  return Editor ? <Editor {...props} /> : <div class="sheet empty">{words.figure.drawing}</div>
}
