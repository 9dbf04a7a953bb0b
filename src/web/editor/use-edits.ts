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
  /** The version that this is, where it was saved: steps after it are changes of that. */
  version?: string
  added: readonly Operation[]
  style: Style | null
  figure?: Figure
}

/** All states since the editor was opened, of which one is shown. */
interface Story {
  /** The newest version of it. */
  newest: string
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
  const [round, setRound] = useState(0)
  const show = (next: Story) => {
    story.current = next
    setShown(next)
    store(next.newest, next.states.length > 1 ? next : undefined)
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
          setTimeout(() => {
            forget()
            void work()
          }, AGAIN)
          break
        }
        wish?.granted.resolve(false)
      }
    }
    working.current = false
    setBusy(undefined)
  }
  const wish = (grant: Wish['grant'], added: readonly Operation[] = []) => {
    const granted = Promise.withResolvers<boolean>()
    waiting.current.push({ added, grant, granted })
    void work()
    return granted.promise
  }
  useEffect(() => {
    if (source === undefined || story.current?.newest === source) return
    const over = new AbortController()
    story.current = undefined
    const use = (next: Story) => {
      if (over.signal.aborted) return
      forget()
      show(next)
      void work()
    }
    opened(source).then(use, (reason: unknown) => over.signal.aborted || refuse(refusedOf(reason)))
    return () => over.abort()
  }, [source, key, round])

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
      const { source, operations, style } = changesOf(now)
      const isVersion = operations.length === 0 && style === null
      if (!isVersion) setBusy('saving')
      const body = { source, operations: [...operations], ...(style && { style }) }
      const id = isVersion ? source : await redrawn(body)
      saved = id
      if (id === now.newest) return now
      store(now.newest, undefined)
      go(id)
      const version = { ...stateOf(now), ...versionOf(id) }
      return { newest: id, states: now.states.with(now.at, version), at: now.at }
    })
    return saved
  }
  const { at = 0, states = [] } = shown ?? {}
  const { figure, style = null } = states[at] ?? {}
  const unsaved = shown !== undefined && isUnsaved(shown)
  const state: keyof typeof words.editor.states = busy ?? (unsaved ? 'unsaved' : 'saved')
  return {
    /** `at`: which step is shown, of how many. `figure` undefined: nothing is there yet. */
    ...{ figure, style, state, unsaved, at, steps: states.length - 1, refused },
    ...{ forget, unread, refuse: (sentence: string) => refuse({ sentence }) },
    /** Adds changes as one step. @returns false where they were refused */
    act,
    dress: (to: Style | null) => wish(after(to)),
    /** So many states on, or back, after all that still waits. */
    step: (by: number) => {
      forget()
      return wish((now) => stepped(now, now.at + by))
    },
    /** After all that still waits. @returns whether the newest version lacks something of it */
    settle: () => wish(async (now) => now).then(() => story.current && isUnsaved(story.current)),
    /** Goes back to the newest version. */
    discard: () => wish(async ({ newest }) => ({ newest, states: [versionOf(newest)], at: 0 })),
    /** Asks for the version anew. */
    retry: () => setRound((one) => one + 1),
    /** Makes a version of it all, and has `go` lead there. @returns its id, or that of the version that has it all already */
    save,
    /** An id that nothing has, nor had in this tab. */
    fresh: (stem: string) => freshId(stem, given.current, figure?.parts),
  }
}

/** A step further: changes, or another dress. */
const after = (style?: Style | null) => async (now: Story, added: readonly Operation[]) => {
  const state = { added, style: style === undefined ? stateOf(now).style : style }
  const { source, operations } = changesOf(now)
  const figure = await previewOf(source, [...operations, ...added], state.style)
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
  const one =
    now && added[index === undefined ? 0 : Number(index) - changesOf(now).operations.length]
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

/** What was done since the last version before the state that is shown, and how that is dressed now. */
function changesOf({ states, at }: Story) {
  const from = states.findLastIndex((one, index) => index <= at && one.version !== undefined)
  const operations = states.slice(from + 1, at + 1).flatMap(({ added }) => added)
  return { source: states[from]?.version ?? '', operations, style: states[at]?.style ?? null }
}

const stateOf = ({ states, at, newest }: Story): State => states[at] ?? versionOf(newest)

const isUnsaved = (story: Story) => stateOf(story).version !== story.newest

/** Another state; only one that was kept over a reload has to be asked for. */
async function stepped(story: Story, to: number): Promise<Story> {
  const at = Math.max(0, Math.min(story.states.length - 1, to))
  const next = { ...story, at }
  const { source, operations, style } = changesOf(next)
  const figure = stateOf(next).figure ?? (await previewOf(source, operations, style))
  return {
    ...next,
    states: story.states.map((one, index) => (index === at ? { ...one, figure } : one)),
  }
}

/** A version, with what was done to it before a reload. */
async function opened(newest: string): Promise<Story> {
  const bare = { newest, states: [versionOf(newest)], at: 0 }
  const kept = recalled<Story>(placeOf(newest), 'sessionStorage')
  const asKept = kept && (await stepped({ ...kept, newest }, kept.at).catch(() => undefined))
  return asKept ?? stepped(bare, 0)
}

const versionOf = (version: string): State => ({ version, added: [], style: null })

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
  const states = story?.states.map(({ figure, ...state }) => state)
  keep(placeOf(source), story ? JSON.stringify({ states, at: story.at }) : null, 'sessionStorage')
}
