import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Select } from './field'
import { keep, recall } from './kept'
import { root } from './root'
import { LANGUAGES, language, words } from './words'

interface FrameProps {
  /** Which of these pages it is. */
  place?: '' | 'admin'
  tools?: ComponentChildren
  children: ComponentChildren
}

/**
 * What every page has around it: the way to the other pages, the switches for light and language, a way past them for
 * the keyboard.
 * @param tools stands in the head of the page, after the links
 */
export function Frame({ place, tools, children }: FrameProps) {
  const { frame } = words
  const links = { '': frame.studio, admin: frame.admin, swagger: frame.api, 'docs/': frame.docs }
  return (
    <>
      <a class="skip" href="#main">
        {frame.skip}
      </a>
      <header class="top">
        <a class="brand" href={root('')}>
          <img src={root('assets/icon.svg')} alt="" width="28" height="28" />
          Burin
        </a>
        <nav aria-label={frame.pages}>
          {Object.entries(links).map(([to, label]) => (
            <a key={to} href={root(to)} aria-current={to === place ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div class="switches">
          {tools}
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(recall('theme') ?? 'system')
  const choose = (next: string) => {
    const own = next === 'system' ? null : next
    keep('theme', own)
    if (own) document.documentElement.dataset.theme = own
    else delete document.documentElement.dataset.theme
    setTheme(next)
  }
  const { theme: label, themes } = words.frame
  const look = { class: 'small', 'aria-label': label, value: theme }
  return <Select {...look} set={choose} options={Object.entries(themes)} />
}

function LanguageSwitch() {
  const choose = (next: string) => {
    keep('language', next)
    location.reload()
  }
  const look = { class: 'small', 'aria-label': words.frame.language, value: language }
  return <Select {...look} set={choose} options={Object.entries(LANGUAGES)} />
}
