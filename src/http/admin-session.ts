import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem, problems } from '../errors'
import { AdminSession } from '../forms/answers'
import { isoTime } from '../store/ids'
import { adminOnly, requireAdminKey } from './auth'
import type { Context } from './context'
import { ADMIN, ANYBODY, BODY, operation } from './operation'
import { formReader } from './receive'
import { isOwnPage, sessionOf, signIn, signOut } from './session'

const SignInBody = Type.Object(
  { admin_key: Type.String({ minLength: 1, maxLength: 1000, example: 'the admin key' }) },
  { additionalProperties: false },
)

const UNNAMED = new Problem(422, 'admin_key: Field required')

/** Signing in and out of `/admin`. A program sends the admin key with each request instead. */
export function sessionRoutes(ctx: Context) {
  const read = formReader(ctx, SignInBody, false)
  const open = new Elysia({ detail: { tags: ['Administration'], security: [] } }).post(
    '/api/admin/session',
    async ({ request }) => {
      if (!isOwnPage(ctx.config, request)) throw problems.notOwnPage()
      requireAdminKey(ctx, (await read(request)).admin_key)
      const { expiresAt, cookie } = await signIn(ctx, request)
      return answer(expiresAt, cookie)
    },
    operation('openSession', 'Signs a browser in by the admin key, for 12 hours', {
      body: SignInBody,
      answer: AdminSession,
      refused: [...ADMIN, ...BODY, problems.notOwnPage(), UNNAMED],
      description:
        'For the page `/admin`: the answer sets a cookie that scripts cannot read. Requests that change something need the header `x-burin-page` beside it.',
    }),
  )
  open.get(
    '/api/admin/session',
    async ({ request }) => answer(await sessionOf(ctx, request)),
    operation('getSession', 'Whether a browser is signed in, and how long', {
      answer: AdminSession,
      refused: [...ANYBODY],
    }),
  )
  const signedIn = adminOnly(ctx).delete(
    '/api/admin/session',
    async ({ request }) =>
      new Response(null, {
        status: 204,
        headers: { 'set-cookie': await signOut(ctx, request) },
      }),
    operation('closeSession', 'Signs a browser out', {
      answers: { 204: Type.Void({ description: 'Signed out.' }) },
      refused: [...ADMIN],
    }),
  )
  return new Elysia().use(open).use(signedIn)
}

function answer(expiresAt: number | undefined, cookie?: string): Response {
  const body: Static<typeof AdminSession> = {
    signed_in: expiresAt !== undefined,
    expires_at: expiresAt === undefined ? null : isoTime(expiresAt),
  }
  return Response.json(body, { ...(cookie !== undefined && { headers: { 'set-cookie': cookie } }) })
}
