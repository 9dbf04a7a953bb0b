import type { Report } from '../store/append'

const LINE_BYTES = 4000
const LINES = 20_000

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** What a job says: every line goes to the event stream and into run.log. */
export class RunLog {
  private readonly lines: string[] = []

  constructor(private readonly report: (report: Report) => void) {}

  line(text: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
    for (const part of String(text).split(/\r?\n/)) {
      if (this.lines.length >= LINES) return
      const line = Buffer.from(part.replace(CONTROL, ' ').toWellFormed())
        .subarray(0, LINE_BYTES)
        .toString()
        .replace(/\uFFFD$/, '')
      this.lines.push(line)
      this.report({ type: 'log', stream, line })
    }
  }

  /** The text of run.log. */
  text(): string {
    return this.lines.map((line) => `${line}\n`).join('')
  }
}
