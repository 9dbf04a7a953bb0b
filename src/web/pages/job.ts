/** A file as the stream announces it. */
export interface JobFile {
  path: string
  url: string
}

interface Listeners {
  progress: (stage: string, percent: number) => void
  line: (line: string) => void
  file: (file: JobFile) => void
  /** The last event; `error` is null after success. */
  end: (error: string | null) => void
  /** The connection broke and is being made again. */
  trouble: (words: string) => void
  /** The server refused the stream. */
  closed: () => void
}

/** Follows a job's event stream from its first event to its last; gives what ends it early. */
export function follow(url: string, listeners: Listeners): () => void {
  const source = new EventSource(url)
  const on = <T>(name: string, listener: (data: T) => void) =>
    source.addEventListener(name, (event) =>
      listener(JSON.parse((event as MessageEvent<string>).data)),
    )
  on<{ stage: string; percent: number }>('progress', ({ stage, percent }) =>
    listeners.progress(stage, percent),
  )
  on<{ line: string }>('log', ({ line }) => listeners.line(line))
  on<JobFile>('artifact', listeners.file)
  on<{ state: string; error?: string | null }>('status', ({ state, error }) => {
    if (state !== 'finished') return
    source.close()
    listeners.end(error ?? null)
  })
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listeners.closed()
    else listeners.trouble('The connection was lost; trying again')
  })
  return () => source.close()
}
