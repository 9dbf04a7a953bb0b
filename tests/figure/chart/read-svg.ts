import { SaxesParser } from 'saxes'

/** One element of an SVG, as a reader of the file sees it. */
export interface SvgNode {
  name: string
  attributes: Record<string, string>
  children: SvgNode[]
  text: string
}

export function parseSvg(svg: string): SvgNode {
  const root: SvgNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const node: SvgNode = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(svg).close()
  const [top] = root.children
  if (!top) throw new Error('the SVG is empty')
  return top
}

export function* walkSvg(node: SvgNode): Generator<SvgNode> {
  yield node
  for (const child of node.children) yield* walkSvg(child)
}

export const withClass = (node: SvgNode, name: string): SvgNode[] =>
  [...walkSvg(node)].filter(({ attributes }) => attributes.class === name)

/** All words of an element, lines joined. */
export const textOf = (node: SvgNode): string =>
  [node.text, ...node.children.map(textOf)].filter((each) => each !== '').join(' ')

export const textsOf = (node: SvgNode): string[] =>
  [...walkSvg(node)].filter(({ name }) => name === 'text').map(textOf)
