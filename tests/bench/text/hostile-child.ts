/** Reads and draws a text; answers with what became of it. */

import { Value } from '@sinclair/typebox/value'
import { SaxesParser } from 'saxes'
import { readText } from '../../../src/engines/local/text/read-text'
import { createFigureTools } from '../../../src/figure/tools'
import { Diagram } from '../../../src/forms/diagram'
import type { Fate } from './hostile'

process.on('message', (text: string) => void draw(text).then((fate) => process.send?.(fate)))
process.on('disconnect', () => process.exit(0))

async function draw(text: string): Promise<Fate> {
  try {
    const diagram = await readText(text)
    const options = { style: 'academic', ratio: '16:9', title: 'bench' }
    const { svg } = await createFigureTools('0').compose(diagram, options)
    const why = faultOf(diagram, text) ?? faultOfSvg(svg)
    return why === undefined ? { outcome: 'figure', why: '' } : { outcome: 'invalid figure', why }
  } catch (error) {
    return judge(error)
  }
}

function faultOf(diagram: Diagram, text: string): string | undefined {
  const schema = Value.Errors(Diagram, diagram).First()
  if (schema) return `${schema.path} ${schema.message}`
  const ids = diagram.nodes.map(({ id }) => id)
  if (ids.length === 0) return 'no node'
  if (new Set(ids).size < ids.length) return 'an id twice'
  if (diagram.edges.some(({ from, to }) => !ids.includes(from) || !ids.includes(to)))
    return 'an edge without an end'
  const spans = [...diagram.nodes, ...diagram.edges, ...diagram.groups].flatMap(
    (part) => part.spans,
  )
  if (spans.some(({ start, end }) => start >= end || end > text.length)) return 'an impossible span'
  return undefined
}

function faultOfSvg(svg: string): string | undefined {
  const parser = new SaxesParser()
  let fault: string | undefined
  parser.on('error', (error) => {
    fault ??= error.message
  })
  parser.write(svg).close()
  if (/"[^"]*\b(NaN|undefined|Infinity)\b/.test(svg.replace(/>[^<]*</g, '><')))
    fault ??= 'a number that is none'
  return fault
}

/** A clear error is a sentence for the user; a fault of the program is none. */
function judge(error: unknown): Fate {
  const internal = [TypeError, RangeError, ReferenceError, SyntaxError]
  const own = error instanceof Error && !internal.some((kind) => error instanceof kind)
  const outcome = own && /^\p{Lu}.*\.$/u.test(error.message) ? 'clear error' : 'internal error'
  return { outcome, why: String(error) }
}
