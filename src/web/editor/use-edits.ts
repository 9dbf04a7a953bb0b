import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { JobState } from '../figure/use-job'
import type { RedrawRequest } from '../operations'
import { credential } from '../parts/api-key'
import { call, Refusal } from '../parts/client'
import { sentenceOf } from '../parts/use-sending'
import { words } from '../parts/words'

/** Edits that follow each other quickly are one version. */
const PAUSE_MS = 300

interface EditFault {
  sentence: string
  /** The part it is about, where it is about one. */
  part?: string | undefined
  /** What was not sent waits to be sent again. */
  again: boolean
}

/** One change, as an editor knows it. */
export interface Change {
  op: string
  id?: string
}

type Body = Omit<RedrawRequest, 'source' | 'keep_places'>

/** What an editor's changes are to the server. */
export interface Trade<C extends Change> {
  body: (changes: readonly C[]) => Body
  /** Whether a change says all that the one before it said. */
  replaces: (last: C, next: C) => boolean
  /** The part that a change is about. */
  partOf: (change: C) => string | undefined
}

export interface Edits<C extends Change> {
  /** What the shown version does not have yet. */
  ahead: readonly C[]
  fault: EditFault | undefined
  change: (...changes: C[]) => void
  /** Undefined where there is nothing to go back to. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  /** Sends what waits once more. */
  retry: () => void
  dismiss: () => void
}

/** Which version was made of which, in this tab: the way forward again. */
const later = new Map<string, string>()

/**
 * Collects changes and has the server draw them: every version is a job, which the page goes on to. What is done while
 * one is drawn waits for it.
 * @param shown the id of the version that stands on the page
 */
export function useEdits<C extends Change>(
  trade: Trade<C>,
  job: JobState,
  shown: string | undefined,
  go: (id: string, failed?: boolean) => void,
): Edits<C> {
  const [waiting, setWaiting] = useState<readonly C[]>([])
  const [sent, setSent] = useState<{
    source: string
    id?: string
    changes: readonly C[]
  }>()
  const [fault, setFault] = useState<EditFault>()
  const ready = job.error === null && shown === job.id && sent === undefined && !fault?.again

  const send = useRef(async () => {})
  send.current = async () => {
    const changes = waiting
    setWaiting([])
    setSent({ source: job.id, changes })
    try {
      const { job_id: id } = await call('POST /api/redraw', {
        body: { source: job.id, ...trade.body(changes), keep_places: true },
        headers: credential(),
      })
      later.set(job.id, id)
      setSent({ source: job.id, id, changes })
      go(id)
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      setSent(undefined)
      const { refused, rest } = sorted(changes, reason)
      setWaiting((since) => [...rest, ...since])
      setFault({
        sentence: refused ? withoutPlace(reason.message) : sentenceOf(reason),
        ...(refused && { part: trade.partOf(refused) }),
        again: rest.length === changes.length,
      })
    }
  }

  useEffect(() => {
    if (!ready || waiting.length === 0) return
    const timer = setTimeout(() => void send.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [ready, waiting])

  useEffect(() => {
    if (sent?.id === undefined || sent.id !== job.id) return
    if (typeof job.error === 'string') {
      setSent(undefined)
      later.delete(sent.source)
      setFault({ sentence: words.figure.failed(job.error), again: false })
      go(sent.source, true)
    } else if (shown === sent.id) setSent(undefined)
  }, [sent, job.id, job.error, shown, go])

  const change = useCallback(
    (...changes: C[]) => {
      setFault((now) => (now?.again ? now : undefined))
      setWaiting((now) =>
        changes.reduce<readonly C[]>((all, next) => {
          const last = all.at(-1)
          return [...(last && trade.replaces(last, next) ? all.slice(0, -1) : all), next]
        }, now),
      )
    },
    [trade],
  )

  const parent = job.record?.workflow === 'redraw' ? job.record.parent : null
  const next = later.get(job.id)
  const back = (id: string) => () => {
    setFault(undefined)
    go(id)
  }
  const stepBack = () => {
    if (waiting.length > 0) setWaiting(waiting.slice(0, -1))
    else if (parent !== null) {
      later.set(parent, job.id)
      back(parent)()
    }
  }
  return {
    ahead: [...(sent?.changes ?? []), ...waiting],
    fault,
    change,
    undo: sent === undefined && (waiting.length > 0 || parent !== null) ? stepBack : undefined,
    redo: sent === undefined && waiting.length === 0 && next !== undefined ? back(next) : undefined,
    retry: () => setFault(undefined),
    dismiss: () => {
      if (fault?.again) setWaiting([])
      setFault(undefined)
    },
  }
}

/** The operation that was refused and the others; all of them wait where the refusal is about none. */
function sorted<C>(operations: readonly C[], { status, message, fields }: Refusal) {
  if (status !== 422) return { refused: undefined, rest: operations }
  const place = [...Object.keys(fields), message]
    .map((one) => /operations[.[](\d+)/.exec(one)?.[1])
    .find((at) => at !== undefined)
  const at = place === undefined ? -1 : Number(place)
  return {
    refused: operations[at],
    rest: at < 0 ? [] : operations.filter((_, index) => index !== at),
  }
}

const withoutPlace = (sentence: string) => sentence.replace(/^operations\[\d+\] \w+: /, '')
