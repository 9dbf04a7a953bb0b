import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Select } from './field'
import { keep, recall } from './kept'
import { root } from './root'
import { LANGUAGES, language, words } from './words'

type Place = 'studio' | 'admin'

/**
 * What every page has around it: the way to the other pages, the switches for light and language, a way past them for
 * the keyboard.
 * @param tools stands in the head of the page, after the links
 */
export function Frame({
  place,
  tools,
  children,
}: {
  place?: Place
  tools?: ComponentChildren
  children: ComponentChildren
}) {
  const { frame } = words
  const link = (to: string, label: string, own?: Place) => (
    <a href={root(to)} aria-current={own !== undefined && own === place ? 'page' : undefined}>
      {label}
    </a>
  )
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
          {link('', frame.studio, 'studio')}
          {link('admin', frame.admin, 'admin')}
          {link('swagger', frame.api)}
          {link('docs/', frame.docs)}
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

const THEMES = Object.entries(words.frame.themes)

function ThemeSwitch() {
  const [theme, setTheme] = useState(recall('theme') ?? 'system')
  const choose = (next: string) => {
    const own = next === 'system' ? null : next
    keep('theme', own)
    if (own) document.documentElement.dataset.theme = own
    else delete document.documentElement.dataset.theme
    setTheme(next)
  }
  const { theme: label } = words.frame
  return <Select class="small" aria-label={label} value={theme} set={choose} options={THEMES} />
}

function LanguageSwitch() {
  const choose = (next: string) => {
    keep('language', next)
    location.reload()
  }
  const look = { class: 'small', 'aria-label': words.frame.language, value: language }
  return <Select {...look} set={choose} options={Object.entries(LANGUAGES)} />
}
