import { useState } from 'preact/hooks'
import { call } from '../parts/client'
import { Entry } from '../parts/field'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'

/** Takes the admin key once; from then on the browser holds a cookie that no script can read. */
export function SignIn({ done }: { done: () => void }) {
  const [key, setKey] = useState('')
  const { busy, fault, fields, send } = useSending(['admin_key'])
  const { signIn } = words.admin
  const submit = async (event: Event) => {
    event.preventDefault()
    if (await send(() => call('POST /api/admin/session', { body: { admin_key: key } }))) done()
  }
  return (
    <form class="card sign-in" method="post" onSubmit={submit}>
      <h1>{signIn.heading}</h1>
      {/* For password keepers, which save nothing without a name. */}
      <input type="text" name="username" autocomplete="username" value="admin" readOnly hidden />
      <Entry
        label={signIn.key}
        hint={signIn.where}
        fault={fields.admin_key ?? fault}
        name="admin_key"
        type="password"
        autocomplete="current-password"
        spellcheck={false}
        required
        value={key}
        set={setKey}
      />
      <button class="main" type="submit" disabled={busy}>
        {signIn.submit}
      </button>
    </form>
  )
}
