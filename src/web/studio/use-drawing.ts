import { useEffect, useRef, useState } from 'preact/hooks'
import { useApiKey } from '../parts/api-key'
import { type Sending, useSending } from '../parts/use-sending'
import type { Draft } from './draft'
import { isPreviewable, LIVE_MS, usePreviews } from './live'
import { type Base, useBase } from './samples'
import { askedOf, nameOf, type Shown, styleOf, useShown } from './shown'
import { FIELDS, restyle, type Sent, submit } from './submit'

interface Drawing {
  shown: Shown | undefined
  show: (next: Shown | undefined) => void
  sending: Sending
  /** Whether the figure follows what is entered. */
  live: boolean
  /** Draws what is entered, and keeps it. */
  draw: () => void
  /** The shown figure has ended. @param error null after success */
  ended: (error: string | null) => void
  /** What the shown figure can be drawn from in other styles, once it is there. */
  base: Base | undefined
}

/** What is entered becomes the figure that is shown: when it is asked for, and by itself where previews are on. */
export function useDrawing(
  draft: Draft,
  pdf: File | undefined,
  { before, after }: { before: () => void; after: () => void },
): Drawing {
  const key = useApiKey()
  const [shown, setShown] = useShown()
  const [finished, setFinished] = useState<string>()
  const dressing = useRef<Sent | undefined>(undefined)
  const previews = usePreviews()
  const sending = useSending(FIELDS)
  const base = useBase(shown && finished === shown.base ? shown.base : undefined)
  const paid = key !== ''
  const asked = askedOf(draft, paid, pdf)
  const style = styleOf(draft)
  const sameWork = shown?.asked === asked
  const drawn = sameWork && shown.style === style
  const dressable = sameWork && style !== undefined && base?.id === shown.base
  const wish = `${asked} ${style}`
  // A page that is loaded again leaves the figure that it showed.
  const tried = useRef(shown && wish)
  const show = (sent: Sent, next: Omit<Shown, 'id' | 'base'>) => {
    dressing.current = sent.restyle ? sent : undefined
    setShown({ ...next, id: sent.id, base: sent.of ?? sent.id })
  }
  const draw = (live: boolean) =>
    sending.send(async () => {
      tried.current = wish
      const name = nameOf(draft)
      if (!live) before()
      const earlier = previews.take()
      if (drawn && (live || earlier.length > 0)) {
        if (live) previews.keep(earlier)
        return setShown({ ...shown, name })
      }
      const again = dressable && shown.style !== style
      const sent = again ? await restyle(shown.base, style) : await submit(draft, key, pdf)
      const left = previews.keepBase(earlier, again ? shown.base : undefined)
      if (live) previews.keep([...left, sent])
      show(sent, { name, asked, style })
    })
  const ended = (error: string | null) => {
    const { id, restyle: dress } = dressing.current ?? {}
    dressing.current = undefined
    if (error === null && dress && id !== undefined && id === shown?.id)
      return void sending.send(async () => {
        const sent = await restyle(id, dress)
        previews.follow(id, sent)
        show(sent, shown)
      })
    if (error === null) setFinished(shown?.base)
    after()
  }
  const live = paid ? draft.livePaid : draft.live
  const previewable = dressable || (isPreviewable(draft) && (paid || draft.tab === 'text'))
  useEffect(() => {
    // What was refused once is not asked for again until it changes.
    if (!live || !previewable || sending.busy || drawn || wish === tried.current) return
    const timer = setTimeout(() => void draw(true), LIVE_MS)
    return () => clearTimeout(timer)
  }, [wish, live, previewable, sending.busy])
  return { shown, show: setShown, sending, live, draw: () => void draw(false), ended, base }
}
