import { useState } from 'preact/hooks'
import { Act } from '../parts/act'
import { addressOf } from '../parts/artifact'
import { ask, call } from '../parts/client'
import { Dialog } from '../parts/dialog'
import { Lines } from '../parts/field'
import { redrawn } from '../parts/job'
import { Over } from '../parts/over'
import { useSending } from '../parts/use-sending'
import { told, words } from '../parts/words'
import { type Figure, lineOf, type Part } from './figure'
import { type Edits, previewOf } from './use-edits'

const said = words.editor.instruct

/** A version that a model made after words. */
interface Made {
  id: string
  before: Figure
  after: Figure
  warnings: readonly string[]
}

/** A wish in words, which a model follows; what it made is looked at before it is kept. */
export function Instruct({ edits, go }: { edits: Edits; go: (id: string) => void }) {
  const [text, setText] = useState('')
  const [made, setMade] = useState<Made>()
  const sending = useSending()
  const follow = async () => {
    const { figure: before } = edits
    const source = await edits.save()
    if (!before || source === undefined) return
    const body = { source, instruction: text.trim() }
    const id = await redrawn(body)
    const { warnings } = await call('GET /api/history/{job_id}', { params: { job_id: id } })
    setMade({ id, before, after: await previewOf(id, [], null), warnings })
  }
  const end = (isKept: boolean) => {
    if (!made) return
    setMade(undefined)
    if (!isKept) return void sending.send(() => ask(`api/history/${made.id}`, { method: 'DELETE' }))
    setText('')
    go(made.id)
  }
  return (
    <form
      class="instruct"
      onSubmit={(event) => {
        event.preventDefault()
        void sending.send(follow)
      }}
    >
      <Lines
        label={said.label}
        hint={said.hint}
        fault={sending.fault}
        rows={2}
        value={text}
        placeholder={said.placeholder}
        set={setText}
      />
      <button type="submit" class="small" disabled={sending.busy || text.trim() === ''}>
        {sending.busy ? said.busy : said.act}
      </button>
      {made && <Difference made={made} end={end} />}
    </form>
  )
}

/** A version over the one before it, with what is different. */
function Difference({ made, end }: { made: Made; end: (isKept: boolean) => void }) {
  const { before, after, warnings } = made
  const side = ({ svg }: Figure, label: string) => ({
    ...{ src: addressOf(svg), alt: label, label },
  })
  return (
    <Dialog title={said.heading} close={() => end(false)} wide>
      <Over
        front={side(before, said.before)}
        back={side(after, said.after)}
        aspect={after.width / after.height}
      />
      <ul class="report">
        {[...changesBetween(before, after), ...warnings].map((one) => (
          <li key={one} class={warnings.includes(one) ? 'fault' : undefined}>
            {one}
          </li>
        ))}
      </ul>
      <div class="row ends">
        <Act label={said.discard} look="" act={() => end(false)} />
        <Act label={said.keep} look="main" act={() => end(true)} />
      </div>
    </Dialog>
  )
}

type Kind = keyof typeof words.editor.changes

/** What is different in another state of a figure, in sentences. */
function changesBetween(before: Figure, after: Figure): string[] {
  const all = new Map([...before.parts, ...after.parts])
  const found = [...all].flatMap(([id, one]) => {
    const name = lineOf(one) || words.editor.roles[one.role]
    return changesOf(before.parts.get(id), after.parts.get(id)).map((kind) => ({ kind, name }))
  })
  const kinds = [...Map.groupBy(found, ({ kind }) => kind)]
  const sentences = kinds.map(([kind, some]) =>
    told(words.editor.changes[kind], [...new Set(some.map(({ name }) => name))].join(', ')),
  )
  return sentences.length > 0 ? sentences : [said.nothing]
}

function changesOf(was: Part | undefined, is: Part | undefined): Kind[] {
  if (!was || !is) return [is ? 'added' : 'gone']
  const differ = (...names: (keyof Part)[]) => names.some((name) => was[name] !== is[name])
  const shifted = (...sides: (keyof Part['box'])[]) =>
    is.role !== 'edge' && sides.some((side) => Math.abs(was.box[side] - is.box[side]) > SAME)
  const kinds: [Kind, boolean][] = [
    ['renamed', differ('label', 'detail')],
    ['moved', shifted('x', 'y') && !shifted('width', 'height')],
    ['resized', shifted('width', 'height')],
    ['led', differ('from', 'to', 'heads')],
    ['painted', differ('fill', 'stroke', 'stroke_width', 'dashed', 'ink')],
  ]
  return kinds.flatMap(([kind, isSo]) => (isSo ? [kind] : []))
}

/** Pixels of the figure below which nothing has moved. */
const SAME = 0.5
