import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { artifactPath, fileOf } from '../parts/artifact'
import { CopyButton } from '../parts/copy'
import { words } from '../parts/words'
import { useWheel, Zoom, zoomed } from '../parts/zoom'

/** The figure on a sheet: larger and smaller, dragged or scrolled to any place, copied. */
export function Viewer({
  id,
  svg,
  stale,
  title,
  png,
}: {
  id: string
  svg: string | undefined
  stale: boolean
  title: string
  /** Whether there is a figure.png. */
  png: boolean
}) {
  const [zoom, setZoom] = useState(1)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => setZoom(1), [id])
  useCentre(sheet, zoom)
  useWheel(sheet, (up) => setZoom((now) => zoomed(now, up)))
  const said = words.figure
  if (!svg)
    return (
      <div class="sheet empty">
        <p>{svg === '' ? said.nothing : said.drawing}</p>
      </div>
    )
  return (
    <>
      <section
        ref={sheet}
        class="sheet"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={said.sheet}
        aria-busy={stale}
        onPointerDown={pan}
      >
        <img
          src={addressOf(svg)}
          alt={said.figureOf(title)}
          draggable={false}
          style={{ '--aspect': aspectOf(svg), '--zoom': zoom }}
        />
      </section>
      <div class="row viewing">
        <Zoom zoom={zoom} set={setZoom} />
        {!stale && (
          <span class="row copies">
            <CopyButton text={svg} act={said.copySvg} />
            {png && typeof ClipboardItem !== 'undefined' && (
              <CopyButton act={said.copyPng} copy={() => copyPng(id)} />
            )}
          </span>
        )}
      </div>
    </>
  )
}

export const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Width to height, from the view box that every SVG of the server has. */
export function aspectOf(svg: string): number {
  const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return width && height ? Number(width) / Number(height) : 16 / 9
}

/** What stands in the middle stays there when the figure gets larger or smaller. */
function useCentre(sheet: { current: HTMLElement | null }, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const { current: seen } = sheet
    const scale = zoom / before.current
    before.current = zoom
    if (!seen) return
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = seen
    seen.scrollLeft = (left + width / 2) * scale - width / 2
    seen.scrollTop = (top + height / 2) * scale - height / 2
  }, [zoom])
}

/** A mouse drags the sheet; fingers scroll it anyway. */
function pan(event: PointerEvent & { currentTarget: HTMLElement }): void {
  if (event.pointerType !== 'mouse' || event.button !== 0) return
  const sheet = event.currentTarget
  const from = { x: event.clientX + sheet.scrollLeft, y: event.clientY + sheet.scrollTop }
  sheet.setPointerCapture(event.pointerId)
  const move = ({ clientX, clientY }: PointerEvent) => {
    sheet.scrollLeft = from.x - clientX
    sheet.scrollTop = from.y - clientY
  }
  const drop = () => {
    sheet.removeEventListener('pointermove', move)
    sheet.removeEventListener('pointerup', drop)
    sheet.removeEventListener('pointercancel', drop)
  }
  sheet.addEventListener('pointermove', move)
  sheet.addEventListener('pointerup', drop)
  sheet.addEventListener('pointercancel', drop)
}

async function copyPng(id: string): Promise<void> {
  const item = new ClipboardItem({ 'image/png': fileOf(artifactPath(id, 'figure.png')) })
  await navigator.clipboard.write([item])
}
