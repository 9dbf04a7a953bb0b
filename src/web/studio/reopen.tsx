import type { Report } from '../figure/report'
import type { JobState } from '../figure/use-job'
import type { OwnRecord } from '../operations'
import { Sender } from '../parts/act'
import { textOf } from '../parts/artifact'
import { call } from '../parts/client'
import { keep, SHOWN } from '../parts/kept'
import { root } from '../parts/root'
import { words } from '../parts/words'
import { menusOf } from './chart-spec'
import { type Draft, keptWith, type Tab } from './draft'
import { askedOf } from './submit'

/** The way back from a figure to the form that it was drawn from, filled in as it was. */
export function Reopen({ job: { id, record, report } }: { job: JobState }) {
  const tab = report && tabOf(report)
  if (!record || !tab) return null
  const open = async () => {
    const draft = keptWith({ tab, ...(await FORMS[tab]?.(id, report, record)) })
    const shown = { id, name: record.title, asked: askedOf(draft, undefined) }
    keep(SHOWN, JSON.stringify(shown))
    location.assign(root(''))
  }
  return <Sender label={words.studio.reopen[tab]} look="" act={open} />
}

function tabOf({ chart, panels, material }: Report) {
  if (chart) return 'data'
  if (panels) return 'composite'
  return material ? 'text' : undefined
}

type Form = (id: string, report: Report, record: OwnRecord) => Promise<Partial<Draft>>

const FORMS: Partial<Record<Tab, Form>> = {
  data: async (id, { chart = {} }, { title }) => ({
    data: await textOf(id, 'data.csv'),
    intent: title,
    chart: '',
    // Words draw it again; a specification has no other words than what is seen of it.
    ...(!chart.description && { chart: JSON.stringify({ menus: menusOf(chart), spec: chart }) }),
  }),
  composite: async (_, { panels = [], layout = 'auto', caption: whole = '' }) => ({
    ...{ layout, whole },
    panels: await Promise.all(
      panels.map(async ({ task: id, label }) => {
        const { title } = await call('GET /api/history/{job_id}', { params: { job_id: id } })
        return { id, title, label }
      }),
    ),
  }),
  text: async (_, { material = '', drawing }, { title }) => ({
    ...{ text: material, caption: title },
    ...(drawing?.style && { style: drawing.style }),
    ...(drawing?.ratio && { ratio: drawing.ratio }),
  }),
}
