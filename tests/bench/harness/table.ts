import type { Row } from './rows'

/** The rows as lines of aligned columns. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.figure,
    `${number(row.value)} ${row.unit}`.trim(),
    row.peer === undefined ? '' : `${row.peer} ${number(row.peerValue ?? Number.NaN)}`,
    row.ratio === undefined ? '' : `${number(row.ratio)} x`,
    row.aim ?? '',
    row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
  ])
  const head = ['figure', 'ours', 'peer', 'ratio', 'aim', '']
  const all = [head, ...cells]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Three significant digits; whole numbers from 100 on. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '-'
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
