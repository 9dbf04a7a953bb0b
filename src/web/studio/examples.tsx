import { root } from '../parts/root'
import { words } from '../parts/words'
import type { Draft } from './draft'
import { EXAMPLES } from './example-drafts'

/** Figures to begin with, in place of an empty sheet. @param open takes what one is drawn from, and draws it */
export function Examples({ open }: { open: (part: Partial<Draft>) => void }) {
  const said = words.studio.examples
  return (
    <>
      <h2>{said.heading}</h2>
      <ul class="examples">
        {Object.entries(EXAMPLES).map(([name, part]) => (
          <li key={name}>
            <button type="button" onClick={() => open(part)}>
              <span class="thumbnail">
                <img src={root(`assets/examples/${name}.svg`)} alt="" />
              </span>
              {part.caption ?? part.intent}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
