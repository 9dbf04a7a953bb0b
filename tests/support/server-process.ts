/** A real server, started as a process of its own and spoken to from outside: for the binary's test. */

export interface ServerProcess {
  /** Without a slash at the end. */
  url: string
  /** Everything written to standard output and standard error so far. */
  output: () => string
  /** Sends SIGTERM; gives the exit code. */
  stop: () => Promise<number>
}

export interface StreamEvent {
  id: number
  event: string
  data: Record<string, unknown>
  /** Milliseconds since the request for the stream. */
  at: number
}

const START_MS = 15_000
const STOP_MS = 30_000

/**
 * Starts `command` with exactly the environment given and waits until it listens.
 * @throws Error with the program's output when it ends or says nothing for 15 s
 */
export async function startServer(
  command: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<ServerProcess> {
  const child = Bun.spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const listening = Promise.withResolvers<string>()
  let output = ''
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true })
      const url = / listens on (http:\S+)\n/.exec(output)?.[1]
      if (url) listening.resolve(url)
    }
  }
  void Promise.all([collect(child.stdout), collect(child.stderr)]).then(() =>
    listening.reject(new Error(`The server ended before it listened:\n${output}`)),
  )
  const timer = setTimeout(
    () => listening.reject(new Error(`The server did not listen in time:\n${output}`)),
    START_MS,
  )
  const url = await listening.promise
    .catch((error: unknown) => {
      child.kill('SIGKILL')
      throw error
    })
    .finally(() => clearTimeout(timer))
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      return child.exited.finally(() => clearTimeout(hard))
    },
  }
}

/** Submits a job or a task; gives its id. @throws Error with the server's answer when it refuses */
export async function submit(url: string, path: string, body: object): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`)
  const { job_id, task_id = job_id } = JSON.parse(text)
  return String(task_id)
}

/** All events of a job, until the server closes the stream after the last one. */
export async function follow(
  url: string,
  id: string,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): Promise<StreamEvent[]> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/events/${id}`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok || !answer.body) throw new Error(`GET /api/events/${id}: ${answer.status}`)
  const events: StreamEvent[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    const at = performance.now() - started
    for (const frame of frames) {
      const event = readFrame(frame, at)
      if (event) events.push(event)
    }
  }
  return events
}

/** Undefined for `retry:` and comments, which carry no event. */
function readFrame(frame: string, at: number): StreamEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const data = field('data')
  if (data === undefined) return undefined
  return { id: Number(field('id')), event: field('event') ?? 'message', data: JSON.parse(data), at }
}
