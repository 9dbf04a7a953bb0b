import { Act } from './act'
import { useEvent } from './use-event'
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
      <Act
        label="−"
        named={words.figure.smaller}
        off={zoom <= 1}
        act={() => set(zoomed(zoom, false))}
      />
      <Act label={words.figure.fit} act={() => set(1)} />
      <Act
        label="+"
        named={words.figure.larger}
        off={zoom >= MOST}
        act={() => set(zoomed(zoom, true))}
      />
    </fieldset>
  )
}

/** With a modifier, as pages themselves are zoomed; without one the page scrolls on. */
export function useWheel(
  sheet: { current: HTMLElement | null },
  turn: (up: boolean) => void,
): void {
  const wheel = (event: WheelEvent) => {
    const inside = event.target instanceof Node && sheet.current?.contains(event.target)
    if (!inside || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    turn(event.deltaY < 0)
  }
  useEvent('wheel', wheel, false)
}
