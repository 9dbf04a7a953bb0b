import { useState } from 'preact/hooks'
import { setApiKey, useApiKey } from './api-key'
import { Field } from './field'
import { root } from './root'
import { words } from './words'

/** A key as the server makes it. */
const WHOLE = /^\s*burin_[\w-]{43}\s*$/

/** Where a visitor gives an API key; one half typed is asked of nobody. */
export function KeyField({ needed, fault }: { needed: boolean; fault?: string | undefined }) {
  const key = useApiKey()
  const [typed, setTyped] = useState(key)
  const said = words.key
  const hint = (
    <>
      {needed ? said.needed : said.optional} <a href={root('admin')}>{said.made}</a>
    </>
  )
  return (
    <Field label={said.label} hint={hint} fault={fault}>
      {(ties) => (
        <input
          {...ties}
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="burin_…"
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value)
            if (WHOLE.test(value)) setApiKey(value)
          }}
          onChange={() => setApiKey(typed)}
        />
      )}
    </Field>
  )
}
