import { resolve } from 'node:path'
import type { Seams } from '../../src/net/fetch'

const FIXTURES = resolve(import.meta.dir, '../fixtures/net')

/** The name on the fixture certificate; it also covers names one level below. */
export const NAME = 'pictures.example.test'

export const CA = await Bun.file(`${FIXTURES}/pictures.cert.pem`).text()
const KEY = await Bun.file(`${FIXTURES}/pictures.key.pem`).text()

export type Answer = (request: Request, path: string) => Response | Promise<Response>

/** A real server on the loopback that remembers what reached it. */
export function receiver(answer: Answer, options: { tls?: boolean; hostname?: string } = {}) {
  const requests: { method: string; url: string; headers: Headers; body: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: options.hostname ?? '127.0.0.1',
    ...((options.tls ?? true) && { tls: { cert: CA, key: KEY } }),
    fetch: async (request) => {
      const { method, url, headers } = request
      requests.push({ method, url, headers, body: await request.text() })
      return answer(request, new URL(url).pathname)
    },
  })
  return {
    requests,
    port: server.port,
    url: (path: string, name = NAME) => `https://${name}:${server.port}${path}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

/** A name server that knows every name as this machine, and rules that take this machine for a public one. */
export function loopbackSeams(resolve: Seams['resolve'] = async () => ['127.0.0.1']) {
  const asked: string[] = []
  const seams = {
    ca: CA,
    isAllowedAddress: (address: string) => address === '127.0.0.1' || address === '127.0.0.3',
    resolve: async (name: string) => {
      asked.push(name)
      return resolve(name)
    },
  } satisfies Seams
  return { ...seams, asked }
}

/** How a call that must not succeed ended: the error's name and its sentence. */
export async function failure(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    return String(error)
  }
  return 'succeeded'
}
