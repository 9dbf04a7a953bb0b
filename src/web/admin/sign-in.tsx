import { call, Refusal } from '../parts/client'
import { Form } from '../parts/form'
import { words } from '../parts/words'

/** Takes the admin key once; from then on the browser holds a cookie that no script can read. */
export function SignIn({ done }: { done: () => void }) {
  const { heading, key, where, submit } = words.admin.signIn
  const send = async ({ admin_key = '' }: Readonly<Record<string, string>>) => {
    await call('POST /api/admin/session', { body: { admin_key } }).catch((reason: Refusal) => {
      throw new Refusal(reason.status, reason.message, { admin_key: reason.message })
    })
    done()
  }
  return (
    <Form
      class="card sign-in"
      asked={[
        {
          ...{ name: 'admin_key', label: key, hint: where, type: 'password' },
          autocomplete: 'current-password',
        },
      ]}
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
