import { setApiKey, useApiKey } from './api-key'
import { Field } from './field'
import { root } from './root'
import { words } from './words'

/** Where a visitor gives an API key. */
export function KeyField({ needed, fault }: { needed: boolean; fault?: string | undefined }) {
  const key = useApiKey()
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
          value={key}
          onInput={({ currentTarget }) => setApiKey(currentTarget.value)}
        />
      )}
    </Field>
  )
}
