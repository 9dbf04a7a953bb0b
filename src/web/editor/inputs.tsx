import type { VNode } from 'preact'
import { Act } from '../parts/act'
import { Field, Select, type Ties } from '../parts/field'
import { words } from '../parts/words'

type Set<V> = (value: V) => unknown
type Amounted = number | null | undefined
type Coloured = string | null | undefined

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

/** In pixels of the figure. @param value undefined: several things have several */
export const amountRow = (
  label: string,
  value: Amounted,
  least: number,
  set: Set<number>,
): Row => ({
  label,
  input: (ties) => (
    <input
      key={value}
      {...ties}
      type="number"
      step="any"
      min={least}
      max={MOST}
      defaultValue={value == null ? '' : String(Math.round(value * 10) / 10)}
      onChange={({ currentTarget: { valueAsNumber: given } }) => {
        if (Number.isFinite(given)) set(Math.min(MOST, Math.max(least, given)))
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
