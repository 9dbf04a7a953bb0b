import { Away, isDiskFull, Problem, problems } from '../errors'

/** Which of the two services a path belongs to: it decides the form of a 422. */
export type Service = 'job' | 'task'

/** The one place that turns an error into an answer. */
export function problemResponse(error: Problem, service: Service): Response {
  const { faults, headers } = error.options
  const detail = faults && service === 'job' ? faults : error.sentence
  return Response.json({ detail }, { status: error.status, ...(headers && { headers }) })
}

/** What a client may see of an error that is no Problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDiskFull(error)) return problems.diskFull()
  if (error instanceof Away) return problems.away()
  return problems.internal()
}
