import { useEffect, useState } from 'preact/hooks'
import { isKept, isWhole, setApiKey, useApiKey } from './api-key'
import { Check, Entry } from './field'
import { root } from './root'
import { words } from './words'

/** Where a visitor gives an API key, open where nothing can be had without one; one half typed is asked of nobody. */
export function KeyField({ needed, fault }: { needed: boolean; fault?: string | undefined }) {
  const key = useApiKey()
  const [typed, setTyped] = useState(key)
  // It may have been given in another field of the page.
  useEffect(() => setTyped(key), [key])
  const [keep, setKeep] = useState(isKept)
  const said = words.key
  const hint = (
    <>
      {needed ? said.needed : said.optional} <a href={root('admin')}>{said.made}</a>
    </>
  )
  const field = (
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
      <Check
        label={said.keep}
        checked={keep}
        set={(checked) => {
          setKeep(checked)
          setApiKey(typed, checked)
        }}
      />
    </>
  )
  if (needed) return field
  return (
    <details open={fault !== undefined || key !== ''}>
      <summary>{said.label}</summary>
      {field}
    </details>
  )
}
