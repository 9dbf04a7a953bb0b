import { useEffect, useState } from 'preact/hooks'
import { Act } from '../parts/act'
import { call, Refusal, SIGNED_OUT } from '../parts/client'
import { Fault } from '../parts/field'
import { Form } from '../parts/form'
import { Frame } from '../parts/frame'
import { placeOf, useRoute } from '../parts/route'
import { useAnswer } from '../parts/use-answer'
import { useEvent } from '../parts/use-event'
import { words } from '../parts/words'
import { Key, Keys } from './keys'
import { Overview } from './overview'
import { History, RecordPage } from './records'

/** `/admin`: who is signed in sees the rooms, everybody else the door. */
export function Admin() {
  const { answer: session, fault, again } = useAnswer('GET /api/admin/session')
  const [left, setLeft] = useState(false)
  useEvent(SIGNED_OUT, () => setLeft(true))
  const signOut = async () => {
    await call('DELETE /api/admin/session').catch(() => undefined)
    setLeft(true)
  }
  const signedIn = () => {
    setLeft(false)
    again()
  }
  const inside = session?.signed_in === true && !left
  const tools = inside && <Act label={words.admin.signOut} act={signOut} />
  return (
    <Frame place="admin" tools={tools}>
      <Fault fault={fault} />
      {session && !inside && <SignIn done={signedIn} />}
      {inside && <Rooms />}
    </Frame>
  )
}

/** Takes the admin key once; from then on the browser holds a cookie that no script can read. */
function SignIn({ done }: { done: () => void }) {
  const { heading, submit } = words.admin.signIn
  const send = async ({ admin_key = '' }: Readonly<Record<string, string>>) => {
    await call('POST /api/admin/session', { body: { admin_key } }).catch((reason: Refusal) => {
      throw new Refusal(reason.status, reason.message, { admin_key: reason.message })
    })
    done()
  }
  return (
    <Form
      class="card sign-in"
      asked={{ admin_key: { autocomplete: 'current-password' } }}
      act={submit}
      send={send}
      above={
        <>
          <h1>{heading}</h1>
          {/* For password keepers, which save nothing without a name. */}
          <input type="text" name="username" autocomplete="username" value="admin" hidden />
        </>
      }
    />
  )
}

const ROOMS = ['', 'keys', 'history'] as const

function Rooms() {
  const {
    path: [own, id],
    query,
  } = useRoute()
  const { rooms, title, heading } = words.admin
  const here = ROOMS.find((room) => room === own) ?? ''
  useEffect(() => {
    document.title = `${rooms[here]}, ${title}`
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [here, id])
  return (
    <>
      <h1 class="unseen">{heading}</h1>
      <nav class="rooms" aria-label={heading}>
        {ROOMS.map((room) => (
          <a key={room} href={placeOf(room)} aria-current={room === here ? 'page' : undefined}>
            {rooms[room]}
          </a>
        ))}
      </nav>
      {here === '' && <Overview />}
      {here === 'keys' && (id === undefined ? <Keys /> : <Key key={id} id={id} />)}
      {here === 'history' &&
        (id === undefined ? <History query={query} /> : <RecordPage key={id} id={id} />)}
    </>
  )
}
