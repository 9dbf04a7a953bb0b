/** Which column stands where: as the clauses say, or as the only one that can. Nothing is guessed between several. */
import type { Field, Table } from '../../../../forms/chart'
import type { Asked, RoleName, Slot } from '../clauses/asked'
import { isAmount, isName, namesOf, numbersOf, quoted, refuse, rowsBy } from './draft'
import { foldable, folded } from './fold'

export interface Cast {
  table: Table
  x?: Field
  y?: Field
  color?: Field
  facet?: Field
  size?: Field
  shape?: Field
  label?: Field
  /** What words call the amounts, where the data have no name for them. */
  topic?: string
}

/** Columns that are taken for roles one after the other. */
export class Casting {
  readonly used = new Set<string>()
  /** Words that name no column and stand for one that has no name either. */
  readonly settled = new Set<string>()
  readonly unmet: string[] = []
  readonly aliases = new Map<string, string>()
  /** What is reckoned after everything else. */
  readonly after: Record<string, unknown>[] = []

  constructor(
    public table: Table,
    readonly asked: Asked,
    readonly faults: ReadonlyMap<string, string>,
  ) {}

  /** The columns that clauses name for a role, each once. */
  said(role: RoleName, accept: (field: Field) => boolean = () => true): Field[] {
    const slots = this.asked.roles[role]
    const fields = slots.flatMap((slot) => this.own(slot))
    return [...new Set(fields)].filter((field) => accept(field) && this.free(field))
  }

  private free({ name }: Field): boolean {
    return !this.used.has(name) && ![...this.asked.without].some((each) => each.name === name)
  }

  /** The columns of a slot as they are in the table now. */
  private own({ fields }: Slot): Field[] {
    const own = fields.flatMap(({ name }) => this.table.fields.filter((each) => each.name === name))
    const main = own.filter(({ of }) => of === undefined)
    return main.length > 0 ? main : own
  }

  /** One column of several that the same words name is not chosen. */
  certain(role: RoleName, together = true): void {
    for (const { fields, words } of this.asked.roles[role])
      if (fields.length > 1 && !(together && foldable(fields)))
        refuse(
          `${JSON.stringify(words)} may be the columns ${quoted(fields.map(({ name }) => name))}; say which.`,
        )
  }

  use(field: Field | undefined): Field | undefined {
    if (!field) return undefined
    const fault = this.faults.get(field.name)
    if (fault && !isName(field))
      refuse(`The column ${JSON.stringify(field.name)} cannot be read safely: ${fault}.`)
    this.used.add(field.name)
    return field
  }

  /** A column that has to hold numbers; what is wrong with its cells is said. */
  number(field: Field): Field {
    const fault = this.faults.get(field.name)
    if (fault)
      refuse(`The column ${JSON.stringify(field.name)} cannot be read as numbers: ${fault}.`)
    if (!isAmount(field))
      refuse(
        `The column ${JSON.stringify(field.name)} holds names, and the chart needs numbers there.`,
      )
    if (
      numbersOf(field).some(
        (value) => Math.abs(value) > 1e150 || (value !== 0 && Math.abs(value) < 1e-150),
      )
    )
      refuse(
        `The column ${JSON.stringify(field.name)} holds numbers outside 1e-150 to 1e150, which cannot be drawn.`,
      )
    this.used.add(field.name)
    return field
  }

  /** Columns of numbers that nobody has taken: no identifiers, no errors of others. */
  numbers(): Field[] {
    const free = this.table.fields.filter(
      (field) => this.free(field) && isAmount(field) && field.of === undefined,
    )
    const kept = free.filter((field) => !isIndex(field) && !isCounter(field))
    return kept.length > 0 ? kept : free
  }

  names(): Field[] {
    return this.table.fields.filter((field) => this.free(field) && isName(field))
  }

  /** A column of two values as 1, where it is the positive one, and 0. */
  judged(field: Field, positive: string): Field {
    const values = field.values.map((each) =>
      each === null ? null : Number(String(each) === positive),
    )
    const found: Field = { ...field, role: 'number', whole: true, values }
    this.table = {
      ...this.table,
      fields: this.table.fields.map((each) => (each.name === field.name ? found : each)),
    }
    return found
  }

  /** The only column of numbers that is left, or a refusal that names those there are. */
  onlyNumber(what: string): Field {
    const free = this.numbers()
    const [first, ...more] = free
    if (!first) {
      for (const [name, fault] of this.faults)
        refuse(`The column ${JSON.stringify(name)} cannot be read safely: ${fault}.`)
      return refuse(`No column of numbers is left for ${what}.`)
    }
    if (more.length > 0)
      refuse(`It is not said which column is ${what}: ${quoted(free.map(({ name }) => name))}.`)
    this.doubt(first)
    return this.number(first)
  }

  /** Words that stand for the only column there is are told, unless the data gave it no name. */
  doubt(field: Field): void {
    const topic = this.topic()
    if (topic === undefined || field.made) return
    this.settled.add(topic)
    if (/[_\d]/.test(topic))
      refuse(
        `No column is called ${JSON.stringify(topic)}; the columns are ${quoted(this.table.fields.map(({ name }) => name))}.`,
      )
    this.unmet.push(
      `No column is called ${JSON.stringify(topic)}; the only column of numbers, ${JSON.stringify(field.name)}, is drawn.`,
    )
  }

  /** Words of a role that name no column. */
  words(...roles: RoleName[]): string[] {
    return roles
      .flatMap((role) => this.asked.roles[role])
      .filter(({ fields }) => fields.length === 0)
      .map(({ words }) => words)
  }

  /** A column that another sentence names than the first of these, so that they are no list. */
  apart(fields: readonly Field[]): Field | undefined {
    const sentences = fields.map(({ name }) =>
      [...this.asked.roles.y, ...this.asked.roles.loose]
        .filter((slot) => slot.fields.some((each) => each.name === name))
        .map(({ sentence }) => sentence),
    )
    const [first = []] = sentences
    return fields.find((_, i) => !sentences[i]?.some((each) => first.includes(each)))
  }

  /** What the clauses call the amounts. */
  topic(): string | undefined {
    return this.words('y', 'loose')[0]
  }

  /** Words for a column that the data gave no name become its title. */
  called(field: Field | undefined, ...roles: RoleName[]): string | undefined {
    const [words] = field?.made
      ? this.words(...roles).filter((each) => !this.settled.has(each))
      : []
    if (words !== undefined) this.settled.add(words)
    return words
  }

  /** Columns side by side become two: which one it was, and its number. */
  fold(fields: readonly Field[], key: string, asWritten = false): { key: Field; value: Field } {
    for (const field of fields) {
      this.number(field)
      const placed = (['x', 'color', 'facet', 'size', 'shape', 'label'] as const).find((role) =>
        this.asked.roles[role].some(
          (slot) => slot.fields.length === 1 && slot.fields[0]?.name === field.name,
        ),
      )
      if (placed && !asWritten)
        refuse(
          `The intent names ${JSON.stringify(field.name)} for ${placed}, and it is not certain which columns hold the values; name them.`,
        )
    }
    const made = folded(this.table, fields, key, asWritten)
    const stems = made.labels.map((label) => label.replace(/[ _.-]?(?:rep)?[ _.-]?\d+$/i, ''))
    const repeated = new Set(stems).size * 2 <= stems.length && !stems.includes('')
    // Columns that differ in a number alone are repeats of what is reckoned over them.
    if (repeated && (this.asked.how ?? this.asked.spread) !== undefined) {
      const named = new Map(made.labels.map((label, i) => [label, stems[i] ?? label]))
      const values = made.key.values.map((each) => named.get(String(each)) ?? each)
      made.key = { ...made.key, role: 'category', whole: false, values }
      made.table = {
        ...made.table,
        fields: made.table.fields.map((each) => (each.name === made.key.name ? made.key : each)),
      }
      this.asked.readings.push(
        `Columns that differ in a number alone are repeats: ${quoted([...new Set(stems)])}.`,
      )
    }
    this.table = made.table
    fields.forEach(({ name }, i) => this.aliases.set(name, made.labels[i] ?? name))
    this.used.clear()
    return made
  }

  /** A colour, a panel, a size that clauses name. */
  channel(role: RoleName): Field | undefined {
    const fields = this.said(role)
    if (fields.length > 1)
      refuse(`Several columns are named for ${role}: ${quoted(fields.map(({ name }) => name))}.`)
    return this.use(fields[0])
  }

  /** The column of a role that may show what another one shows already. */
  shared(role: RoleName): Field | undefined {
    const fields = new Set(this.asked.roles[role].flatMap((slot) => this.own(slot)))
    return fields.size === 1 ? this.use([...fields][0]) : this.channel(role)
  }
}

/** Numbers of rows: 1, 2, 3 and so on, each once. */
const isIndex = (field: Field): boolean => {
  const numbers = numbersOf(field)
  return (
    /^(?:row|index|id|no|nr|n|case|run|#|unnamed.*)$/i.test(field.name) &&
    field.whole &&
    new Set(numbers).size === numbers.length &&
    numbers.length > 1
  )
}

/** 1, 2, 3 and so on, again and again from the start. */
export function isCounter(field: Field): boolean {
  const numbers = numbersOf(field)
  const steps = numbers.every((each, i) => each === 1 || each === (numbers[i - 1] ?? 0) + 1)
  return field.whole && numbers.length > 3 && numbers[0] === 1 && steps && numbers.indexOf(1, 1) > 1
}

/** Rows counted from the first to the last. */
export const isCounting = ({ values }: Field): boolean =>
  values.length > 4 && values.every((each, i) => each === i + 1)

/** Names of which each stands in one row only: those who were measured, not groups of them. */
export const isUnique = (field: Field): boolean => {
  const names = namesOf(field)
  return names.length === field.values.filter((each) => each !== null).length && names.length > 1
}

/** Categories first, then series and panels, from the columns that group. */
export function dimensions(casting: Casting, most: number): Field[] {
  const { asked } = casting
  const explicit = new Set([...casting.said('color'), ...casting.said('facet')])
  const named = [
    ...casting.said('x', (field) => isName(field) || field.role === 'time'),
    ...casting.said('by'),
    ...casting.said('loose', isName),
    ...casting.said('label', isName),
  ]
  const found = [...new Set(named)].filter((field) => !explicit.has(field))
  if (found.length === 0) {
    const listed = [...new Set((asked.order?.lists ?? []).map(({ field }) => field.name))].flatMap(
      (name) => casting.table.fields.filter((field) => field.name === name && !explicit.has(field)),
    )
    return listed.length > 0 ? listed.slice(0, most) : structure(casting, explicit).slice(0, most)
  }
  if (found.length > most && found.some((each) => !isUnique(each)))
    found.splice(0, found.length, ...found.filter((each) => !isUnique(each)))
  if (found.length > most)
    refuse(
      `The clauses name ${found.length} columns to group by (${quoted(found.map(({ name }) => name))}); the chart has places for ${most}.`,
    )
  return found
}

/** The columns to which the form of the data gives a place: lists by name, series over one argument. */
function structure(casting: Casting, explicit: ReadonlySet<Field>): Field[] {
  const own = ['category', 'x', 'group', 'series'].map((name) =>
    casting.table.fields.find((field) => field.name === name && field.made),
  )
  return own.filter(
    (field): field is Field =>
      field !== undefined && !explicit.has(field) && !casting.used.has(field.name),
  )
}

/** Rows that would stand at one place of the chart. */
export function crowded(
  table: Table,
  places: readonly (Field | undefined)[],
  value: Field,
): number {
  let most = 0
  for (const rows of rowsBy(table, places).values())
    most = Math.max(most, rows.filter((i) => value.values[i] !== null).length)
  return most
}

/** Of two columns that the clauses name, the one that only rises within each series: along it runs the line. */
export function rising(casting: Casting, series: Field | undefined): Field | undefined {
  const two = casting.said('loose', (field) => !isName(field))
  if (two.length !== 2) return undefined
  const own = two.filter((field) => rises(casting.table, field, series))
  return own.length === 1 ? casting.use(own[0]) : undefined
}

/** Whether a column only rises from row to row of each series. */
export const rises = (table: Table, field: Field, series: Field | undefined): boolean =>
  [...rowsBy(table, [series]).values()].every((rows) =>
    rows.every(
      (row, i) => i === 0 || Number(field.values[row]) > Number(field.values[rows[i - 1] ?? 0]),
    ),
  )
