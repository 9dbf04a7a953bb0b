import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { words } from './words'

interface Side {
  /** Undefined: it is not there yet. */
  src: string | undefined
  alt: string
  label: ComponentChildren
}

/**
 * Two pictures, one over the other: a slider says how much is seen of each.
 * @param aspect width to height of both; undefined: each has its own
 */
export function Over({ front, back, aspect }: { front: Side; back: Side; aspect?: number }) {
  const [share, setShare] = useState(50)
  return (
    <div class="slider">
      <div
        class={aspect === undefined ? 'sheet over whole' : 'sheet over'}
        style={{ '--share': `${share}%`, ...(aspect !== undefined && { '--aspect': aspect }) }}
      >
        {back.src && <img src={back.src} alt={back.alt} />}
        {front.src && <img class="front" src={front.src} alt={front.alt} />}
      </div>
      <label class="sides">
        <span>{front.label}</span>
        <input
          type="range"
          min="0"
          max="100"
          value={share}
          aria-label={words.figure.slider}
          onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
        />
        <span>{back.label}</span>
      </label>
    </div>
  )
}
