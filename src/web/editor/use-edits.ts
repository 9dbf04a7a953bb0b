import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import type { JobState } from '../figure/use-job'
import { credential } from '../parts/api-key'
import { call, Refusal } from '../parts/client'
import { sentenceOf } from '../parts/use-sending'
import { words } from '../parts/words'

/** Edits that follow each other quickly are one version. */
const PAUSE_MS = 300

export interface EditFault {
  sentence: string
  /** The part it is about, where it is about one. */
  part?: string
  /** What was not sent waits to be sent again. */
  again: boolean
}

export interface Edits {
  /** What the shown version does not have yet. */
  ahead: readonly Operation[]
  fault: EditFault | undefined
  change: (...operations: Operation[]) => void
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
 * Collects operations and has the server draw them: every version is a job, which the page goes on to. What is done while
 * one is drawn waits for it.
 * @param shown the id of the version that stands on the page
 */
export function useEdits(
  job: JobState,
  shown: string | undefined,
  go: (id: string, failed?: boolean) => void,
): Edits {
  const [waiting, setWaiting] = useState<readonly Operation[]>([])
  const [sent, setSent] = useState<{
    source: string
    id?: string
    operations: readonly Operation[]
  }>()
  const [fault, setFault] = useState<EditFault>()
  const ready = job.error === null && shown === job.id && sent === undefined && !fault?.again

  const send = useRef(async () => {})
  send.current = async () => {
    const operations = waiting
    setWaiting([])
    setSent({ source: job.id, operations })
    try {
      const { job_id: id } = await call('POST /api/redraw', {
        body: { source: job.id, operations: [...operations], keep_places: true },
        headers: credential(),
      })
      later.set(job.id, id)
      setSent({ source: job.id, id, operations })
      go(id)
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      setSent(undefined)
      const { refused, rest } = sorted(operations, reason)
      setWaiting((since) => [...rest, ...since])
      setFault({
        sentence: refused ? withoutPlace(reason.message) : sentenceOf(reason),
        ...(refused && partOf(refused)),
        again: rest.length === operations.length,
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

  const change = useCallback((...operations: Operation[]) => {
    setFault((now) => (now?.again ? now : undefined))
    setWaiting((now) => operations.reduce(joined, now))
  }, [])

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
    ahead: [...(sent?.operations ?? []), ...waiting],
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

/** A box that is moved twice is placed once. */
function joined(operations: readonly Operation[], next: Operation): readonly Operation[] {
  const last = operations.at(-1)
  const replaces = last?.op === 'place' && next.op === 'place' && last.id === next.id
  return [...(replaces ? operations.slice(0, -1) : operations), next]
}

/** The operation that was refused and the others; all of them wait where the refusal is about none. */
function sorted(operations: readonly Operation[], { status, message, fields }: Refusal) {
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

/** The part that an operation is about; what is new is about where it begins. */
function partOf(operation: Operation): { part?: string } {
  if (operation.op === 'add_edge') return { part: operation.from }
  if ('id' in operation) return { part: operation.id }
  return {}
}
