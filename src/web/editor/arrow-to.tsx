import { words } from '../parts/words'
import type { GroupPart, NodePart } from './figure'
import { freeId } from './ids'
import { Choice } from './inputs'
import type { Of } from './panel'

/** A new arrow from a part to another, without a pointer. */
export function ArrowTo({ figure, part, ahead, change }: Of<NodePart | GroupPart>) {
  const others = [...figure.parts.values()].filter(
    ({ kind, id }) => kind !== 'edge' && id !== part.id,
  )
  return (
    <Choice
      label={words.editor.arrowTo}
      value=""
      values={['', ...others.map(({ id }) => id)]}
      names={{
        '': words.editor.choose,
        ...Object.fromEntries(others.map(({ id, label }) => [id, label.replaceAll('\n', ' ')])),
      }}
      chosen={(to) =>
        to !== '' &&
        change({
          op: 'add_edge',
          id: freeId('arrow', figure.parts, ahead),
          ...{ from: part.id, to, label: null, kind: 'flow', heads: 'end', dashed: false },
        })
      }
    />
  )
}
