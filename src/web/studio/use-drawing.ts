import { useEffect, useRef, useState } from 'preact/hooks'
import type { Take } from '../figure/looks'
import { useApiKey } from '../parts/api-key'
import { keep, recalled, SHOWN } from '../parts/kept'
import { type Sending, useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import { isStructured, isWholeData } from './data-text'
import type { Change, Draft, Tab } from './draft'
import { askedOf, fieldsOf, nameOfFile, remove, type Sent, submit } from './submit'

/** After the last key, until a preview is drawn: longer than between two keys of a slow typist. */
const LIVE_MS = 500
const MOST_CHARACTERS = 200_000

/** The figure that the page shows; kept, so that a reload finds it again. */
interface Shown {
  id: string
  /** What it is called; empty: as it says itself. */
  name: string
  /** What it was drawn from; absent: it was reopened. */
  asked?: string
  /** It is a prompt, not a figure. */
  prompt?: boolean
}

function useShown(): [Shown | undefined, (next: Shown | undefined) => void] {
  const [shown, set] = useState(() => recalled<Shown>(SHOWN))
  return [
    shown,
    (next) => {
      keep(SHOWN, next ? JSON.stringify(next) : null)
      set(next)
    },
  ]
}

interface Drawing {
  shown: Shown | undefined
  show: (next: Shown | undefined) => void
  sending: Sending
  /** Whether the figure follows what is entered. */
  live: boolean
  /** Draws what is entered, with what is changed now. @param live the next one takes its place; else it is kept */
  draw: (part?: Partial<Draft>, live?: boolean) => void
  /** Another tab is opened: what stands in it is not drawn before it changes. */
  open: (tab: Tab) => void
  /** A version of the shown figure takes its place. */
  take: Take
  /** The shown figure has ended. @param error null after success */
  ended: (error: string | null) => void
}

/**
 * What is entered becomes the figure that is shown: when it is asked for, and by itself where previews are on.
 * @param byRules whether no model is asked for charts
 */
export function useDrawing(
  { draft, change, pdf }: { draft: Draft; change: Change; pdf: File | undefined },
  { byRules, most = MOST_CHARACTERS }: { byRules: boolean; most?: number | undefined },
  { before, after, refused }: { before: () => void; after: () => void; refused: () => void },
): Drawing {
  const key = useApiKey()
  const paid = key !== ''
  const [shown, show] = useShown()
  const sending = useSending(fieldsOf(draft))
  const asked = askedOf(draft, pdf)
  // A page that is loaded again leaves the figure that it showed.
  const tried = useRef(shown && asked)
  /** What faults are about: they are gone as soon as it changes. */
  const judged = useRef('')
  /** The last preview with its versions: all go when the next one is drawn, unless it was asked for. */
  const previews = useRef<Sent[]>([])
  /** The chart that menus have corrected, which another chart does not replace. */
  const corrected = useRef('')
  const send = (next: Draft, live: boolean) =>
    sending.send(async () => {
      const wish = askedOf(next, pdf)
      const there = shown?.asked === wish && (live || previews.current.length > 0)
      tried.current = wish
      judged.current = wish + key
      if (!live) before()
      const sent = there ? undefined : await submit(next, pdf, most)
      const earlier = previews.current
      if (!live || sent) previews.current = live && sent ? [sent] : []
      const chart = JSON.stringify([next.tab, next.data, next.intent])
      const stays = !['', chart].includes(corrected.current)
      corrected.current = next.tab === 'data' && next.chart ? chart : ''
      if (!sent) return show(shown && { ...shown, name: nameOf(next, pdf) })
      const isPanel = (id: string) => next.panels.some((panel) => panel.id === id)
      const replaced = stays ? [] : earlier.filter(({ id }) => !isPanel(id))
      void Promise.allSettled(replaced.map(remove))
      const prompt = next.tab === 'prompt'
      show({ id: sent.id, name: nameOf(next, pdf), asked: wish, ...(prompt && { prompt }) })
    })
  const live = paid ? draft.livePaid : draft.live
  const previewable =
    draft.tab === 'text'
      ? isStructured(draft.text)
      : draft.tab === 'data' && byRules && draft.intent.trim() !== '' && isWholeData(draft.data)
  useEffect(() => {
    // What was refused once is not asked for again until it changes.
    if (!live || !previewable || sending.busy || [shown?.asked, tried.current].includes(asked))
      return
    const timer = setTimeout(() => void send(draft, true), LIVE_MS)
    return () => clearTimeout(timer)
  }, [asked, live, previewable, sending.busy])
  return {
    ...{ shown, show, live },
    sending: {
      ...sending,
      ...(judged.current !== asked + key && { fields: {}, fault: undefined }),
    },
    draw: (part = {}, isLive = false) => {
      change(part)
      void send({ ...draft, ...part }, isLive).then((sent) => sent || refused())
    },
    open: (tab) => {
      change({ tab })
      tried.current = askedOf({ ...draft, tab }, pdf)
    },
    take: (id, style) => {
      const part = style ? { style } : {}
      change(part)
      const wish = askedOf({ ...draft, ...part }, pdf)
      tried.current = wish
      if (previews.current.length > 0) previews.current.push({ id, service: 'job' })
      show({ name: '', ...shown, id, ...(shown?.asked && { asked: wish }) })
    },
    // A preview that has failed is no figure of anybody's.
    ended: (error) => (error === null || previews.current.length === 0) && after(),
  }
}

function nameOf(
  { tab, caption, paper, whole, intent, picture }: Draft,
  pdf: File | undefined,
): string {
  if (tab === 'picture') return nameOfFile(picture?.name)
  if (tab === 'data') return intent.trim().slice(0, 120)
  if (tab === 'prompt') return words.studio.tabs.prompt
  if (tab === 'composite') return whole.trim()
  return tab === 'pdf' ? paper.trim() || nameOfFile(pdf?.name) : caption.trim()
}
