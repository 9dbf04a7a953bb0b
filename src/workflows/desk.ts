import type { Call, Decisions, Engines } from '../forms/engines'
import type { FigureTools } from '../forms/figure-tools'
import { OUTPUTS, type Output } from '../forms/outputs'
import type { Reader } from '../forms/reading'
import { type Remark, sentencesOf } from '../forms/remarks'
import type { Outcome } from '../forms/workflows'

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
  /** Whether somebody wants a file; what is dear is not made for nobody. */
  wants(output: Output): boolean
  /** Begins to load the PDF writer, which takes a second, beside the work that comes before the PDF. */
  expectPdf(): unknown
  /** What people are to be told so far; at first the wishes of the request that have no effect. */
  remarks: Remark[]
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

/** Tells something at once, in run.log, and keeps it for the end. */
export function tell(desk: Pick<Desk, 'log' | 'remarks'>, remarks: readonly Remark[]): void {
  for (const { kind, sentence, where } of remarks)
    desk.log(
      where === undefined ? sentence : `${where}: ${sentence}`,
      kind === 'note' ? 'stdout' : 'stderr',
    )
  desk.remarks.push(...remarks)
}

/**
 * Writes report.json, its members around those of every figure (who decided, what was not met), and gives what the record
 * is to say: a description that names the wishes in vain which it does not name already, and why the figure is doubtful.
 */
export async function reported(
  desk: Desk,
  description: string,
  before: object,
  after: object = {},
): Promise<Outcome> {
  const ignored = sentencesOf('unmet', desk.remarks)
  await write(desk, OUTPUTS.report, { ...before, ...desk.decided(), ignored, ...after })
  const further = ignored.filter((sentence) => !description.includes(sentence)).map(asSentence)
  return {
    description: [description, ...further].filter((part) => part !== '').join(' '),
    warnings: sentencesOf('doubt', desk.remarks),
  }
}

function asSentence(text: string): string {
  const whole = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}
