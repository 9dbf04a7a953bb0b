import type { SceneElement } from '../../forms/scene'
import { words as said } from '../parts/words'
import type { Part } from './figure'
import { Colour, Drop, Words } from './inputs'
import type { SceneChange } from './scene-change'

/** What can be changed of a part of a picture's figure: its words, its colours, whether it is there. */
export function ScenePanel({
  parts,
  fault,
  element,
  words,
  ahead,
  change,
}: {
  parts: readonly Part[]
  fault: string | undefined
  element: (id: string) => SceneElement | undefined
  /** The text that labels a part. */
  words: (id: string) => SceneElement | undefined
  ahead: readonly SceneChange[]
  change: (...changes: SceneChange[]) => void
}) {
  const text = said.editor
  const [part] = parts.length === 1 ? parts : []
  const one = part && element(part.id)
  return (
    <aside class="panel" aria-label={text.panel}>
      {fault && <p class="fault">{fault}</p>}
      {parts.length === 0 && (
        <>
          <h2>{text.figure}</h2>
          <p class="hint">{text.sceneStart}</p>
          <p class="hint">{text.sceneLimits}</p>
        </>
      )}
      {parts.length > 1 && (
        <>
          <h2>{text.several(parts.length)}</h2>
          <Drop
            act={() => change(...parts.map(({ id }) => ({ op: 'drop' as const, id, part: id })))}
          />
        </>
      )}
      {part && one && (
        <OfPart
          key={part.id}
          part={part}
          element={one}
          words={words(part.id)}
          ahead={ahead}
          change={change}
        />
      )}
    </aside>
  )
}

function OfPart({
  part,
  element,
  words,
  ahead,
  change,
}: {
  part: Part
  element: SceneElement
  words: SceneElement | undefined
  ahead: readonly SceneChange[]
  change: (...changes: SceneChange[]) => void
}) {
  const text = said.editor
  const typed = ahead.findLast((one) => one.op === 'words' && one.part === part.id)
  const colour = (label: string, of: 'fill' | 'stroke', { id, style }: SceneElement) => {
    const next = ahead.findLast((one) => one.op === 'colour' && one.id === id && one.of === of)
    const value = next?.op === 'colour' ? next.color : style[of]
    return (
      value?.startsWith('#') && (
        <Colour
          label={label}
          value={value}
          always
          chosen={(color) => color && change({ op: 'colour', id, part: part.id, of, color })}
        />
      )
    )
  }
  return (
    <>
      <h2>{headingOf(part, element)}</h2>
      {words && (
        <Words
          label={text.label}
          value={typed?.op === 'words' ? typed.text : part.label}
          typed={(next) =>
            next !== '' && change({ op: 'words', id: words.id, part: part.id, text: next })
          }
        />
      )}
      {element.kind !== 'text' && colour(text.fillColour, 'fill', element)}
      {element.kind !== 'text' && colour(text.lineColour, 'stroke', element)}
      {words && colour(text.wordColour, 'fill', words)}
      <Drop act={() => change({ op: 'drop', id: part.id, part: part.id })} />
    </>
  )
}

function headingOf({ kind }: Part, element: SceneElement): string {
  const text = said.editor
  if (kind === 'edge') return text.arrow
  if (element.kind === 'text') return text.label
  if (kind === 'group') return text.group
  return element.kind === 'shape' ? text.box : text.piece
}
