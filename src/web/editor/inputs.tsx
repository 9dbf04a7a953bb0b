import type { VNode } from 'preact'
import { Act } from '../parts/act'
import { Field, Select, type Ties } from '../parts/field'
import { words } from '../parts/words'
import { type Figure, hundredth } from './figure'

type Set<V> = (value: V) => unknown
type Amounted = number | null | undefined
type Coloured = string | null | undefined

type Unit = readonly [name: string, pixels: number]

const MM_PER_POINT = 25.4 / 72

/** Millimetres and points on the paper of a figure. */
export const unitsOf = ({ width, paper }: Pick<Figure, 'width' | 'paper'>) =>
  ({ mm: ['mm', width / paper], pt: ['pt', (width / paper) * MM_PER_POINT] }) as const

/** One thing to be changed: its input, which tells when it is left, not at every letter or digit. */
export interface Row {
  label: string
  input: (ties: Ties) => VNode
}

export const textRow = (label: string, value: string, set: Set<string>): Row => ({
  label,
  input: (ties) => (
    <textarea
      key={value}
      {...ties}
      defaultValue={value}
      rows={value.split('\n').length}
      onChange={({ currentTarget }) => set(currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  ),
})

/** @param value undefined: the figure does not say */
export const choiceRow = <T extends Readonly<Record<string, string>>>(
  label: string,
  of: T,
  value: (keyof T & string) | undefined,
  set: Set<keyof T & string>,
): Row => ({
  label,
  input: (ties) => (
    <Select
      {...ties}
      value={value ?? UNSAID}
      set={set}
      options={Object.entries(value === undefined ? { [UNSAID]: words.editor.choose, ...of } : of)}
    />
  ),
})

const UNSAID = ' '

/**
 * A length of a figure, shown as it is in print.
 * @param value, least in pixels of the figure; undefined: several things have several
 * @param unit how many of these one is
 */
export const amountRow = (
  label: string,
  value: Amounted,
  least: number,
  [name, unit]: Unit,
  set: Set<number>,
): Row => ({
  label: `${label} (${name})`,
  input: (ties) => (
    <input
      key={value}
      {...ties}
      type="number"
      step="any"
      defaultValue={value == null ? '' : String(Math.round((value / unit) * 10) / 10)}
      onChange={({ currentTarget: { valueAsNumber: given } }) => {
        if (Number.isFinite(given)) set(hundredth(Math.min(MOST, Math.max(least, given * unit))))
      }}
    />
  ),
})

const MOST = 10_000

/** @param without what the button says that takes the colour away */
export const colourRow = (
  label: string,
  value: Coloured,
  set: Set<string | null>,
  without?: string,
): Row => ({
  label,
  input: (ties) => (
    <div class="row colour">
      <input
        {...ties}
        type="color"
        value={value ?? '#ffffff'}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      {without && <Act label={without} named={`${label}: ${without}`} act={() => set(null)} />}
    </div>
  ),
})

export const Inputs = ({ rows }: { rows: readonly Row[] }) => (
  <div class="inputs">
    {rows.map(({ label, input }) => (
      <Field key={label} label={label}>
        {input}
      </Field>
    ))}
  </div>
)
