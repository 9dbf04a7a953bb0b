import { words } from './words'

const STEP = 1.4
const MOST = 12

/** A step larger or smaller; 1 is as large as the sheet. */
export function zoomed(zoom: number, up: boolean): number {
  return Math.min(MOST, Math.max(1, up ? zoom * STEP : zoom / STEP))
}

/** How large the figure is on the screen. */
export function Zoom({ zoom, set }: { zoom: number; set: (zoom: number) => void }) {
  return (
    <fieldset class="zoom">
      <legend class="unseen">{words.figure.zoom}</legend>
      <button
        type="button"
        class="small"
        aria-label={words.figure.smaller}
        disabled={zoom <= 1}
        onClick={() => set(zoomed(zoom, false))}
      >
        −
      </button>
      <button type="button" class="small" onClick={() => set(1)}>
        {words.figure.fit}
      </button>
      <button
        type="button"
        class="small"
        aria-label={words.figure.larger}
        disabled={zoom >= MOST}
        onClick={() => set(zoomed(zoom, true))}
      >
        +
      </button>
    </fieldset>
  )
}
