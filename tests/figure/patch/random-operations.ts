import type { Operation } from '../../../src/forms/operations'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import type { Random } from '../../bench/drawings/clean'

const WORDS = [
  'Filter',
  'Gaussian process',
  'A rather long name of a thing that does much',
  '数据',
  'x',
]
const COLOURS = ['#aa2244', '#f4e3b1', '#102030', '#2266cc'] as const
/** Pictures of an operator's own, of which operations name one. */
export const OWN = {
  glyphs: {
    box: {
      ...{ help: 'a box', width: 180 },
      paint: [{ d: 'M0 0L180 0L180 100L0 100Z', style: { fill: '#2266cc' } }],
    },
  },
  icons: {},
}
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An operation of any kind on parts of a scene; now and then one that makes no sense there. */
export function randomOperation(scene: Scene, random: Random, count: number): Operation {
  const of = (role: SceneElement['role']) => scene.elements.filter((each) => each.role === role)
  const any = [...of('node'), ...of('edge'), ...of('group'), ...of('text'), ...of('picture')]
  const idOf = (list: readonly SceneElement[]) => random.one(list.length > 0 ? list : any).id
  const [node, edge, group] = [
    () => idOf(of('node')),
    () => idOf(of('edge')),
    () => idOf(of('group')),
  ]
  const part = () => idOf(any)
  const by = () => random.whole(-200, 200)
  const at = () => ({ x: random.whole(0, scene.width), y: random.whole(0, scene.height) })
  const box = () => [
    random.whole(0, 900),
    random.whole(0, 500),
    random.whole(5, 400),
    random.whole(5, 300),
  ]
  const word = () => random.one(WORDS)
  const color = random.one([...COLOURS, null])
  const fresh = `new-${count}`
  const axis = random.one(['x', 'y'] as const)
  const quiet = random.one([true, false])
  const kind = random.one(['process', 'store', 'decision', 'data', 'document'] as const)
  const home = random.one([null, group()])
  return random.one<() => Operation>([
    () => ({ op: 'rename', id: part(), label: word() }),
    () => ({ op: 'set_detail', id: node(), detail: random.one([null, word()]) }),
    () => ({ op: 'set_kind', id: node(), kind }),
    () => ({
      op: 'set_form',
      id: node(),
      form: random.one([null, 'diamond', 'circle', 'cylinder', 'bare', 'pill']),
    }),
    () => ({ op: 'set_icon', id: node(), icon: random.one([null, 'camera', 'no-such']) }),
    () => ({ op: 'set_accent', id: part(), color }),
    () => ({ op: 'add_node', id: fresh, label: word(), kind, group: home }),
    () => ({ op: 'drop_node', id: node() }),
    () => ({
      op: 'add_edge',
      id: fresh,
      from: part(),
      to: part(),
      label: random.one([null, word()]),
      kind: 'flow',
      heads: 'end',
      dashed: quiet,
    }),
    () => ({ op: 'drop_edge', id: edge() }),
    () => ({ op: 'reverse_edge', id: edge() }),
    () => ({ op: 'set_edge_label', id: edge(), label: random.one([null, word()]) }),
    () => ({ op: 'set_edge_kind', id: edge(), kind: random.one(['flow', 'feedback'] as const) }),
    () => ({ op: 'set_heads', id: edge(), heads: random.one(['end', 'both', 'none'] as const) }),
    () => ({ op: 'set_dashed', id: edge(), dashed: quiet }),
    () => ({ op: 'add_group', id: fresh, label: word(), parent: home }),
    () => ({ op: 'rename_group', id: group(), label: word() }),
    () => ({ op: 'drop_group', id: group() }),
    () => ({ op: 'move_to_group', id: part(), group: home }),
    () => ({ op: 'set_direction', direction: 'down' }),
    () => ({
      op: 'set_picture',
      id: node(),
      picture: random.one([null, { glyph: 'box' }, { glyph: 'none' }]),
    }),
    () => ({ op: 'set_role', id: edge(), role: random.one([null, 'loss']) }),
    () => ({ op: 'place', id: part(), ...at() }),
    () => ({ op: 'align', ids: [part(), part()], axis }),
    () => ({ op: 'distribute', ids: [node(), node(), node()], axis }),
    () => ({ op: 'swap', a: node(), b: part() }),
    () => ({ op: 'resize_group', id: group(), box: box() }),
    () => ({ op: 'move', ids: [part(), part()], dx: by(), dy: by() }),
    () => ({ op: 'move', ids: [node()], dx: by(), dy: by() }),
    () => ({ op: 'resize', id: part(), box: box() }),
    () => ({ op: 'bend', id: edge(), points: random.one([[], [at()], [at(), at()]]) }),
    () => ({
      op: 'reconnect',
      id: edge(),
      from: random.one([null, part()]),
      to: random.one([null, node()]),
    }),
    () => ({
      op: 'restyle',
      id: part(),
      fill: color,
      stroke: color,
      dashed: quiet,
      ...(quiet && { ink: '#112233', font_size: 30, bold: true }),
    }),
    () => ({ op: 'copy', ids: [node(), part()], as: [fresh, `${fresh}-b`], dx: by(), dy: by() }),
    () => ({ op: 'add_text', id: fresh, text: word(), ...at() }),
    () => ({ op: 'add_picture', id: fresh, href: random.one([PIXEL, 'http://x']), box: box() }),
    () => ({ op: 'drop', id: part() }),
    () => ({ op: 'set_title', title: word() }),
  ])()
}
