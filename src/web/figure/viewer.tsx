import { useRef } from 'preact/hooks'
import { addressOf, artifactPath } from '../parts/artifact'
import { ask } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { told, words } from '../parts/words'
import { useZoom, Zoom } from '../parts/zoom'

interface ViewerProps {
  id: string
  svg: string | undefined
  stale: boolean
  title: string
  /** Whether there is a figure.png. */
  png: boolean
}

/** The figure on a sheet: larger and smaller, dragged or scrolled to any place, copied. */
export function Viewer({ id, svg, stale, title, png }: ViewerProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const [zoom, turn] = useZoom(sheet, id)
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
        data-fits={zoom === 1}
        onPointerDown={grab}
        onPointerMove={pull}
      >
        <img
          src={addressOf(svg)}
          alt={altOf(title)}
          draggable={false}
          style={{ '--aspect': aspectOf(svg), '--zoom': zoom }}
        />
      </section>
      <div class="row viewing">
        <Zoom zoom={zoom} turn={turn} />
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

/** What a figure is called where it is not seen. */
export const altOf = (title: string) =>
  title === '' ? words.figure.nameless : told(words.figure.figureOf, title)

/** Width to height, from the view box that every SVG of the server has. */
export function aspectOf(svg: string): number {
  const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return width && height ? Number(width) / Number(height) : 16 / 9
}

type Press = PointerEvent & { currentTarget: HTMLElement }

/** A mouse drags the sheet until it lets go; fingers scroll it anyway. */
function grab({ pointerType, button, pointerId, currentTarget }: Press): void {
  if (pointerType === 'mouse' && button === 0) currentTarget.setPointerCapture(pointerId)
}

function pull({ pointerId, movementX, movementY, currentTarget }: Press): void {
  if (currentTarget.hasPointerCapture(pointerId)) currentTarget.scrollBy(-movementX, -movementY)
}

async function copyPng(id: string): Promise<void> {
  const png = ask(artifactPath(id, 'figure.png')).then((answer) => answer.blob())
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
}
