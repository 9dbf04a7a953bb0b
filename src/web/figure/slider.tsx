import { useState } from 'preact/hooks'
import { artifactPath, usePicture } from '../parts/artifact'
import { words } from '../parts/words'
import { aspectOf } from './viewer'

/** The picture and what was read from it, one over the other: a slider says how much is seen of each. */
export function Slider({ id, svg, title }: { id: string; svg: string; title: string }) {
  const [share, setShare] = useState(50)
  const picture = usePicture(artifactPath(id, 'figure.png'))
  const said = words.figure
  return (
    <div class="slider">
      <div class="sheet over" style={{ '--share': `${share}%`, '--aspect': aspectOf(svg) }}>
        {picture && <img src={picture} alt={said.picture} />}
        <img
          class="front"
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={said.figureOf(title)}
        />
      </div>
      <label class="sides">
        <span>{said.svgSide}</span>
        <input
          type="range"
          min="0"
          max="100"
          value={share}
          aria-label={said.slider}
          onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
        />
        <span>{said.picture}</span>
      </label>
    </div>
  )
}
