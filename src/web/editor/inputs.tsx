import type { VNode } from 'preact'
import { Field, type Ties } from '../parts/field'
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
    <select
      {...ties}
      value={value ?? UNSAID}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    >
      {value === undefined && <option value={UNSAID}>{words.editor.choose}</option>}
      {Object.entries(of).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
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

export interface Deed {
  label: string
  act: () => unknown
  /** What it is called where its neighbours are not seen. */
  named?: string
  off?: boolean
  pressed?: boolean
  look?: string
}

export const Act = ({ label, named, act, off = false, pressed, look = '' }: Deed) => (
  <button
    type="button"
    class={`small ${look}`}
    disabled={off}
    aria-label={named}
    aria-pressed={pressed}
    onClick={act}
  >
    {label}
  </button>
)

/** Buttons beside each other. */
export const Acts = ({ name, acts }: { name: string; acts: readonly Deed[] }) =>
  acts.length > 0 && (
    <fieldset class="row acts">
      <legend class="unseen">{name}</legend>
      {acts.map((one) => (
        <Act key={one.label} {...one} />
      ))}
    </fieldset>
  )
