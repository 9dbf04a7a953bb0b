/** One fault in a body, as FastAPI writes it. */
export interface Fault {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** Refuses a request: an error with a face for the client. Anything else that is thrown is a 500. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly options: { faults?: Fault[]; headers?: Record<string, string> } = {},
  ) {
    super(sentence)
    this.name = 'Problem'
  }
}

/** The catalogue: every refusal that is not about one field, in the words a client reads. */
export const problems = {
  credentialMissing: (needed = 'send an API key') =>
    new Problem(401, `A credential is required: ${needed}.`, unauthorized),
  credentialUnknown: () => new Problem(401, 'The credential is not valid.', unauthorized),
  dayIsSpent: () =>
    new Problem(403, 'The budget of this caller for models is used up for today (UTC).'),
  keyDisabled: () => new Problem(403, 'This API key is disabled.'),
  quotaExhausted: () => new Problem(403, 'The quota of this API key is exhausted.'),
  foreignOrigin: () =>
    new Problem(403, 'Pages of other origins may not use this server without a credential.'),
  foreignHost: () =>
    new Problem(
      403,
      'Without a credential the Host must be localhost, 127.0.0.1 or [::1]; set PUBLIC_BASE_URL for another name.',
    ),
  notOwnPage: () =>
    new Problem(
      403,
      'Only pages of this server may sign in; behind a proxy that has another name set PUBLIC_BASE_URL.',
    ),
  jobNotFound: () => new Problem(404, 'Job not found'),
  taskNotFound: () => new Problem(404, 'Task not found'),
  notEnded: () => new Problem(409, 'The work has not ended yet: cancel it first.'),
  keyNotFound: () => new Problem(404, 'API key not found'),
  recordNotFound: () => new Problem(404, 'Record not found'),
  noWebhook: () => new Problem(404, 'This record has no webhook.'),
  imageNotYet: () => new Problem(404, 'The image is not available yet.'),
  noImage: () => new Problem(404, 'A prompt optimization task has no image.'),
  figureNotYet: () => new Problem(409, 'The figure is not finished yet.'),
  noFigure: () => new Problem(404, 'The work ended without a figure.'),
  notExported: (format: string) => new Problem(404, `The task did not export ${format}.`),
  fileNotFound: () => new Problem(404, 'File not found'),
  beyondFile: (size: number) =>
    new Problem(416, `The file has ${size} bytes; the Range lies beyond them.`, {
      headers: { 'content-range': `bytes */${size}` },
    }),
  routeNotFound: () => new Problem(404, 'Not found'),
  methodNotAllowed: (allow: readonly string[]) =>
    new Problem(405, `Method not allowed; this route takes ${allow.join(', ')}.`, {
      headers: { allow: allow.join(', ') },
    }),
  badHost: () => new Problem(400, 'The Host header is not valid.'),
  hostMissing: () => new Problem(400, 'A Host header is required, in HTTP/1.0 too.'),
  bodyTooLarge: (limit: number) =>
    new Problem(413, `The body is larger than the ${limit} bytes that this route takes.`),
  bodyTooLargeBesideFiles: (limit: number) =>
    new Problem(413, `The body is larger than ${limit} bytes without its file.`),
  bodyTooSlow: (seconds: number) =>
    new Problem(408, `The body did not arrive within ${seconds} seconds.`),
  tooManyBodies: () =>
    new Problem(503, 'Too many requests with large bodies are under way; try again later.', {
      headers: { 'retry-after': '5' },
    }),
  notExamined: () =>
    new Problem(503, 'The request could not be checked in time; try again later.', {
      headers: { 'retry-after': '5' },
    }),
  oddFormat: (reason: string) =>
    unprocessable([
      { loc: ['path', 'format'], msg: `Value error, ${reason}`, type: 'value_error' },
    ]),
  editTooCostly: () =>
    unprocessable([
      {
        loc: ['body'],
        msg: 'Value error, the edit takes more time or memory than one may use; send it in smaller parts',
        type: 'value_error',
      },
    ]),
  tooManyPixels: (most: number) =>
    new Problem(413, `The image has more than the ${most / 1_000_000} megapixels that are taken.`),
  imageTooLong: (most: number) =>
    new Problem(413, `A side of the image has more than the ${most} pixels that are taken.`),
  notAnImage: (formats: string) => new Problem(400, `File must be an image: ${formats}`),
  imageTooCostly: () =>
    new Problem(413, 'The image takes more time or memory to decode than one upload may use.'),
  uploadsFull: (megabytes: number) =>
    new Problem(
      403,
      `The uploads of this caller take up the ${megabytes} MB that are kept; they go when they are old and nothing uses them.`,
    ),
  notMultipart: () =>
    new Problem(415, 'The Content-Type must be multipart/form-data with a boundary.'),
  notPdf: () => new Problem(415, 'The Content-Type must be application/pdf.'),
  notJson: () => new Problem(415, 'The Content-Type must be application/json.'),
  tooManyPending: () =>
    new Problem(503, 'Too much work is waiting; try again later.', {
      headers: { 'retry-after': '30' },
    }),
  shareTaken: (records: number) =>
    new Problem(
      503,
      `This caller has ${records} jobs waiting, which is the share of one caller; try again later.`,
      { headers: { 'retry-after': '30' } },
    ),
  draining: () =>
    new Problem(503, 'The server is shutting down; try again in a moment.', {
      headers: { 'retry-after': '10' },
    }),
  diskFull: () =>
    new Problem(503, 'The server has no disk space left for new work.', {
      headers: { 'retry-after': '60' },
    }),
  away: () =>
    new Problem(503, 'What the servers share does not answer; try again in a moment.', {
      headers: { 'retry-after': '5' },
    }),
  rateLimited: (seconds: number) =>
    new Problem(429, 'Too many requests of this kind; slow down.', {
      headers: { 'retry-after': String(seconds) },
    }),
  tooManyGuesses: (seconds: number) =>
    new Problem(429, 'Too many unknown credentials; try again later.', {
      headers: { 'retry-after': String(seconds) },
    }),
  internal: () => new Problem(500, 'Internal server error'),
}

/** Something that all servers share does not answer for now. */
export class Away extends Error {
  override readonly name = 'Away'
  readonly code = 'AWAY'

  constructor(what: string, options: { cause: unknown }) {
    super(`${what} does not answer`, options)
  }
}

const FULL_DISK = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** True for what a write throws when there is no room left. */
export function isDiskFull(error: unknown): boolean {
  return FULL_DISK.includes(errorCode(error))
}

/** The code of an error of the system or of the database; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** What was thrown, in its own words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const unauthorized = { headers: { 'www-authenticate': 'Bearer' } }

/** Faults that one answer tells of. */
export const MOST_FAULTS = 100
/** Of the `detail` of a refused body, in bytes of JSON: an answer must not be larger than what it refuses. */
const MOST_BYTES = 60_000
/** Characters of a name in a place: a property may be called anything. */
const NAME_CHARACTERS = 80
/** Characters of the sentence that task routes show. */
const SENTENCE_CHARACTERS = 2000

/** A refused body. Job routes show `faults`, task routes the sentence made of them; both are bounded. */
export function unprocessable(faults: readonly Fault[]): Problem {
  const shown = bounded(faults)
  const words = shown.map(inWords).join('; ')
  const sentence =
    words.length > SENTENCE_CHARACTERS ? `${cut(words, SENTENCE_CHARACTERS)} and more` : words
  return new Problem(422, sentence, { faults: shown })
}

function bounded(faults: readonly Fault[]): Fault[] {
  const shown: Fault[] = []
  let bytes = 0
  for (const fault of faults.slice(0, MOST_FAULTS)) {
    const short = { ...fault, loc: fault.loc.map(shortName) }
    bytes += Buffer.byteLength(JSON.stringify(short))
    if (bytes > MOST_BYTES && shown.length > 0) break
    shown.push(short)
  }
  return shown
}

function shortName(part: string | number): string | number {
  return typeof part === 'string' ? cut(part, NAME_CHARACTERS) : part
}

function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()}\u2026` : text
}

/** A fault as one reads it: the field, then what is wrong. */
export function inWords({ loc: [place = 'body', ...path], msg, type, ctx }: Fault): string {
  if (type === 'json_invalid') return `${place}: ${msg} at character ${path[0]}: ${ctx?.error}`
  // FastAPI's own opening; a sentence begins with the field.
  const reason = msg.replace(/^Value error, /, '')
  return `${path.length > 0 ? path.join('.') : place}: ${reason}`
}
