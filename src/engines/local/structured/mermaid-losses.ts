import type { Span } from '../../../forms/diagram'
import { refusal } from './looks'

/** What mermaid says and a figure does not show, a sentence each; some stand behind the number of their line. */
export const LOST = {
  config:
    'Configuration of mermaid (front matter, %%{init}%%) has no effect: style and ratio decide the look.',
  lengths: 'How long a link is follows from the layout: further dashes have no effect.',
  heads: 'the ends of a link that differ are drawn as arrow-heads.',
  inner: 'a direction inside a subgraph has no effect: the whole figure reads in one direction.',
  motion: 'links of a figure are not animated, and their curves are those of the style.',
  links: 'a figure holds no links; "click" was left out.',
  icons: 'icons of Font Awesome in a text are left out.',
  emphasis: 'bold and italic words of a markdown string are drawn as the others.',
} as const

interface Reading {
  source: string
  refused: Set<string>
  lineOf: (offset: number) => number
}

/** Says what of a label's own dress is lost. */
export function lookInside({ source, refused, lineOf }: Reading, { start, end }: Span): void {
  const raw = source.slice(start, end)
  if (/\bfa[bsrl]?:fa-/.test(raw)) refused.add(refusal(lineOf(start), LOST.icons))
  if (/^\s*`[\s\S]*(?:\*|\b_)\S[\s\S]*`\s*$/.test(raw))
    refused.add(refusal(lineOf(start), LOST.emphasis))
}
