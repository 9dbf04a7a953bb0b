import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Acts } from './act'
import { useEvent } from './use-event'
import { words } from './words'

const STEP = 1.4
const MOST = 12

/** A step larger or smaller; undefined: as large as the sheet. */
export type Turn = (up?: boolean) => void

/**
 * How much larger than its sheet something is shown. What stands in the middle stays there; with a modifier the wheel turns
 * it, as pages themselves are zoomed, without one the page scrolls on.
 * @param of what is shown: another one is as large as the sheet again
 */
export function useZoom(sheet: { current: HTMLElement | null }, of?: string): [number, Turn] {
  const [zoom, set] = useState(1)
  const turn: Turn = (up) =>
    set((now) => (up === undefined ? 1 : Math.min(MOST, Math.max(1, up ? now * STEP : now / STEP))))
  useEffect(turn, [of])
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const scale = zoom / before.current
    before.current = zoom
    if (!sheet.current) return
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = sheet.current
    const left = (scrollLeft + width / 2) * scale - width / 2
    sheet.current.scrollTo({ left, top: (scrollTop + height / 2) * scale - height / 2 })
  }, [zoom])
  const wheel = (event: WheelEvent) => {
    const inside = event.target instanceof Node && sheet.current?.contains(event.target)
    if (!inside || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    turn(event.deltaY < 0)
  }
  useEvent('wheel', wheel, false)
  return [zoom, turn]
}

/** How large the figure is on the screen. */
export const Zoom = ({ zoom, turn }: { zoom: number; turn: Turn }) => (
  <Acts
    look="zoom"
    name={words.figure.zoom}
    acts={[
      { label: '−', named: words.figure.smaller, off: zoom <= 1, act: () => turn(false) },
      { label: words.figure.fit, act: () => turn() },
      { label: '+', named: words.figure.larger, off: zoom >= MOST, act: () => turn(true) },
    ]}
  />
)
