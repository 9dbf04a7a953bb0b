import type { DrawingPlan } from '../../forms/drawing'

/** Lines of a plan that are read; more are no figure. */
const MOST_LINES = 400

/** What stands between `<plan>` and `</plan>`, or before the drawing; a line that says nothing of the kind is passed over. */
export function readPlan(answer: string): DrawingPlan {
  const [head = ''] = answer.split(/<\/plan>|<svg\b/, 1)
  const lines = head.split('\n').slice(0, MOST_LINES)
  const matches = (pattern: RegExp) =>
    lines.flatMap((line) => {
      const found = pattern.exec(line.trim())
      return found ? [found.slice(1).map((part) => part.trim())] : []
    })
  return {
    nodes: matches(/^[-*]?\s*thing\s+([\w.:-]+)\s*\|([^|]*)/i).map(([id = '', label = '']) => ({
      id,
      label,
    })),
    edges: matches(/^[-*]?\s*relation\s+([\w.:-]+)\s*->\s*([\w.:-]+)/i).map(
      ([from = '', to = '']) => ({ from, to }),
    ),
    unmet: matches(/^[-*]?\s*unmet:\s*(.{1,300})/i).map(([wish = '']) => wish),
  }
}
