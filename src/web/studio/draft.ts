import { useEffect, useState } from 'preact/hooks'
import type { GenerateRequest, Upload } from '../operations'
import { keep, read, recalled } from '../parts/kept'
import { useEvent } from '../parts/use-event'
import type { Menus } from './chart-spec'

export const TABS = ['text', 'picture', 'pdf', 'data', 'composite', 'prompt'] as const
export type Tab = (typeof TABS)[number]
type Style = NonNullable<GenerateRequest['style_preset']>
type Ratio = NonNullable<GenerateRequest['aspect_ratio']>
type Size = NonNullable<GenerateRequest['image_resolution']>

/** A panel of a composite: the task whose figure it is, and what stands beside it. */
export interface Panel {
  id: string
  title: string
  label: string
}

export type Change = (part: Partial<Draft>) => void

/** What menus of a chart have chosen, and its Vega-Lite. */
export interface Chosen {
  menus?: Menus
  spec?: object
}

export const chosenIn = (chart: string) => read<Chosen>(chart) ?? {}

/** Nothing entered, in every tab. */
const EMPTY = {
  tab: 'text' as Tab,
  text: '',
  /** What the figure of a text is called; of a paper; of a composite. */
  caption: '',
  paper: '',
  whole: '',
  picture: null as Upload | null,
  pages: '',
  data: '',
  intent: '',
  /** What menus have chosen, and its Vega-Lite, as JSON; empty: the intent decides. */
  chart: '',
  prompt: '',
  guidelines: '',
  panels: [] as readonly Panel[],
  layout: 'auto',
  style: 'academic' as Style,
  ratio: '16:9' as Ratio,
  size: '1K' as Size,
  /** Empty: the server's own choice. */
  provider: '',
  model: '',
  /** Figures to choose from, where a model plans. */
  drafts: 1,
  /** Draws while the visitor types, where it costs nothing; where each drawing costs a unit of a key. */
  live: true,
  livePaid: false,
}

/** All that a visitor has entered, for every tab. */
export type Draft = typeof EMPTY

const PLACE = 'studio'
const SHARED = '#draft='

/** What a visitor enters, kept in this browser; a shared link brings what another one has entered. */
export function useDraft(): [Draft, Change] {
  const [draft, set] = useState(kept)
  const take = () => {
    const brought = location.hash.startsWith(SHARED) && opened(location.hash)
    if (brought) set((before) => ({ ...before, ...brought }))
    if (brought) history.replaceState(null, '', location.pathname + location.search)
  }
  useEffect(take, [])
  useEvent('hashchange', take)
  useEffect(() => void keep(PLACE, JSON.stringify(draft)), [draft])
  return [draft, (part) => set((before) => ({ ...before, ...part }))]
}

/**
 * A link that opens the studio with this draft. It stands behind the `#`, which browsers keep to themselves; pictures and
 * figures belong to this browser and stay out of it.
 */
export function linkTo(draft: Draft): string {
  const { picture, panels, live, livePaid, ...said } = draft
  const own = Object.entries(said).filter(
    ([name, value]) => name === 'tab' || value !== EMPTY[name as keyof Draft],
  )
  const text = encodeURIComponent(JSON.stringify(Object.fromEntries(own)))
  return location.origin + location.pathname + SHARED + text
}

/** What is entered, and kept, with some of it otherwise. */
export function keptWith(part: Partial<Draft>): Draft {
  const draft = { ...kept(), ...part }
  keep(PLACE, JSON.stringify(draft))
  return draft
}

/** Entered anew: nothing of a tab but how its figures shall look. */
export const emptied = (): Partial<Draft> => {
  const { tab, style, ratio, size, provider, model, drafts, live, livePaid, ...entered } = EMPTY
  return entered
}

/** Another text, which keeps its caption as long as it is the same one for the most part. */
export function withText({ text: before, caption }: Draft, text: string): Partial<Draft> {
  const least = Math.min(before.length, text.length)
  const half = Math.ceil(least / 2)
  const isSame = text.startsWith(before.slice(0, half)) || text.endsWith(before.slice(-half))
  return { text, caption: before.trim() === '' || (least > 0 && isSame) ? caption : '' }
}

function opened(hash: string): Partial<Draft> | undefined {
  try {
    const text = decodeURIComponent(hash.slice(SHARED.length))
    const { picture, panels, ...said } = sound(JSON.parse(text))
    return said
  } catch {
    // A link that was cut off on its way opens an empty studio.
    return undefined
  }
}

const kept = (): Draft => ({ ...EMPTY, ...sound(recalled(PLACE) ?? {}) })

/** What of it has the form of a draft: links come from anywhere, and older versions kept other things. */
function sound(value: Record<string, unknown>): Partial<Draft> {
  const right = Object.entries(value).filter(([name, one]) => {
    if (name === 'tab') return TABS.some((tab) => tab === one)
    if (name === 'panels') return Array.isArray(one)
    if (name === 'chart' && one) return Array.isArray(read<Chosen>(String(one))?.menus?.y)
    if (name === 'picture') return one === null || typeof one === 'object'
    return Object.hasOwn(EMPTY, name) && typeof one === typeof EMPTY[name as keyof Draft]
  })
  return Object.fromEntries(right)
}
