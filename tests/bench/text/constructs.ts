import { readText } from '../../../src/engines/local/text/read-text'
import type { Diagram } from '../../../src/forms/diagram'
import { aim, type Row } from '../harness/rows'
import { load } from './halves'

/** A text with a list in it; stages as drawn, in order. */
export interface ListCase {
  id: string
  text: string
  stages: string[]
  /** The label of each stage's group, empty for none. */
  groups?: string[]
  title?: string
}

/** A text that speaks to the illustrator. */
export interface InstructionCase {
  id: string
  text: string
  boxes: string[]
  /** Part of the sentence with which it is refused. */
  refused?: string
  /** What is obeyed. */
  wishes?: {
    direction?: string
    title?: string
    /** The colour of every arrow. */
    arrows?: string
    /** Colours and emphasis by the label of the box. */
    colours?: Record<string, string>
    emphasis?: string[]
  }
  /** Part of each sentence that names what is not obeyed; no other may be there. */
  ignored?: string[]
}

export const listCases = () => load<ListCase>('lists')
export const instructionCases = () => load<InstructionCase>('instructions')

/** What is not as it should be, in words; nothing for a list that is read right. */
export function listFaults(expected: ListCase, diagram: Diagram): string[] {
  const groups = new Map(diagram.groups.map(({ id, label }) => [id, label]))
  const read = {
    stages: diagram.nodes.map(({ label }) => label),
    ...(expected.groups && {
      groups: diagram.nodes.map(({ group = '' }) => groups.get(group) ?? ''),
    }),
    ...(expected.title && { title: diagram.title }),
  }
  return differing(expected, read)
}

/** `boxes`: instructions drawn as boxes, or boxes that are missing; `wishes`: neither met nor named, or named in vain. */
export function instructionFaults(
  expected: InstructionCase,
  diagram: Diagram,
): { boxes: string[]; wishes: string[] } {
  const { wishes = {}, ignored = [] } = expected
  const labelled = (test: (node: Diagram['nodes'][number]) => boolean) =>
    diagram.nodes.filter(test).map(({ label }) => label)
  const met = {
    direction: diagram.direction,
    title: diagram.title,
    arrows: diagram.edges[0]?.accent,
    colours: Object.fromEntries(
      diagram.nodes.flatMap(({ label, accent }) => (accent ? [[label, accent]] : [])),
    ),
    emphasis: labelled(({ emphasis }) => emphasis !== undefined),
  }
  const wanted = { colours: {}, emphasis: [], ...wishes }
  const said = diagram.ignored ?? []
  return {
    boxes: differing({ boxes: expected.boxes }, { boxes: labelled(() => true) }),
    wishes: [
      ...differing(wanted, met),
      ...ignored.filter((part) => !said.some((sentence) => sentence.includes(part))),
      ...said.filter((sentence) => !ignored.some((part) => sentence.includes(part))),
    ],
  }
}

function differing(expected: object, read: Record<string, unknown>): string[] {
  const wanted = new Map(Object.entries(expected))
  return Object.entries(read).flatMap(([name, value]) =>
    JSON.stringify(wanted.get(name)) === JSON.stringify(value)
      ? []
      : [`${name}: ${JSON.stringify(value)}`],
  )
}

const EXACT = { of: 'value', better: 'higher', tolerance: 0 } as const
const NONE = { of: 'value', better: 'lower', tolerance: 0 } as const

export async function listRows(verbose: boolean): Promise<Row[]> {
  const cases = await listCases()
  let right = 0
  for (const { one } of cases) {
    const faults = listFaults(one, await readText(one.text))
    if (faults.length === 0) right++
    else if (verbose) console.log(`list ${one.id}: ${faults.join('; ')}`)
  }
  const figure = 'lists: one stage each, in order, none lost'
  return [aim({ figure, value: right / cases.length, unit: '', guard: EXACT }, { least: 1 })]
}

export async function instructionRows(verbose: boolean): Promise<Row[]> {
  const [boxes, wishes]: [string[], string[]] = [[], []]
  for (const { one } of await instructionCases()) {
    const diagram = await readText(one.text).catch(({ message }: Error) => message)
    if (typeof diagram === 'string') {
      if (!one.refused || !diagram.includes(one.refused)) boxes.push(`${one.id}: ${diagram}`)
      continue
    }
    const faults = instructionFaults(one, diagram)
    if (one.refused) boxes.push(`${one.id} is drawn`)
    boxes.push(...faults.boxes.map((fault) => `${one.id}: ${fault}`))
    wishes.push(...faults.wishes.map((fault) => `${one.id}: ${fault}`))
  }
  if (verbose) for (const fault of [...boxes, ...wishes]) console.log(`instruction ${fault}`)
  const row = (figure: string, value: number) =>
    aim({ figure: `instructions: ${figure}`, value, unit: '', guard: NONE }, { most: 0 })
  return [row('drawn as boxes', boxes.length), row('wishes neither met nor named', wishes.length)]
}
