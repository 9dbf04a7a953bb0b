import { words } from '../parts/words'
import { ArrowTo } from './arrow-to'
import type { GroupPart } from './figure'
import { freeId } from './ids'
import { Amount, Colour, Drop, Words } from './inputs'
import type { Of } from './panel'

/** Pixels of the figure. */
const LEAST_FRAME = 40

/** What a group is, to be changed. */
export function OfGroup({ figure, part, ahead, change, select }: Of<GroupPart>) {
  const said = words.editor
  const { id, box } = part
  const add = () => {
    const made = freeId('box', figure.parts, ahead)
    change({ op: 'add_node', id: made, label: said.newBox, kind: 'process', group: id })
    select(made)
  }
  const resize = (size: { width?: number; height?: number }) => {
    const { x, y, width, height } = { ...box, ...size }
    change({ op: 'resize_group', id, box: [x, y, width, height].map(Math.round) })
  }
  return (
    <>
      <h2>{said.group}</h2>
      <Words
        label={said.title}
        value={part.label}
        typed={(label) => change({ op: 'rename_group', id, label })}
      />
      <Colour
        value={part.said.accent}
        chosen={(color) => change({ op: 'set_accent', id, color })}
      />
      <div class="pair">
        <Amount
          label={said.width}
          value={Math.round(box.width)}
          least={LEAST_FRAME}
          most={Math.floor(figure.width - box.x)}
          set={(width) => resize({ width })}
        />
        <Amount
          label={said.height}
          value={Math.round(box.height)}
          least={LEAST_FRAME}
          most={Math.floor(figure.height - box.y)}
          set={(height) => resize({ height })}
        />
      </div>
      <p class="hint">{said.frameHint}</p>
      <ArrowTo figure={figure} part={part} ahead={ahead} change={change} select={select} />
      <div class="row acts">
        <button type="button" class="small" onClick={add}>
          {said.addBoxHere}
        </button>
      </div>
      <Drop act={() => change({ op: 'drop_group', id })} label={said.ungroup} />
    </>
  )
}
