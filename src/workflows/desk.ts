import type { Call, Decisions, Engines } from '../forms/engines'
import type { FigureTools } from '../forms/figure-tools'
import type { Output } from '../forms/outputs'
import type { Reader } from '../forms/reading'

/** What a workflow works with: the job it serves, who decides, what draws. */
export interface Desk {
  engines: Engines
  figure: FigureTools
  readPicture: Reader['picture']
  shown: Reader['shown']
  signal: AbortSignal
  log(line: string, stream?: 'stdout' | 'stderr'): void
  /** Step `step` of `steps` named `stage`; gives the stage as an engine sees it. */
  progress(stage: string, step: number, steps: number): Call
  artifact(path: string, content: Uint8Array | string | object, kind?: string): Promise<void>
  /** Begins to load the PDF writer, which takes a second, beside the work that comes before the PDF. */
  expectPdf(): void
  /** Wishes of the request that have no effect, a sentence each. */
  ignored: readonly string[]
  /** Figures to choose from that the request prefers; 1: the best alone. */
  candidates: number
  /** Who has decided what so far. */
  decided(): Decisions
}

/** Writes one of the files that every reader knows by name. */
export function write(
  { artifact }: Pick<Desk, 'artifact'>,
  { path, kind }: Output,
  content: Uint8Array | string | object,
): Promise<void> {
  return artifact(path, content, kind)
}

/** Tells of a list of named stages one by one, counted among the steps of the plugin around them. */
export function stepper<Name extends string>(
  { progress }: Pick<Desk, 'progress'>,
  stages: readonly Name[],
  { stepsBefore = 0, stepsAfter = 0 }: { stepsBefore?: number; stepsAfter?: number },
): (name: Name) => Call {
  const steps = stepsBefore + stages.length + stepsAfter
  return (name) => progress(name, stepsBefore + stages.indexOf(name) + 1, steps)
}

/** What is the same in report.json of every figure: who decided, and what was not met. */
export function accounts(desk: Pick<Desk, 'decided'>, ignored: readonly string[]) {
  return { ...desk.decided(), ignored }
}

/** A description that also names the wishes that are not met. */
export function withIgnored(description: string, ignored: readonly string[]): string {
  return [description, ...ignored.map(asSentence)].filter((part) => part !== '').join(' ')
}

function asSentence(text: string): string {
  const whole = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}
