import { Problem, problems } from '../errors'
import type { Asker, Examine, Finding, Question, Refusal } from '../intake/question'
import type { Logger } from '../log'
import type { ChildProcess, StartChild } from './child'
import type { ExecutorSettings, FromExecutor } from './protocol'

/** A question whose turn comes later than this before its end is not begun. */
const LEAST_MS = 2000
/** For the server to hand over a record or a file: longer is a disk that stands still, no work of the question's. */
const ANSWER_MS = 2000
const IDLE_MS = 30_000
const WATCH_MS = 50
/** Questions that may wait, of all callers and of one. */
const MOST_WAITING = 128
const MOST_WAITING_OF_CALLER = 32

export interface ExaminersOptions {
  settings: ExecutorSettings
  startChild: StartChild
  /** Resident bytes that one process may use. */
  memoryBytes: number
  /** From the question to its answer, the wait in the line among them: what a plugin's `accept` may take. */
  answerMs: number
  /** Processor seconds after which a late answer is the question's own fault, not that of a busy machine. */
  faultSeconds: number
  /** How many processes. One caller never holds all of them, where there are several. */
  count: number
}

interface Turn extends Asker {
  question: Question
  /** By the monotonic clock. */
  until: number
  resolve: (finding: Finding) => void
  reject: (reason: unknown) => void
}

/** A place for one process, and whose turn it works for. */
interface Desk {
  child: ChildProcess | undefined
  turn: Turn | undefined
  hear: (message: FromExecutor) => void
  ended: (how: string) => void
  idle: ReturnType<typeof setTimeout> | undefined
}

/**
 * Reserved executors that judge bodies and files before acceptance: a full queue cannot starve them, and what crashes
 * or hangs a decoder takes only its own process along. Callers take turns. Started when needed, ended when idle.
 */
export class Examiners {
  private readonly desks: Desk[]
  /** The callers in the order of their next turn. */
  private readonly lines = new Map<string, Turn[]>()
  private readonly mostOfCaller: number

  constructor(
    private readonly log: Logger,
    private readonly options: ExaminersOptions,
  ) {
    this.desks = Array.from({ length: options.count }, newDesk)
    this.mostOfCaller = Math.max(1, options.count - 1)
  }

  /**
   * What was found.
   * @throws Problem the refusal, `asker.tooCostly`, or 503 when the line is long or the process was lost
   */
  readonly examine = (async (question: Question, asker: Asker) => {
    const { promise, resolve, reject } = Promise.withResolvers<Finding>()
    const line = this.lines.get(asker.caller) ?? []
    if (line.length >= MOST_WAITING_OF_CALLER || this.waiting() >= MOST_WAITING)
      throw problems.notExamined()
    line.push({
      ...asker,
      question,
      until: performance.now() + this.options.answerMs,
      resolve,
      reject,
    })
    this.lines.set(asker.caller, line)
    this.serve()
    return promise
    // A turn is answered with the finding of its own question.
  }) as Examine

  stop(): void {
    for (const desk of this.desks) this.close(desk)
  }

  private waiting(): number {
    return [...this.lines.values()].reduce((sum, line) => sum + line.length, 0)
  }

  private serve(): void {
    for (const desk of this.desks) {
      if (desk.turn) continue
      const turn = this.next()
      if (!turn) return
      clearTimeout(desk.idle)
      desk.turn = turn
      void this.work(desk, turn)
    }
  }

  /** The first turn of the first caller who may have one; that caller goes to the end. */
  private next(): Turn | undefined {
    for (const [caller, line] of this.lines) {
      const atWork = this.desks.filter(({ turn }) => turn?.caller === caller).length
      if (atWork >= this.mostOfCaller) continue
      const turn = line.shift()
      this.lines.delete(caller)
      if (line.length > 0) this.lines.set(caller, line)
      if (turn) return turn
    }
    return undefined
  }

  private async work(desk: Desk, turn: Turn): Promise<void> {
    try {
      if (turn.until - performance.now() < LEAST_MS) throw problems.notExamined()
      turn.resolve(await this.ask(desk, turn))
    } catch (error) {
      turn.reject(error)
    } finally {
      desk.turn = undefined
      desk.idle = setTimeout(() => this.close(desk), IDLE_MS)
      this.serve()
    }
  }

  private async ask(desk: Desk, turn: Turn): Promise<Finding> {
    const { promise, resolve, reject } = Promise.withResolvers<Finding>()
    desk.child ??= this.open(desk)
    const { child } = desk
    const giveUp = (reason: string, problem: Problem) => {
      this.log.error('a question was given up', { question: turn.question.name, reason })
      this.close(desk)
      reject(problem)
    }
    // Only the process of this desk is heard: one that was given up before ends a little later.
    desk.ended = (how) => giveUp(`its process ended with ${how}`, problems.notExamined())
    desk.hear = (message) => {
      if (message.type === 'examined') resolve(message.finding)
      else if (message.type === 'refused') reject(problemOf(message.refusal))
      else if (message.type === 'broke') reject(new Error(message.reason))
      else if (message.type === 'ask') {
        const { number, name } = message
        waiting.set(number, performance.now())
        turn[message.for](name)
          .then((answer) => child.send({ type: 'told', number, answer }), reject)
          .finally(() => waiting.delete(number))
      }
    }
    /** Since when the process waits for what it asked the server. */
    const waiting = new Map<number, number>()
    const before = child.processorSeconds()
    const watch = setInterval(() => {
      if (child.residentBytes() > this.options.memoryBytes)
        giveUp('too much memory', turn.tooCostly)
      else if (performance.now() - Math.min(...waiting.values()) > ANSWER_MS)
        giveUp('the server itself did not answer it', problems.notExamined())
      else if (performance.now() > turn.until) {
        const own = child.processorSeconds() - before >= this.options.faultSeconds
        giveUp('too much time', own ? turn.tooCostly : problems.notExamined())
      }
    }, WATCH_MS)
    child.send({ type: 'examine', question: turn.question })
    return promise.finally(() => {
      clearInterval(watch)
      desk.ended = () => {}
    })
  }

  private open(desk: Desk): ChildProcess {
    const child: ChildProcess = this.options.startChild(this.options.settings, {
      message: (message) => desk.child === child && desk.hear(message),
      exit: (how) => {
        if (desk.child !== child) return
        desk.child = undefined
        desk.ended(how)
      },
    })
    return child
  }

  private close(desk: Desk): void {
    clearTimeout(desk.idle)
    const { child } = desk
    desk.child = undefined
    void child?.killed()
  }
}

function newDesk(): Desk {
  return { child: undefined, turn: undefined, hear: () => {}, ended: () => {}, idle: undefined }
}

function problemOf({ status, sentence, faults, headers }: Refusal): Problem {
  return new Problem(status, sentence, { ...(faults && { faults }), ...(headers && { headers }) })
}
