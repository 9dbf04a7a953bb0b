/** Clauses that set two columns on two axes: bars on the left, a line on the right. */
import { form, type Reader } from './reader'

const MARK = '(bars?|columns?|lines?|curve|points?|dots?)'
const SIDE =
  '(?: ?\\(?,? ?(?:on |against )?(?:the |an? )?(left|right|secondary|second)(?:[- ](?:hand )?(?:y[- ]?)?axis)?(?:, ?(?:in )?[^(),]{1,12})?\\)?)?(?:\\s*\\([^()]{1,14}\\))?'
/** How often, which a name of a column may leave out. */
const OFTEN = '(?:(?:hourly|daily|weekly|monthly|yearly|annual) )?'
const MEAN = '(?:(mean|average) )?'
const AS = `as (?:an? )?(?:<k> )?(?:an? )?${MARK}(?: with (?:markers|points|dots))?`

export function sides(reader: Reader): void {
  const { asked } = reader
  const take = (
    one: string,
    other: string,
    match: RegExpExecArray,
    marks: readonly string[],
    colours: readonly (string | undefined)[],
    where: readonly (string | undefined)[],
  ): false | undefined => {
    if (where.every((side) => side === undefined)) return false
    const from = match.index + match[0].indexOf(one)
    const slots = [
      reader.slot(one, from),
      reader.slot(other, match.index + match[0].lastIndexOf(other)),
    ]
    if (slots.some((slot) => slot?.fields.length !== 1)) return false
    const own = marks.map((mark, i) => {
      const colour = colours[i]
      return {
        mark: /bar|column/.test(mark)
          ? ('bar' as const)
          : /point|dot/.test(mark)
            ? ('point' as const)
            : ('line' as const),
        ...(colour ? { color: reader.colour(colour) } : {}),
      }
    })
    const turned = /right|second/.test(where[0] ?? '') || where[1] === 'left'
    const [left, right] = turned ? [slots[1], slots[0]] : slots
    if (!left || !right) return false
    asked.roles.left.push(left)
    asked.roles.right.push(right)
    asked.sides = turned ? own.reverse() : own
    asked.kind = 'two axes'
    return undefined
  }
  reader.take(
    form(
      `(?:plot |show |draw |of )?<the>${OFTEN}${MEAN}<p> ${AS}${SIDE},? (?:and|with|plus|,) <the>${OFTEN}${MEAN}<p> ${AS}${SIDE}`,
    ),
    (match) => {
      const [, e1, one = '', k1, m1 = '', s1, e2, other = '', k2, m2 = '', s2] = match
      const taken = take(one, other, match, [m1, m2], [k1, k2], [s1, s2])
      if (taken !== false && (e1 ?? e2)) asked.how = 'mean'
      return taken
    },
  )
  reader.take(
    form(
      `${MARK} (?:of|for) <the><p>${SIDE},? (?:and|with|plus|,) (?:an? |the )?${MARK} (?:of|for) <the><p>${SIDE}`,
    ),
    (match) => {
      const [, m1 = '', one = '', s1, m2 = '', other = '', s2] = match
      return take(one, other, match, [m1, m2], [], [s1, s2])
    },
  )
  reader.take(
    form(
      `<p> (?:on|against) the (left)(?:[- ](?:y[- ]?)?axis)?(?: ${AS})?,? (?:and )?<the><p> (?:on|against) the (right)(?:[- ](?:y[- ]?)?axis)?(?: ${AS})?`,
    ),
    (match) => {
      const [, one = '', s1, k1, m1 = 'line', other = '', s2, k2, m2 = 'line'] = match
      return take(one, other, match, [m1, m2], [k1, k2], [s1, s2])
    },
  )
  reader.take(
    form(
      `(?:plot |show |draw |of )?<the><p> and <the><p> (?:on|with|using|against) (?:two|separate|dual|twin|different|left and right)(?: y)?[- ]?ax[ei]s`,
    ),
    (match) => {
      const [, one = '', other = ''] = match
      return take(one, other, match, ['line', 'line'], [], ['left', 'right'])
    },
  )
  if (asked.kind !== 'two axes') return
  reader.take(
    form(
      'colou?r (?:the )?ax[ei]s (?:labels?|titles?) (?:like|as|to match) (?:the |their )?(?:series|lines?|data|marks?)',
    ),
    () => undefined,
  )
  reader.take(
    form(
      '(?:with |on |use |using |and )*(?:two|separate|dual|twin)(?: y)?[- ]?ax[ei]s|dual[- ]axis(?: chart| plot)?',
    ),
    () => undefined,
  )
}
