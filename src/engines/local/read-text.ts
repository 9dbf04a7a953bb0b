import type { Diagram } from '../../forms/diagram'
import { readProse } from './prose/read-prose'

export async function readText(text: string): Promise<Diagram> {
  return readProse(text)
}
