import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

/** Tabs over one panel: arrow keys go from tab to tab, the tab key into the panel. */
export function Tabs<Name extends string>({
  label,
  names,
  here,
  titles,
  choose,
  children,
}: {
  label: string
  names: readonly Name[]
  here: Name
  titles: Readonly<Record<Name, string>>
  choose: (name: Name) => void
  children: ComponentChildren
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const go = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = (names.indexOf(here) + step + names.length) % names.length
    choose(names[at] ?? here)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={go}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === here}
            aria-controls={`${id}-panel`}
            tabIndex={name === here ? 0 : -1}
            onClick={() => choose(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${here}`}>
        {children}
      </div>
    </>
  )
}
