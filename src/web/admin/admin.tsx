import { useEffect, useState } from 'preact/hooks'
import { call, Refusal } from '../parts/client'
import { Frame } from '../parts/frame'
import { sentenceOf } from '../parts/use-sending'
import { words } from '../parts/words'
import { SignIn } from './sign-in'

/** Undefined: not known yet. */
type Session = { open: boolean } | { fault: string } | undefined

/** `/admin`: who is signed in sees the rooms, everybody else the door. */
export function Admin() {
  const [session, setSession] = useState<Session>()
  useEffect(() => {
    document.title = words.admin.title
    const look = async () => {
      try {
        await call('GET /api/admin/session')
        setSession({ open: true })
      } catch (reason) {
        if (!(reason instanceof Refusal)) throw reason
        setSession(reason.status === 401 ? { open: false } : { fault: sentenceOf(reason) })
      }
    }
    void look()
  }, [])
  const signOut = async () => {
    await call('DELETE /api/admin/session').catch(() => undefined)
    setSession({ open: false })
  }
  const open = session !== undefined && 'open' in session && session.open
  const tools = open && (
    <button type="button" class="small" onClick={signOut}>
      {words.admin.signOut}
    </button>
  )
  return (
    <Frame place="admin" tools={tools}>
      {session && 'fault' in session && <p role="alert">{session.fault}</p>}
      {session && 'open' in session && !session.open && (
        <SignIn done={() => setSession({ open: true })} />
      )}
      {open && <h1>{words.admin.heading}</h1>}
    </Frame>
  )
}
