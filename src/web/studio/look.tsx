import type { Config } from '../operations'
import { useApiKey } from '../parts/api-key'
import { Field } from '../parts/field'
import { usd } from '../parts/format'
import { root } from '../parts/root'
import { words } from '../parts/words'
import type { Draft, Ratio, Size, Style } from './draft'
import type { Room } from './room'

export const STYLES = Object.keys(words.styles) as Style[]

/** How the figure shall look, as far as the open tab has a say in it. */
export function Look({ draft, change, fields, config, mine, samples, drawSamples }: Room) {
  const { tab, ratio, size } = draft
  const said = words.studio.look
  if (tab === 'composite' || tab === 'picture')
    return <Engine draft={draft} change={change} fields={fields} config={config} mine={mine} />
  return (
    <>
      {tab !== 'data' && (
        <Styles
          chosen={draft.style}
          choose={(style) => change({ style })}
          samples={samples}
          drawSamples={drawSamples}
        />
      )}
      <div class="halves">
        <Field label={said.ratio} fault={fields.aspect_ratio ?? fields.image_aspect_ratio}>
          {(ties) => (
            <select
              {...ties}
              value={ratio}
              onChange={({ currentTarget }) => change({ ratio: currentTarget.value as Ratio })}
            >
              {(config?.providers.aspect_ratios ?? [ratio]).map((one) => (
                <option key={one} value={one}>
                  {one === 'auto' ? said.auto : one}
                </option>
              ))}
            </select>
          )}
        </Field>
        {tab !== 'data' && (
          <Field label={said.size} fault={fields.image_resolution ?? fields.image_size}>
            {(ties) => (
              <select
                {...ties}
                value={size}
                onChange={({ currentTarget }) => change({ size: currentTarget.value as Size })}
              >
                {(config?.providers.image_sizes ?? [size]).map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Engine draft={draft} change={change} fields={fields} config={config} mine={mine} />
      </div>
    </>
  )
}

function Styles({
  chosen,
  choose,
  samples,
  drawSamples,
}: Pick<Room, 'samples' | 'drawSamples'> & { chosen: Style; choose: (style: Style) => void }) {
  return (
    <fieldset class="tiles styles">
      <legend>{words.studio.look.style}</legend>
      {STYLES.map((style) => (
        <label key={style}>
          <input
            type="radio"
            name="style"
            value={style}
            checked={style === chosen}
            onChange={() => choose(style)}
          />
          <img
            src={samples[style] ?? root(`assets/styles/${style}.svg`)}
            class={samples[style] && 'own'}
            alt=""
          />
          <span>{words.styles[style]}</span>
        </label>
      ))}
      {drawSamples && (
        <button type="button" class="small" onClick={drawSamples}>
          {words.studio.look.samples(STYLES.length - 1)}
        </button>
      )}
    </fieldset>
  )
}

/** Who decides, where a deployment has more than its own rules, and what it cost so far. */
function Engine({
  draft,
  change,
  fields,
  config,
  mine,
}: Pick<Room, 'draft' | 'change' | 'fields' | 'config' | 'mine'>) {
  const said = words.studio.look
  const paid = useApiKey() !== ''
  const { tab, provider, model, drafts } = draft
  const choices = config ? providersFor(tab, config.providers) : []
  if (choices.length < 2) return null
  const chosen = choices.includes(provider) ? provider : ''
  const models = Object.keys(config?.providers.models?.[chosen || (choices[0] ?? '')] ?? {})
  // Jobs without a key name no model.
  const named = tab === 'text' ? paid : tab !== 'picture'
  const cost = mine.reduce((sum, { cost_usd: own }) => sum + (own ?? 0), 0)
  return (
    <>
      <Field
        label={said.provider}
        hint={cost > 0 && said.spent(usd(cost))}
        fault={fields.provider ?? fields.vlm_provider}
      >
        {(ties) => (
          <select
            {...ties}
            value={chosen}
            onChange={({ currentTarget }) => change({ provider: currentTarget.value, model: '' })}
          >
            <option value="">{said.standard(choices[0] ?? '')}</option>
            {choices.slice(1).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      {models.length > 1 && named && (
        <Field label={said.model} fault={fields.vlm_model}>
          {(ties) => (
            <select
              {...ties}
              value={models.includes(model) ? model : ''}
              onChange={({ currentTarget }) => change({ model: currentTarget.value })}
            >
              <option value="">{said.anyModel}</option>
              {models.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {models.length > 0 && tab === 'text' && (
        <Field label={said.drafts}>
          {(ties) => (
            <select
              {...ties}
              value={drafts}
              onChange={({ currentTarget }) => change({ drafts: Number(currentTarget.value) })}
            >
              {DRAFTS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  )
}

/** As the interface takes them. */
const DRAFTS = [1, 2, 3, 4]

/** Those that both ways of a text take, or the one way of another tab. */
function providersFor(tab: Draft['tab'], { main, vlm }: Config['providers']): readonly string[] {
  if (tab === 'composite') return []
  if (tab === 'picture') return main
  return tab === 'text' ? main.filter((one) => vlm.includes(one)) : vlm
}
