import type { NodeForm, NodeKind } from '../../../forms/diagram'
import { drawnAs, type Look, noPicture, pictured, type Shape, shapesOf } from './looks'

/** Opening bracket, closing brackets, what the shape stands for; longest first. */
export const BRACKETS: readonly (readonly [string, readonly string[], Shape])[] = [
  ['(((', [')))'], { kind: 'process', form: 'circle', like: '((( )))' }],
  ['([', ['])'], { kind: 'data' }],
  ['[[', [']]'], { kind: 'process', form: 'subroutine' }],
  ['[(', [')]'], { kind: 'store' }],
  ['((', ['))'], { kind: 'process', form: 'circle' }],
  ['(-', ['-)'], { kind: 'process', form: 'pill', like: '(- -)' }],
  ['{{', ['}}'], { kind: 'process', form: 'hexagon' }],
  ['[/', ['/]', '\\]'], { kind: 'data', form: 'parallelogram' }],
  ['[\\', ['\\]', '/]'], { kind: 'data', form: 'parallelogram' }],
  ['{', ['}'], { kind: 'decision' }],
  ['[', [']'], { kind: 'process' }],
  ['(', [')'], { kind: 'process' }],
  ['>', [']'], { kind: 'document', like: '> ]' }],
]

/** The shapes of `id@{ shape: ... }` with their other names; a trapezoid lies on its side. */
const SHAPES = shapesOf([
  [
    ...(['process', undefined, 'rect proc process rectangle rounded event'] as const),
    'st-rect processes procs stacked-rectangle div-rect div-proc divided-process divided-rectangle lin-rect lin-proc ' +
      'lined-process lined-rectangle shaded-process tag-rect tag-proc tagged-process tagged-rectangle fork join tri extract ' +
      'triangle flip-tri flipped-triangle manual-file brace brace-l brace-r braces comment bolt com-link lightning-bolt ' +
      'hourglass collate bang',
  ],
  ['process', 'subroutine', 'fr-rect framed-rectangle subproc subprocess subroutine'],
  ['process', 'pill', '', 'delay half-rounded-rectangle cloud'],
  [
    ...(['process', 'circle', 'circle circ'] as const),
    'dbl-circ double-circle sm-circ small-circle start fr-circ framed-circle stop f-circ filled-circle junction cross-circ ' +
      'crossed-circle summary',
  ],
  ['process', 'hexagon', 'hex hexagon prepare', 'notch-pent notched-pentagon loop-limit'],
  ['process', 'trapezoid', 'manual priority', 'curv-trap curved-trapezoid display'],
  ['decision', undefined, 'diam diamond decision question'],
  [
    ...(['store', undefined, 'cyl cylinder database db'] as const),
    'das h-cyl horizontal-cylinder lin-cyl disk lined-cylinder stored-data bow-rect bow-tie-rectangle win-pane window-pane ' +
      'internal-storage datastore data-store',
  ],
  [
    ...(['document', undefined, 'doc document'] as const),
    'docs documents lin-doc lined-document st-doc stacked-document tag-doc tagged-document notch-rect notched-rectangle card ' +
      'flag paper-tape odd',
  ],
  ['data', 'trapezoid', 'trap-t trap-b inv-trapezoid trapezoid trapezoid-top trapezoid-bottom'],
  [
    ...(['data', 'parallelogram', 'lean-r lean-right in-out'] as const),
    'lean-l lean-left out-in manual-input sl-rect sloped-rectangle',
  ],
  ['data', undefined, 'stadium terminal pill'],
  ['data', 'bare', 'text'],
])

/** What `form` draws around an icon. */
const AROUND: Readonly<Record<string, NodeForm>> = {
  square: 'box',
  rounded: 'box',
  circle: 'circle',
}

/** What `id@{ shape, icon, form, img }` says, and what of it cannot be kept. */
export function lookOf(given: ReadonlyMap<string, string>): {
  kind: NodeKind | undefined
  look: Look
  refused: string[]
} {
  const refused: string[] = []
  const [name, icon] = [given.get('shape'), given.get('icon')]
  const shape: Shape | undefined =
    name === undefined ? undefined : (SHAPES.get(name) ?? { kind: 'process' })
  if (name !== undefined && !SHAPES.has(name))
    refused.push(`there is no shape "${name.slice(0, 60)}"; the node is a plain box.`)
  if (shape?.like !== undefined) refused.push(drawnAs(shape.like, shape))
  if (given.has('img'))
    refused.push('an image by its address is not fetched; the node is drawn without it.')
  const picture = icon === undefined ? undefined : pictured(icon)
  if (icon !== undefined && !picture) refused.push(noPicture(icon))
  const form = shape?.form ?? (picture && !shape ? AROUND[given.get('form') ?? ''] : undefined)
  return { kind: shape?.kind, look: { ...(form && { form }), ...picture }, refused }
}
