const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month by its name or its short form. */
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'

const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'

/** "23 March 2020", "March 23rd, 2020", "Mar 2020". */
const WORDED = new RegExp(
  `(?<![\\d.-])${DAY} (?:of )?(${MONTH}),? (\\d{4})\\b|\\b(${MONTH}) ${DAY},? (\\d{4})\\b|\\b(${MONTH}) (\\d{4})\\b`,
  'gi',
)

/** A text with its worded dates as ISO ones; what is quoted stays. */
export function datesInNumbers(text: string): string {
  return text
    .split(/("[^"]*")/)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part.replace(WORDED, (_, d1, m1, y1, m2, d2, y2, m3, y3) => {
            const month = NAMES.indexOf((m1 ?? m2 ?? m3).slice(0, 3).toLowerCase()) + 1
            const day = d1 ?? d2
            const two = (value: number | string) => String(value).padStart(2, '0')
            return `${y1 ?? y2 ?? y3}-${two(month)}${day === undefined ? '' : `-${two(day)}`}`
          }),
    )
    .join('')
}
