import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Act, Acts } from '../parts/act'
import { Confirm, Dialog } from '../parts/dialog'
import { FileInput } from '../parts/drop'
import { KeyField } from '../parts/key-field'
import { Facts } from '../parts/table'
import { useEvent } from '../parts/use-event'
import { words } from '../parts/words'
import { useZoom, Zoom } from '../parts/zoom'
import { Canvas } from './canvas'
import { type Figure, lineOf } from './figure'
import { Instruct } from './instruct'
import { Panel } from './panel'
import { type Edits, useEdits } from './use-edits'
import { type Hand, useHand } from './use-hand'
import { useKeys } from './use-keys'

const said = words.editor

interface EditorProps {
  id: string | undefined
  draws: boolean
  go: (id: string) => void
  done: () => void
}

/**
 * The editor of one figure: every act is shown at once as the server draws it, and a version is made when somebody saves.
 * @param id undefined: the version is not there yet
 * @param draws whether a model follows instructions here
 * @param go to another version
 * @param done leaves the editor
 */
export default function Editor({ id, draws, go, done }: EditorProps) {
  const edits = useEdits(id, go)
  const [leaving, setLeaving] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const { figure, refused } = edits
  useEvent('beforeunload', (event) => edits.unsaved && event.preventDefault())
  if (!figure)
    return (
      <div class="sheet empty">
        <p>{refused?.sentence ?? words.figure.drawing}</p>
        {refused?.closed && <KeyField needed />}
        {refused && !refused.closed && <Act label={words.again} act={edits.retry} />}
        {refused && <Act label={said.done} act={done} />}
      </div>
    )
  // Words that were being typed are changes too; what was refused of them is read before anybody leaves.
  const finish = async () => {
    const unsaved = await edits.settle()
    if (edits.unread()) return note.current?.focus()
    return unsaved ? setLeaving(true) : done()
  }
  const saveFirst = async () => {
    setLeaving(false)
    if ((await edits.save()) !== undefined) done()
  }
  return (
    <>
      <Desk edits={edits} figure={figure} note={note} done={finish}>
        {draws && <Instruct edits={edits} go={go} />}
      </Desk>
      {leaving && (
        <Confirm
          title={said.leave}
          warning={said.leaveWarning}
          act={said.discard}
          beside={<Act label={said.saveFirst} look="keep" act={saveFirst} />}
          close={() => setLeaving(false)}
          confirmed={() => edits.discard().then(done)}
        />
      )}
    </>
  )
}

interface DeskProps {
  edits: Edits
  figure: Figure
  /** Says what was refused. */
  note: { current: HTMLDivElement | null }
  done: () => void
  children: ComponentChildren
}

/** A figure on its sheet, with bar and panel. */
function Desk({ edits, figure, note, done, children }: DeskProps) {
  const [help, setHelp] = useState(false)
  const sheet = useRef<HTMLElement>(null)
  const [zoom, turn] = useZoom(sheet)
  const hand = useHand(figure, edits, sheet)
  useKeys(hand, { help: () => setHelp(true), turn })
  const { forget, refused } = edits
  const part = figure.parts.get(refused?.part ?? '')
  const where = part ? `${lineOf(part) || said.roles[part.role]}: ` : ''
  return (
    <section class="editing" aria-label={said.name} data-step={edits.at}>
      <Bar hand={hand} help={() => setHelp(true)} done={done} />
      {refused && (
        <div ref={note} class="note doubtful row" role="alert" tabIndex={-1}>
          <p class="fault">{where + refused.sentence}</p>
          {refused.closed ? <KeyField needed /> : <Act label={words.dialog.close} act={forget} />}
        </div>
      )}
      <div class="desk">
        <div>
          <section
            ref={sheet}
            class="sheet plain"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            tabIndex={0}
            aria-label={words.figure.sheet}
            data-fits={zoom === 1}
            style={{ '--zoom': zoom, '--aspect': figure.width / figure.height }}
          >
            <Canvas hand={hand} />
          </section>
          <Zoom zoom={zoom} turn={turn} />
          {edits.unsaved && <p class="hint">{said.files}</p>}
        </div>
        <Panel hand={hand}>{children}</Panel>
      </div>
      {help && <Help close={() => setHelp(false)} />}
    </section>
  )
}

/** What can be done without anything being selected, and what is going on. */
function Bar({ hand, help, done }: { hand: Hand; help: () => void; done: () => void }) {
  const { edits, joint, add } = hand
  return (
    <div class="bar row">
      <Acts
        name={said.history}
        acts={[
          { label: said.undo, off: edits.at === 0, act: () => edits.step(-1) },
          { label: said.redo, off: edits.at === edits.steps, act: () => edits.step(1) },
        ]}
      />
      <Acts
        name={said.add}
        acts={[
          { label: said.addBox, act: () => add('box') },
          { label: said.addArrow, act: hand.connect, pressed: joint !== undefined },
          { label: said.addText, act: () => add('text') },
          { label: said.addPanel, act: () => add('panel') },
        ]}
      />
      <label class="button small" for="picture">
        {said.addPicture}
        <FileInput id="picture" accept="image/png, image/jpeg" take={hand.picture} />
      </label>
      <Act label={said.help} act={help} />
      <Acts
        name={said.leave}
        acts={[
          { label: said.save, look: 'small keep', off: edits.state !== 'unsaved', act: edits.save },
          { label: said.done, act: done },
        ]}
      />
      <p class="soft" role="status">
        {joint ? said.connect[joint.from === undefined ? 'from' : 'to'] : said.states[edits.state]}
      </p>
    </div>
  )
}

/** What keys and pointer do. */
function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={said.help} close={close}>
      <Facts facts={said.keys.map(([key, does]) => [<kbd>{key}</kbd>, does])} />
      <Act label={words.dialog.close} act={close} />
    </Dialog>
  )
}
