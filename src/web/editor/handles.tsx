import { distance, midpoint } from '../../figure/geometry'
import { words } from '../parts/words'
import type { Handle } from './acts'
import { type Box, isGround, type Part, type Point } from './figure'
import { bent, stretchesOf } from './line'
import type { useGestures } from './use-gestures'

type Hands = ReturnType<typeof useGestures>
type Press = (event: PointerEvent) => void

/** Pixels of the figure below which a stretch has no dot of its own. */
const LEAST = 40
const WAYS = [-1, 0, 1] as const
const SIZES = WAYS.flatMap((x) => WAYS.map((y): Handle => [x, y])).filter(
  ([x, y]) => x !== 0 || y !== 0,
)

interface HandlesProps {
  part: Part
  place: (box: Box) => Record<string, string>
  hands: Hands
  /** On the screen: there is room for its corners alone. */
  small: boolean
  straighten: () => void
}

/** What the selected part is pulled by: its sides and corners, or its ends, corners and stretches; an arrow out of it. */
export function Handles({ part, place, hands, small, straighten }: HandlesProps) {
  const said = words.editor.handles
  const { points, box } = part
  const dot = (kind: keyof typeof said, name: string, at: Point, press: Press, aside?: Handle) => (
    <span
      key={`${kind} ${name}`}
      class={`handle ${kind}`}
      data-handle={name}
      title={said[kind]}
      style={{
        ...place({ ...at, width: 0, height: 0 }),
        ...(aside && { translate: `${aside[0] * 1.3}rem ${aside[1] * 1.3}rem` }),
      }}
      onPointerDown={press}
    />
  )
  const on = ([x, y]: Handle) => ({
    x: box.x + ((1 + x) / 2) * box.width,
    y: box.y + ((1 + y) / 2) * box.height,
  })
  if (part.role !== 'edge')
    return (
      <div class="handles" aria-hidden="true">
        {SIZES.filter(([x, y]) => !small || (x && y)).map((one) =>
          dot('size', one.join(), on(one), hands.size(part, one)),
        )}
        {(part.role === 'node' || isGround(part)) &&
          SIZES.filter(([x, y]) => x === 0 || y === 0).map((one) =>
            dot('pull', one.join(), on(one), hands.pull(part.id), one),
          )}
      </div>
    )
  return (
    <div
      class="handles"
      aria-hidden="true"
      onDblClick={(event) => {
        event.stopPropagation()
        straighten()
      }}
    >
      {stretchesOf(points).map(
        ([a, b], at) =>
          distance(a, b) > LEAST &&
          dot(
            'stretch',
            `${at}`,
            midpoint(a, b),
            hands.bend(part, (to) => bent(points, at, to)),
          ),
      )}
      {points.map((one, at) => {
        if (at === 0) return dot('end', 'from', one, hands.end(part, 'from'))
        if (at === points.length - 1) return dot('end', 'to', one, hands.end(part, 'to'))
        return dot(
          'corner',
          `${at}`,
          one,
          hands.bend(part, (to) => points.with(at, to)),
        )
      })}
    </div>
  )
}
