/** Drawings of the method of `drafts.ts`, as a model may answer them. */
const HEAD =
  '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10Z" fill="#475262"/></marker></defs>'

export const thing = (id: string, x: number, words: string, quote: string) =>
  `<g data-node="${id}" data-label="${words}" data-quote="${quote}"><rect x="${x}" y="300" width="320" height="200" rx="12" fill="#e6eff9" stroke="#3f72ad" stroke-width="2"/><g data-picture="${words}"><circle cx="${x + 160}" cy="370" r="40" fill="#3f72ad"/></g><text x="${x + 160}" y="460" font-size="24" font-weight="600" text-anchor="middle" fill="#18202b">${words}</text></g>`

export const arrow = (
  id: string,
  from: string,
  to: string,
  x: number,
  quote: string,
  end = x + 180,
) =>
  `<g data-edge="${id}" data-from="${from}" data-to="${to}" data-quote="${quote}"><path d="M${x} 400L${end} 400" fill="none" stroke="#475262" stroke-width="2.5" marker-end="url(#tip)"/></g>`

export const TRIM = thing('trim', 60, 'Trim reads', 'Reads are trimmed with fastp')
export const ALIGN = thing('align', 560, 'Align', 'aligned to the reference genome with STAR')
export const COUNT = thing('count', 1060, 'Count per gene', 'reads are counted per gene')
export const FIRST = arrow('first', 'trim', 'align', 380, 'trimmed with fastp and then aligned')
export const SECOND = arrow(
  'second',
  'align',
  'count',
  880,
  'The aligned reads are counted per gene',
)

export const drawing = (...groups: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" font-family="Arimo">${HEAD}<rect width="1600" height="900" fill="#ffffff"/>${groups.join('')}</svg>`

export const PLAN = `<plan>
idea: a row of three instruments
thing trim | Trim reads | scissors | "Reads are trimmed with fastp"
thing align | Align | stacked reads | "aligned to the reference genome with STAR"
thing count | Count per gene | a tally | "reads are counted per gene"
relation trim -> align | - | "trimmed with fastp and then aligned"
relation align -> count | - | "The aligned reads are counted per gene"
</plan>
`
export const DRAWING = drawing(TRIM, ALIGN, COUNT, FIRST, SECOND)
export const ANSWER = `${PLAN}${DRAWING}`
