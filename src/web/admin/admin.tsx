import { useEffect, useState } from 'preact/hooks'
import { Act } from '../parts/act'
import { call, SIGNED_OUT } from '../parts/client'
import { Fault } from '../parts/field'
import { Frame } from '../parts/frame'
import { placeOf, type Route, useRoute } from '../parts/route'
import { useAnswer } from '../parts/use-answer'
import { useEvent } from '../parts/use-event'
import { words } from '../parts/words'
import { History } from './history'
import { Key } from './key'
import { Keys } from './keys'
import { Overview } from './overview'
import { RecordPage } from './record'
import { SignIn } from './sign-in'

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

const ROOMS = ['', 'keys', 'history'] as const

function Rooms() {
  const route = useRoute()
  const [own = ''] = route.path
  const { rooms, title } = words.admin
  const here = ROOMS.find((room) => room === own) ?? ''
  useEffect(() => {
    document.title = `${rooms[here]}, ${title}`
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [route.path.join('/')])
  return (
    <>
      <h1 class="unseen">{words.admin.heading}</h1>
      <nav class="rooms" aria-label={words.admin.heading}>
        {ROOMS.map((room) => (
          <a key={room} href={placeOf(room)} aria-current={room === here ? 'page' : undefined}>
            {rooms[room]}
          </a>
        ))}
      </nav>
      {roomOf(route)}
    </>
  )
}

function roomOf({ path: [room, id], query }: Route) {
  if (room === 'keys') return id === undefined ? <Keys /> : <Key key={id} id={Number(id)} />
  if (room === 'history')
    return id === undefined ? <History query={query} /> : <RecordPage key={id} id={id} />
  return <Overview />
}
