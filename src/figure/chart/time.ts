const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment in words, as exact as it is: a date, a date with its time, or the month or quarter it stands for. */
export function dateText(value: number, span?: 'month' | 'quarter'): string {
  const date = new Date(value)
  const text = date.toISOString()
  if (span === 'quarter')
    return `${date.getUTCFullYear()} Q${Math.floor(date.getUTCMonth() / 3) + 1}`
  if (span === 'month') return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
