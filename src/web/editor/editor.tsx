import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { dataUrl } from '../parts/artifact'
import { Confirm, Dialog } from '../parts/dialog'
import { words } from '../parts/words'
import { useWheel, Zoom, zoomed } from '../parts/zoom'
import { copying, dropping, gestured, grouping, joining, moving, wording } from './acts'
import { Canvas } from './canvas'
import { type Figure, fourOf, lineOf, ownerOf, type Point } from './figure'
import { Act, Acts } from './inputs'
import { Instruct } from './instruct'
import { Panel } from './panel'
import { type Edits, useEdits } from './use-edits'
import { inBand } from './use-gestures'
import { isPicture, useKeys } from './use-keys'

/** A step of the arrow keys, as a share of the figure's width; a small one with Shift. */
const STEP = 1 / 100
const FINE_STEP = 1 / 1000
/** How far copies stand off, and how wide new pictures are, likewise. */
const ASIDE = 1 / 50
const PICTURE = 1 / 5
const MOST_PICTURE_BYTES = 2 * 1024 * 1024
/** What bears no words. */
const WORDLESS: ReadonlySet<string> = new Set(['picture', 'scheme', 'shape'])

/** What was copied in this tab, as long as the figure has it. */
let copied: readonly string[] = []

/**
 * The editor of one figure: every act is shown at once as the server draws it, and a version is made when somebody saves.
 * @param id undefined: the version is not there yet
 * @param draws whether a model follows instructions here
 * @param go to another version
 * @param done leaves the editor
 */
export default function Editor({
  id,
  draws,
  go,
  done,
}: {
  id: string | undefined
  draws: boolean
  go: (id: string) => void
  done: () => void
}) {
  const edits = useEdits(id, go)
  const [leaving, setLeaving] = useState(false)
  const { figure, refused } = edits
  const unsaved = edits.at > 0
  const said = words.editor
  useEffect(() => {
    const asked = (event: BeforeUnloadEvent) => event.preventDefault()
    if (unsaved) addEventListener('beforeunload', asked)
    return () => removeEventListener('beforeunload', asked)
  }, [unsaved])
  if (!figure)
    return (
      <div class="sheet empty">
        <p>{refused?.sentence ?? words.figure.drawing}</p>
        {refused && <Act label={said.done} act={done} />}
      </div>
    )
  return (
    <>
      <Desk edits={edits} figure={figure} done={() => (unsaved ? setLeaving(true) : done())}>
        {draws && <Instruct edits={edits} go={go} />}
      </Desk>
      {leaving && (
        <Confirm
          title={said.leave}
          warning={said.leaveWarning}
          act={said.discard}
          sending={{ busy: false, fault: undefined, fields: {}, send: async () => true }}
          close={() => setLeaving(false)}
          confirmed={() => {
            edits.step(Number.NEGATIVE_INFINITY)
            done()
          }}
        />
      )}
    </>
  )
}

/** A figure on its sheet, with bar and panel: what is pointed at, typed and pressed becomes operations. */
function Desk({
  edits,
  figure,
  done,
  children,
}: {
  edits: Edits
  figure: Figure
  done: () => void
  children: ComponentChildren
}) {
  const said = words.editor
  const { parts, width, height } = figure
  const { act, fresh, refuse, refused } = edits
  const [picked, setPicked] = useState<readonly string[]>([])
  const [typing, setTyping] = useState<string>()
  /** An arrow is being drawn: from where, once that is known. */
  const [joint, setJoint] = useState<{ from?: string }>()
  const [help, setHelp] = useState(false)
  const [zoom, setZoom] = useState(1)
  const sheet = useRef<HTMLElement>(null)
  useWheel(sheet, (up) => setZoom((now) => zoomed(now, up)))

  const chosen = picked.flatMap((one) => parts.get(one) ?? [])
  const ids = chosen.map(({ id }) => id)
  const [only] = chosen.length === 1 ? chosen : []
  const select = (some: readonly string[], more = false) =>
    setPicked((now) => {
      if (!more) return now.join() === some.join() ? now : some
      const left = now.filter((one) => !some.includes(one))
      return left.length < now.length ? left : [...now, ...some]
    })
  /** Does what makes something new, and goes on with that. */
  const make = async (
    made: readonly string[],
    operations: Parameters<Edits['act']>,
    typed = false,
  ) => {
    if (operations.length === 0 || !(await act(...operations))) return
    setPicked(made)
    if (typed) setTyping(made[0])
  }
  const type = (id: string) => WORDLESS.has(parts.get(id)?.role ?? 'shape') || setTyping(id)
  const typed = (text: string | undefined) => {
    const part = parts.get(typing ?? '')
    setTyping(undefined)
    if (!part) return
    queueMicrotask(() =>
      sheet.current
        ?.querySelector<HTMLElement>(`button[data-part="${CSS.escape(part.id)}"]`)
        ?.focus(),
    )
    if (text !== undefined) void act(wording(part, text))
  }
  const connect = () => {
    const from = only && only.role !== 'edge' ? { from: only.id } : {}
    setJoint(joint ? undefined : from)
  }
  const meet = (id: string) => {
    if (parts.get(id)?.role === 'edge') return
    if (joint?.from === undefined || joint.from === id) return setJoint({ from: id })
    setJoint(undefined)
    const arrow = fresh('arrow')
    void make([arrow], [joining(arrow, joint.from, id)])
  }
  const duplicate = (some: readonly string[]) => {
    const made: string[] = []
    const as = (stem: string) => made[made.push(fresh(stem)) - 1] ?? ''
    void make(made, copying(figure, some, Math.round(width * ASIDE), as))
  }
  const add = (stem: 'box' | 'text' | 'panel') => {
    const id = fresh(stem)
    const group = only?.role === 'panel' ? only.id : null
    const ways: Record<typeof stem, () => Parameters<Edits['act']>> = {
      box: () => [{ op: 'add_node', id, label: said.newBox, kind: 'process', group }],
      text: () => [
        { op: 'add_text', id, text: said.newText, ...seenCentre(sheet.current, figure) },
      ],
      panel: () => grouping(figure, ids, id, said.newGroup),
    }
    void make([id], ways[stem](), true)
  }
  const picture = async (file: File) => {
    const fits = isPicture(file) && file.size <= MOST_PICTURE_BYTES
    const drawn = fits ? await createImageBitmap(file).catch(() => undefined) : undefined
    if (!drawn) return refuse(said.oddPicture)
    const size = { width: width * PICTURE, height: (width * PICTURE * drawn.height) / drawn.width }
    const { x, y } = seenCentre(sheet.current, figure)
    const box = fourOf({ x: x - size.width / 2, y: y - size.height / 2, ...size })
    const id = fresh('picture')
    void make([id], [{ op: 'add_picture', id, href: await dataUrl(file), box }])
  }
  const nudge = (way: Point, fine: boolean) => {
    const step = width * (fine ? FINE_STEP : STEP)
    const operations = moving(figure, ids, { x: way.x * step, y: way.y * step }, false)
    if (operations.length > 0) void act(...operations)
  }
  useKeys({
    step: edits.step,
    save: () => void edits.save(),
    help: () => setHelp(true),
    back: () => (joint ? setJoint(undefined) : select([])),
    all: () => select([...parts.keys()].filter((id) => ownerOf(parts, id) === id)),
    copy: () => {
      if (ids.length > 0) copied = ids
      return ids.length > 0 ? chosen.map(lineOf).join('\n') : undefined
    },
    paste: () => duplicate(copied),
    picture: (file) => void picture(file),
    duplicate: () => duplicate(ids),
    drop: () => ids.length > 0 && void act(...dropping(figure, ids)),
    type: only && (() => type(only.id)),
    ...{ connect, meet: joint && meet, nudge: ids.length > 0 ? nudge : undefined },
    zoom: (up) => setZoom((now) => (up === undefined ? 1 : zoomed(now, up))),
  })
  const part = parts.get(refused?.part ?? '')
  return (
    <section class="editing" aria-label={said.name} data-step={edits.at}>
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
            { label: said.addArrow, act: connect, pressed: joint !== undefined },
            { label: said.addText, act: () => add('text') },
            { label: said.addPanel, act: () => add('panel') },
          ]}
        />
        <label class="button small">
          {said.addPicture}
          <input
            class="unseen"
            type="file"
            accept="image/png, image/jpeg"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void picture(file)
              // The same file again is a choice too.
              currentTarget.value = ''
            }}
          />
        </label>
        <Act label={said.help} act={() => setHelp(true)} />
        <Acts
          name={said.leave}
          acts={[
            { label: said.save, look: 'keep', off: edits.state !== 'unsaved', act: edits.save },
            { label: said.done, act: done },
          ]}
        />
        <p class="soft" role="status">
          {joint
            ? said.connect[joint.from === undefined ? 'from' : 'to']
            : said.states[edits.state]}
        </p>
      </div>
      {refused && (
        <div class="note doubtful row" role="alert">
          <p class="fault">
            {part
              ? `${lineOf(part) || said.roles[part.role]}: ${refused.sentence}`
              : refused.sentence}
          </p>
          <Act label={words.dialog.close} act={() => refuse(undefined)} />
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
            style={{ '--zoom': zoom, '--aspect': width / height }}
          >
            <Canvas
              figure={figure}
              selected={ids}
              typing={typing}
              typed={typed}
              actions={{
                ...{ select, type, meet: joint && meet },
                finish: async (gesture) => {
                  if (gesture.kind === 'band') return select(inBand(figure, gesture.box))
                  const operations = gestured(figure, gesture, fresh)
                  if (operations.length > 0) await act(...operations)
                },
              }}
            />
          </section>
          <Zoom zoom={zoom} set={setZoom} />
        </div>
        <Panel
          figure={figure}
          edits={edits}
          parts={chosen}
          select={select}
          duplicate={() => duplicate(ids)}
        >
          {children}
        </Panel>
      </div>
      {help && <Help close={() => setHelp(false)} />}
    </section>
  )
}

/** The middle of what is seen of a figure. */
function seenCentre(sheet: HTMLElement | null, { width, height }: Figure): Point {
  const [seen, whole] = [sheet, sheet?.querySelector('.drawing')].map((one) =>
    one?.getBoundingClientRect(),
  )
  if (!seen || !whole) return { x: width / 2, y: height / 2 }
  const share = (from: number, end: number, start: number, size: number) =>
    ((Math.max(from, start) + Math.min(end, start + size)) / 2 - start) / size
  return {
    x: Math.round(share(seen.left, seen.right, whole.left, whole.width) * width),
    y: Math.round(share(seen.top, seen.bottom, whole.top, whole.height) * height),
  }
}

/** What keys and pointer do. */
function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={words.editor.help} close={close}>
      <dl class="keys">
        {words.editor.keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Act label={words.dialog.close} act={close} />
    </Dialog>
  )
}
