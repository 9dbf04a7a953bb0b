import { describe, expect, test } from 'bun:test'
import { SaxesParser } from 'saxes'
import { cleanSvg } from '../../src/figure/svg/clean'
import { createFigureTools } from '../../src/figure/tools'
import type { Scene } from '../../src/forms/scene'
import { graph, nested, odd, retrieval, stages } from './samples/diagrams'

const tools = createFigureTools('1.2.3')
const draw = (diagram = retrieval, title = 'A figure') =>
  tools.draw(diagram, { style: 'academic', ratio: '16:9', title })

interface Tag {
  name: string
  attributes: Record<string, string>
  parent: Tag | undefined
  text: string
}

function parse(svg: string): Tag[] {
  const tags: Tag[] = []
  const open: Tag[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const tag = {
      name,
      attributes: attributes as Record<string, string>,
      parent: open.at(-1),
      text: '',
    }
    tags.push(tag)
    open.push(tag)
  })
  parser.on('text', (text) => {
    for (const tag of open) tag.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(svg).close()
  return tags
}

const ofClass = (tags: Tag[], name: string) => tags.filter((tag) => tag.attributes.class === name)

test('the root says its size, its maker and what it shows', async () => {
  const tags = parse(tools.svg(await draw(retrieval, 'Retrieval & generation <v2>')))
  expect(tags[0]?.attributes).toMatchObject({
    width: '178mm',
    height: '100.15mm',
    viewBox: '0 0 1365 768',
    'data-generator': 'burin/1.2.3',
  })
  expect(tags.find((tag) => tag.name === 'title')?.text).toBe('Retrieval & generation <v2>')
  expect(tags.find((tag) => tag.name === 'desc')?.text).toContain('10 nodes, 10 relations')
})

test('groups, nodes and edges are told apart by class, id and data attributes', async () => {
  const tags = parse(tools.svg(await draw()))
  const labels = ofClass(tags, 'group').map((tag) => tag.attributes['data-label'])
  expect(labels.toSorted()).toEqual(['Grounded generation', 'Re-ranking', 'Retrieval'])
  expect(ofClass(tags, 'node').map((tag) => tag.attributes.id ?? '')).toSatisfy(
    sameSet(retrieval.nodes.map((node) => node.id)),
  )
  const edges = ofClass(tags, 'edge')
  expect(
    edges.map((tag) => `${tag.attributes['data-from']}>${tag.attributes['data-to']}`),
  ).toSatisfy(sameSet(retrieval.edges.map((edge) => `${edge.from}>${edge.to}`)))
  expect(edges.filter((tag) => tag.attributes['data-inferred'] === 'true')).toHaveLength(1)
  for (const edge of edges) {
    const path = tags.find((tag) => tag.name === 'path' && tag.parent === edge)
    expect(path?.attributes['marker-end']).toMatch(/^url\(#[\w-]+\)$/)
  }
})

const sameSet = (wanted: string[]) => (found: string[]) =>
  found.toSorted().join() === wanted.toSorted().join()

/** The id of the innermost `<g>` of a class around a tag. */
function around(tag: Tag, name: string): string | undefined {
  let at = tag.parent
  while (at && at.attributes.class !== name) at = at.parent
  return at?.attributes.id
}

test('nodes and inner groups stand in the g of their group, edges in that of both their ends', async () => {
  const inner = (diagram: typeof nested, id: string): string[] => {
    const { parent } = diagram.groups.find((group) => group.id === id) ?? {}
    return parent === undefined ? [id] : [id, ...inner(diagram, parent)]
  }
  for (const diagram of [retrieval, nested, stages(12, [4, 4, 4])]) {
    const tags = parse(tools.svg(await draw(diagram)))
    const homes = new Map(diagram.nodes.map(({ id, group }) => [id, group]))
    for (const node of ofClass(tags, 'node'))
      expect(around(node, 'group')).toBe(homes.get(node.attributes.id ?? ''))
    for (const group of ofClass(tags, 'group')) {
      const told = diagram.groups.find(({ id }) => id === group.attributes.id)
      expect(around(group, 'group')).toBe(told?.parent)
    }
    for (const edge of ofClass(tags, 'edge')) {
      const home = around(edge, 'group')
      if (home === undefined) continue
      for (const end of ['data-from', 'data-to']) {
        const group = homes.get(edge.attributes[end] ?? '') ?? edge.attributes[end] ?? ''
        expect(inner(diagram, group)).toContain(home)
      }
    }
    // Frames lie under edges, edges under the nodes that stand beside them.
    for (const group of ofClass(tags, 'group')) {
      const own = tags.filter((tag) => tag.parent === group).map((tag) => tag.attributes.class)
      const order = own.map((name) => ['group', 'edge', 'node'].indexOf(name ?? ''))
      const told = order.filter((place) => place >= 0)
      expect(told).toEqual(told.toSorted())
      expect(own[0]).toBeUndefined()
    }
  }
})

test('drawing programs list a part by its words, an edge by those of its ends', async () => {
  const tags = parse(tools.svg(await draw()))
  const listed = (id: string) =>
    tags.find((tag) => tag.attributes.id === id)?.attributes['inkscape:label']
  const labels = new Map(retrieval.nodes.map(({ id, label }) => [id, label]))
  for (const [id, label] of labels) expect(listed(id)).toBe(label)
  for (const { id, from, to } of retrieval.edges)
    expect(listed(id)).toBe(`${labels.get(from)} → ${labels.get(to)}`)
})

test('groups that hold one another, and parts of themselves, are drawn nevertheless', async () => {
  const scene = await draw(nested)
  const turned = scene.elements.map((each) =>
    each.role === 'group' ? { ...each, parent: each.parent ?? 'g2' } : each,
  )
  const svg = tools.svg({ ...scene, elements: turned })
  expect(ofClass(parse(svg), 'node')).toHaveLength(nested.nodes.length)
})

test('words are text inside their own node or edge', async () => {
  const tags = parse(tools.svg(await draw()))
  const node = ofClass(tags, 'node').find((tag) => tag.attributes.id === 'w')
  const words = tags
    .filter((tag) => tag.name === 'text' && tag.parent === node)
    .map((tag) => tag.text)
  expect(words.join(' ').replace(/\s+/g, '')).toBe('Wikipediapassages21Mpassages')
  const edge = ofClass(tags, 'edge').find((tag) => tag.attributes.id === 'e3')
  expect(tags.find((tag) => tag.name === 'text' && tag.parent === edge)?.text).toBe('search')
})

test('no CSS, script, outside reference or SVG 2 marker is written', async () => {
  for (const diagram of [retrieval, nested, odd, stages(9, [4, 3, 2])]) {
    const svg = tools.svg(await draw(diagram))
    for (const never of ['<style', 'style=', '<script', 'http://', 'auto-start-reverse', '<!'])
      expect(svg.replace(/ xmlns(:inkscape)?="[^"]*"/g, '')).not.toContain(never)
    for (const marker of parse(svg).filter((tag) => tag.name === 'marker')) {
      expect(marker.attributes.orient).toBe('auto')
    }
  }
})

test('ids are unique and names no XML processor would refuse', async () => {
  const hostile = graph(
    [
      ['1 "x" <y>', 'Quotes "and" <tags> & more'],
      ['arrow-1', 'Named like a marker'],
      ['e1', 'Named like the edge'],
      ['g', 'Named like the group', 'process', 'g'],
    ],
    [
      { from: '1 "x" <y>', to: 'arrow-1', label: 'a < b && c' },
      { from: 'e1', to: 'g' },
    ],
    [['g', 'Group\u0000\u001f"']],
  )
  const svg = tools.svg(await draw(hostile, 'T\u0008itle \ud800'))
  const ids = parse(svg).flatMap((tag) => tag.attributes.id ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/)
  expect(cleanSvg(svg)).toBe(svg)
})

test('cleaning changes no byte of what is written', async () => {
  for (const diagram of [retrieval, nested, odd, stages(7), stages(12, [4, 4, 4])]) {
    const svg = tools.svg(await draw(diagram))
    expect(cleanSvg(svg)).toBe(svg)
  }
})

test('the same diagram gives the same bytes', async () => {
  expect(tools.svg(await draw())).toBe(tools.svg(await draw(structuredClone(retrieval))))
})

test('an arrow with two heads has a marker at each end, one with none has neither', async () => {
  const both = structuredClone(odd)
  const [first, second] = both.edges.filter((edge) => edge.from !== edge.to)
  if (!first || !second) throw new Error('odd has parallel edges')
  first.heads = 'both'
  second.heads = 'none'
  const tags = parse(tools.svg(await draw(both)))
  const path = (id: string) =>
    tags.find((tag) => tag.name === 'path' && tag.parent?.attributes.id === id)
  expect(Object.keys(path(first.id)?.attributes ?? {})).toContain('marker-start')
  expect(Object.keys(path(second.id)?.attributes ?? {}).join()).not.toContain('marker')
})

describe('placeholders', () => {
  const scene: Scene = {
    width: 200,
    height: 100,
    background: '#ffffff',
    theme: 'academic',
    title: 'Icons',
    description: 'Two icons.',
    elements: ['robot', 'person'].map((label, index) => ({
      id: `icon-${label}`,
      kind: 'icon',
      role: 'icon',
      z: 1,
      box: { x: 20 + 80 * index, y: 20, width: 40, height: 40 },
      geometry: { form: 'ellipse', cx: 40 + 80 * index, cy: 40, rx: 20, ry: 20 },
      style: { fill: '#336699' },
      label,
    })),
  }
  const ids = ['icon-robot', 'icon-person']

  test('label: a numbered box in place of each icon', () => {
    const tags = parse(tools.svg(scene, { placeholders: { mode: 'label', ids } }))
    expect(ofClass(tags, 'icon').map((tag) => tag.attributes.id)).toEqual(['AF01', 'AF02'])
    expect(ofClass(tags, 'icon').map((tag) => tag.text)).toEqual(['AF01', 'AF02'])
    expect(tags.some((tag) => tag.name === 'ellipse')).toBe(false)
  })

  test('box: the box alone; none: nothing', () => {
    const box = parse(tools.svg(scene, { placeholders: { mode: 'box', ids } }))
    expect(ofClass(box, 'icon').map((tag) => tag.text)).toEqual(['', ''])
    const none = parse(tools.svg(scene, { placeholders: { mode: 'none', ids } }))
    expect(ofClass(none, 'icon')).toEqual([])
    expect(ofClass(parse(tools.svg(scene)), 'icon')).toHaveLength(2)
  })
})
