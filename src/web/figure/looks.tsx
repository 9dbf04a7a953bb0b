import { useEffect, useState } from 'preact/hooks'
import type { Config } from '../operations'
import { addressOf } from '../parts/artifact'
import { call, Refusal, UNREACHED } from '../parts/client'
import { Choice, Fault } from '../parts/field'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import type { Style } from './report'
import type { JobState } from './use-job'

const STYLES = Object.keys(words.styles) as Style[]

/** Whether this SVG may be dressed anew: colours of a chart stand for its data. */
export const takesStyles = (svg = '') => !svg.includes(' data-mark="')

/** Shows a version of a figure; `style`: in which it was wished. */
export type Take = (id: string, style?: Style) => void

interface LooksProps {
  job: JobState
  config: Config | undefined
  take: Take
}

/** A figure in every style, and in every size of its PNG: another one is drawn as a new version. */
export function Looks({ job, config, take }: LooksProps) {
  const { id, stale, svg, report, files } = job
  const style = report?.drawing?.style
  // What was read from a picture has a style of its own.
  const isRead =
    (stale || files.includes('scene.json')) && !!report && !report.chart && !report.panels
  const samples = useSamples(job, style, isRead)
  const { busy, fault, send } = useSending()
  const { look: said, fields } = words.studio
  if (!style && !isRead) return null
  const draw = (
    change: { style: Style } | { size: Config['providers']['image_sizes'][number] },
  ) => {
    if (stale || busy) return
    void send(async () => {
      const body = { source: id, operations: [], ...change }
      const { job_id: next } = await call('POST /api/redraw', { body: body as { source: string } })
      if ('size' in change) return take(next)
      known.set(next, samples)
      take(next, change.style)
    })
  }
  return (
    <>
      {takesStyles(svg) && (
        <fieldset class="tiles styles">
          <legend>{fields.style_preset.label}</legend>
          {STYLES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="look"
                checked={one === style}
                onChange={() => draw({ style: one })}
              />
              <span class="thumbnail">{samples[one] && <img src={samples[one]} alt="" />}</span>
              <span>{words.styles[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Choice
        label={fields.image_resolution.label}
        value=""
        set={(size) => draw({ size })}
        options={[['', said.asItIs], ...(config?.providers.image_sizes ?? [])]}
      />
      <Fault fault={fault} />
    </>
  )
}

/** By style, as addresses of pictures. */
type Samples = Readonly<Partial<Record<Style, string>>>

/** What was seen of figures, so that another style of one asks for nothing again. */
const known = new Map<string, Samples>()

/** Nobody waits for samples: they are begun when the figure has stood for so long. */
const REST_MS = 1200

/** A figure in all styles, as previews show it: one after the other, no further when another figure is shown. */
function useSamples({ id, svg, stale }: JobState, style: Style | undefined, isRead: boolean) {
  const [, round] = useState(0)
  const samples: Samples = known.get(id) ?? {}
  useEffect(() => {
    if (!svg || stale || !(style || isRead) || !takesStyles(svg)) return
    const over = new AbortController()
    const see = (one: Style, seen: string) => {
      known.set(id, { ...known.get(id), [one]: addressOf(seen) })
      round((before) => before + 1)
    }
    const work = async () => {
      if (style) see(style, svg)
      for (const one of STYLES.filter((other) => !known.get(id)?.[other])) {
        const body = { source: id, operations: [], style: one }
        see(one, (await call('POST /api/redraw/preview', { body, signal: over.signal })).svg)
      }
    }
    let timer: ReturnType<typeof setTimeout>
    const later = (ms: number) => {
      timer = setTimeout(() => {
        work().catch((reason: unknown) => {
          if (over.signal.aborted) return
          if (!(reason instanceof Refusal)) throw reason
          // Where the server is busy, or away for now.
          if (reason.status >= 500 || reason.status === UNREACHED) later(ms * 2)
        })
      }, ms)
    }
    later(REST_MS)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [id, style, isRead, stale, svg === undefined])
  return samples
}
