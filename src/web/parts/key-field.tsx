import { useState } from 'preact/hooks'
import { isKept, isWhole, setApiKey, useApiKey } from './api-key'
import { Entry } from './field'
import { root } from './root'
import { words } from './words'

/** Where a visitor gives an API key; one half typed is asked of nobody. */
export function KeyField({ needed, fault }: { needed: boolean; fault?: string | undefined }) {
  const key = useApiKey()
  const [typed, setTyped] = useState(key)
  const [keep, setKeep] = useState(isKept)
  const said = words.key
  const hint = (
    <>
      {needed ? said.needed : said.optional} <a href={root('admin')}>{said.made}</a>
    </>
  )
  return (
    <>
      <Entry
        label={said.label}
        hint={hint}
        fault={fault}
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="burin_…"
        value={typed}
        set={(value) => {
          setTyped(value)
          if (isWhole(value)) setApiKey(value, keep)
        }}
        onChange={() => setApiKey(typed, keep)}
      />
      <label class="live">
        <input
          type="checkbox"
          checked={keep}
          onChange={({ currentTarget: { checked } }) => {
            setKeep(checked)
            setApiKey(typed, checked)
          }}
        />
        {said.keep}
      </label>
    </>
  )
}
