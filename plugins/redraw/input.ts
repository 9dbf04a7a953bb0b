import type { Diagram, Edit, Scene } from '../../src/plugin'

/** The checked body of `POST /api/redraw`, defaults filled in. */
export interface RedrawInput {
  source: string
  operations: NonNullable<Edit['operations']> | null
  diagram: Diagram | null
  scene: Scene | null
  svg: string | null
  instruction: string | null
  style: string | null
  aspect_ratio: string | null
  size: string | null
  keep_places: boolean
}

/** The edit that a body asks for. */
export function editOf(input: RedrawInput): Edit {
  const { operations, diagram, scene, svg, instruction, keep_places } = input
  return {
    ...(operations && { operations }),
    ...(diagram && { diagram }),
    ...(scene && { scene }),
    ...(svg !== null && { svg }),
    ...(instruction !== null && { instruction }),
    keep_places,
  }
}
