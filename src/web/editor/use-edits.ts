import { useEffect, useRef, useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import { useApiKey } from '../parts/api-key'
import { call, Refusal, UNREACHED } from '../parts/client'
import { redrawn } from '../parts/job'
import { keep, recalled } from '../parts/kept'
import { sentenceOf } from '../parts/use-sending'
import { words } from '../parts/words'
import { type Figure, lineOf } from './figure'

export type Style = keyof typeof words.styles

/** What one step did, how the figure is dressed after it (null: as it was), and how it looks, once that was asked for. */
interface State {
  added: readonly Operation[]
  style: Style | null
  figure?: Figure
}

/** All states since a version, of which one is shown. */
interface Story {
  source: string
  states: readonly State[]
  at: number
}

/** What was not done, and the part that it is about. */
interface Refused {
  sentence: string
  part?: string | undefined
  /** The version is gone, or a key's. */
  closed?: boolean
}

/** What waits for its turn, so that nothing is lost that a person does meanwhile. */
interface Wish {
  /** Of a wish that is no more than changes. */
  added: readonly Operation[]
  /** Gives the story after it. */
  grant: (story: Story, added: readonly Operation[]) => Promise<Story>
  granted: PromiseWithResolvers<boolean>
}

/** Milliseconds until a server that did not answer is asked again. */
const AGAIN = 1000

export type Edits = ReturnType<typeof useEdits>

/**
 * The changes of a version that nobody has saved yet: every step is shown as the server draws it, and kept as it was drawn.
 * @param source the version; undefined: it is not there yet
 */
export function useEdits(source: string | undefined, go: (id: string) => void) {
  const key = useApiKey()
  const [shown, setShown] = useState<Story>()
  const [busy, setBusy] = useState<'drawing' | 'saving'>()
  const { refused, unread, forget, refuse } = useRefused()
  /** What wishes are granted on; undefined between two versions. */
  const story = useRef<Story | undefined>(undefined)
  const waiting = useRef<Wish[]>([])
  const working = useRef(false)
  const given = useRef(new Set<string>())
  const show = (next: Story) => {
    story.current = next
    setShown(next)
    store(next.source, next.states.length > 1 ? next : undefined)
  }
  const work = async () => {
    if (working.current) return
    working.current = true
    for (let now = story.current; now && waiting.current.length > 0; now = story.current) {
      const [wish] = waiting.current.splice(0, 1)
      setBusy('drawing')
      try {
        const next = await wish?.grant(now, wish.added)
        if (next && story.current === now) show(next)
        wish?.granted.resolve(true)
      } catch (reason) {
        refuse(refusedOf(reason, now, wish?.added))
        // What a person did is done once the server is there again.
        if (wish && wish.added.length > 0 && isUnreached(reason)) {
          waiting.current.unshift(wish)
          setTimeout(again, AGAIN)
          break
        }
        wish?.granted.resolve(false)
      }
    }
    working.current = false
    setBusy(undefined)
  }
  const again = () => {
    forget()
    void work()
  }
  const wish = (grant: Wish['grant'], added: readonly Operation[] = []) => {
    const granted = Promise.withResolvers<boolean>()
    waiting.current.push({ added, grant, granted })
    void work()
    return granted.promise
  }
  useEffect(() => {
    if (source === undefined || story.current?.source === source) return
    let over = false
    story.current = undefined
    const use = (next: Story) => {
      if (over) return
      forget()
      show(next)
      void work()
    }
    opened(source).then(use, (reason: unknown) => over || refuse(refusedOf(reason)))
    return () => {
      over = true
    }
  }, [source, key])

  const act = (...operations: Operation[]) => {
    const last = waiting.current.at(-1)
    const joined = last && joinedMoves(last.added, operations)
    forget()
    if (!joined) return wish(after(), operations)
    last.added = joined
    return last.granted.promise
  }
  const save = async () => {
    let saved: string | undefined
    forget()
    await wish(async (now) => {
      const [operations, { style }] = [operationsOf(now), stateOf(now)]
      saved = now.source
      if (operations.length === 0 && style === null) return now
      setBusy('saving')
      const body = { source: now.source, operations: [...operations], ...(style && { style }) }
      saved = undefined
      const id = await redrawn(body)
      store(now.source, undefined)
      saved = id
      story.current = undefined
      go(id)
      return now
    })
    return saved
  }
  const { at = 0, states = [] } = shown ?? {}
  const { figure, style = null } = states[at] ?? {}
  const state: keyof typeof words.editor.states = busy ?? (at > 0 ? 'unsaved' : 'saved')
  return {
    /** `at`: which step is shown, of how many; 0 is the version. `figure` undefined: nothing is there yet. */
    ...{ figure, style, state, at, steps: states.length - 1, refused },
    ...{ forget, unread, refuse: (sentence: string) => refuse({ sentence }) },
    /** Adds changes as one step. @returns false where they were refused */
    act,
    dress: (to: Style | null) => wish(after(to)),
    /** So many states on, or back, after all that still waits. @returns which is shown then */
    step: (by: number) => {
      if (by !== 0) forget()
      return wish(steppedBy(by)).then(() => story.current?.at ?? 0)
    },
    /** Makes a version of it all, and has `go` lead there. @returns its id, or that of the version that has it all already */
    save,
    /** An id that nothing has, nor had in this tab. */
    fresh: (stem: string) => freshId(stem, given.current, figure?.parts),
  }
}

/** A step further: changes, or another dress. */
const after = (style?: Style | null) => async (now: Story, added: readonly Operation[]) => {
  const state = { added, style: style === undefined ? stateOf(now).style : style }
  const figure = await previewOf(now.source, [...operationsOf(now), ...added], state.style)
  return {
    ...now,
    states: [...now.states.slice(0, now.at + 1), { ...state, figure }],
    at: now.at + 1,
  }
}

/** What was refused last; `unread`: whether nobody has asked for it yet. */
function useRefused() {
  const [refused, set] = useState<Refused>()
  const isNew = useRef(false)
  const say = (next: Refused | undefined) => {
    isNew.current = next !== undefined
    set(next)
  }
  const unread = () => {
    const is = isNew.current
    isNew.current = false
    return is
  }
  return { refused, unread, refuse: (one: Refused) => say(one), forget: () => say(undefined) }
}

const isUnreached = (reason: unknown) => reason instanceof Refusal && reason.status === UNREACHED

/** Why something was not done. @throws whatever else went wrong */
function refusedOf(reason: unknown, now?: Story, added: readonly Operation[] = []): Refused {
  if (!(reason instanceof Refusal)) throw reason
  if (reason.status === 404 || (!now && 'source' in reason.fields))
    return { sentence: words.figure.closed, closed: true }
  const [, index] = /operations\.(\d+)/.exec(Object.keys(reason.fields).join()) ?? []
  const one = now && added[index === undefined ? 0 : Number(index) - operationsOf(now).length]
  return { sentence: inWords(sentenceOf(reason), now), part: one && partOf(one) }
}

/** As people say it: things by their words, and nothing of how an edit is sent. */
function inWords(sentence: string, now: Story | undefined): string {
  const parts = now && stateOf(now).figure?.parts
  const said = sentence.replace(
    /^(?:operations: )?(?:operations\[\d+\] \w+: |operations\.\d+\.)/,
    '',
  )
  return said.replace(/"([^"]*)"/g, (all, id) => {
    const part = parts?.get(id)
    return part ? `“${lineOf(part) || words.editor.roles[part.role]}”` : all
  })
}

function freshId(stem: string, given: Set<string>, parts: Figure['parts'] | undefined): string {
  let number = 1
  while (parts?.has(`${stem}-${number}`) || given.has(`${stem}-${number}`)) number += 1
  given.add(`${stem}-${number}`)
  return `${stem}-${number}`
}

const operationsOf = ({ states, at }: Story): readonly Operation[] =>
  states.slice(0, at + 1).flatMap((one) => one.added)

const stateOf = ({ states, at }: Story): State => states[at] ?? { added: [], style: null }

/** Another state; only one that was kept over a reload has to be asked for. */
async function stepped(story: Story, to: number): Promise<Story> {
  const at = Math.max(0, Math.min(story.states.length - 1, to))
  const next = { ...story, at }
  const state = stateOf(next)
  const figure = state.figure ?? (await previewOf(story.source, operationsOf(next), state.style))
  return {
    ...next,
    states: story.states.map((one, index) => (index === at ? { ...one, figure } : one)),
  }
}

const steppedBy = (by: number) => (now: Story) => stepped(now, now.at + by)

/** A version, with what was done to it before a reload. */
async function opened(source: string): Promise<Story> {
  const figure = await previewOf(source, [], null)
  const bare: Story = { source, states: [{ added: [], style: null, figure }], at: 0 }
  const { states, at } =
    recalled<Pick<Story, 'states' | 'at'>>(placeOf(source), 'sessionStorage') ?? bare
  return stepped({ ...bare, states: [...bare.states, ...states.slice(1)] }, at).catch(() => bare)
}

/** A version with changes that nobody has saved, as the server draws it. @throws Refusal */
export async function previewOf(
  source: string,
  operations: readonly Operation[],
  style: Style | null,
): Promise<Figure> {
  const body = { source, operations: [...operations], style }
  const { parts, ...rest } = await call('POST /api/redraw/preview', { body })
  return { ...rest, parts: new Map(parts.map((part) => [part.id, part])) }
}

/** Steps of the arrow keys that wait are one. */
function joinedMoves([a, ...more]: readonly Operation[], [b, ...others]: readonly Operation[]) {
  if (a?.op !== 'move' || b?.op !== 'move' || more.length + others.length > 0) return undefined
  return a.ids.join() === b.ids.join() ? [{ ...a, dx: a.dx + b.dx, dy: a.dy + b.dy }] : undefined
}

/** What is new is about where it begins. */
function partOf(one: Operation): string | undefined {
  if ('ids' in one) return one.ids[0]
  return one.op === 'add_edge' ? one.from : 'id' in one ? one.id : undefined
}

const placeOf = (source: string) => `edits of ${source}`

/** What nobody has saved outlives a reload; a tab that has no room for it keeps nothing. */
function store(source: string, story: Story | undefined): void {
  const states = story?.states.map(({ added, style }) => ({ added, style }))
  keep(placeOf(source), story ? JSON.stringify({ states, at: story.at }) : null, 'sessionStorage')
}
