/** Things to be changed: each input tells when it is left, not at every letter or digit. */
import type { VNode } from 'preact'
import { Act } from '../parts/act'
import { Field, Select, type Ties } from '../parts/field'
import { words } from '../parts/words'
import { type Figure, hundredth } from './figure'

type Set<V> = (value: V) => unknown
type Unit = readonly [name: string, pixels: number]

const MM_PER_POINT = 25.4 / 72

/** Millimetres and points on the paper of a figure. */
export const unitsOf = ({ width, paper }: Pick<Figure, 'width' | 'paper'>) =>
  ({ mm: ['mm', width / paper], pt: ['pt', (width / paper) * MM_PER_POINT] }) as const

const row = (label: string, input: (ties: Ties) => VNode) => (
  <Field key={label} label={label}>
    {input}
  </Field>
)

export const textRow = (label: string, value: string, set: Set<string>) =>
  row(label, (ties) => (
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
  ))

const UNSAID = ' '

/** @param value undefined, or none of them: the figure does not say */
export const choiceRow = <T extends Readonly<Record<string, string>>>(
  label: string,
  of: T,
  value: string | null | undefined,
  set: Set<keyof T & string>,
) =>
  row(label, (ties) => {
    const isSaid = value != null && Object.hasOwn(of, value)
    const options = Object.entries(isSaid ? of : { [UNSAID]: words.editor.choose, ...of })
    return <Select {...ties} value={isSaid ? value : UNSAID} set={set} options={options} />
  })

/**
 * A length of a figure, shown as it is in print.
 * @param value, least in pixels of the figure; undefined: several things have several
 * @param unit how many of these one is
 */
export const amountRow = (
  label: string,
  value: number | null | undefined,
  least: number,
  [name, unit]: Unit,
  set: Set<number>,
) =>
  row(`${label} (${name})`, (ties) => (
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
  ))

const MOST = 10_000

/** @param without what the button says that takes the colour away */
export const colourRow = (
  label: string,
  value: string | null | undefined,
  set: Set<string | null>,
  without?: string,
) =>
  row(label, (ties) => (
    <div class="row colour">
      <input
        {...ties}
        type="color"
        value={value ?? '#ffffff'}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      {without && <Act label={without} named={`${label}: ${without}`} act={() => set(null)} />}
    </div>
  ))
