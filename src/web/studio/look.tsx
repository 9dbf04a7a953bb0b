import { STYLES } from '../figure/looks'
import type { Config } from '../operations'
import { Choice } from '../parts/field'
import { usd } from '../parts/format'
import { told, words } from '../parts/words'
import type { Ratio, Size, Style, Tab } from './draft'
import type { Room } from './room'

const named = <Name extends string>(names: readonly Name[], said = (name: Name): string => name) =>
  names.map((name) => [name, said(name)] as const)

/** How the figure shall look, and who decides where a deployment has more than its own rules, as far as the tab has a say. */
export function Look({ draft, change, fields, config, mine }: Room) {
  const { tab, style, ratio, size, provider, model, drafts } = draft
  const said = words.studio.look
  const drawn = tab === 'text' || tab === 'pdf'
  const engines = enginesFor(tab, config)
  const [standard = ''] = engines
  const chosen = engines.includes(provider) ? provider : ''
  const models = Object.keys(config?.providers.models?.[chosen || standard] ?? {})
  const cost = mine.reduce((sum, { cost_usd: own }) => sum + (own ?? 0), 0)
  return (
    <div class="halves">
      {drawn && (
        <Choice
          label={said.style}
          fault={fields.style_preset}
          value={style}
          set={(one) => change({ style: one as Style })}
          options={named(STYLES, (one) => words.styles[one])}
        />
      )}
      {(drawn || tab === 'data') && (
        <Choice
          label={said.ratio}
          fault={fields.aspect_ratio}
          value={ratio}
          set={(one) => change({ ratio: one as Ratio })}
          options={named(config?.providers.aspect_ratios ?? [ratio], (one) =>
            one === 'auto' ? said.auto : one,
          )}
        />
      )}
      {drawn && (
        <Choice
          label={said.size}
          fault={fields.image_resolution}
          value={size}
          set={(one) => change({ size: one as Size })}
          options={named(config?.providers.image_sizes ?? [size])}
        />
      )}
      {engines.length > 1 && (
        <Choice
          label={said.provider}
          hint={cost > 0 && told(said.spent, usd(cost))}
          fault={fields.provider ?? fields.vlm_provider}
          value={chosen}
          set={(one) => change({ provider: one, model: '' })}
          options={[['', told(said.standard, standard)], ...named(engines.slice(1))]}
        />
      )}
      {engines.length > 1 && models.length > 1 && tab !== 'picture' && (
        <Choice
          label={said.model}
          fault={fields.vlm_model}
          value={models.includes(model) ? model : ''}
          set={(one) => change({ model: one })}
          options={[['', said.anyModel], ...named(models)]}
        />
      )}
      {engines.length > 1 && models.length > 0 && tab === 'text' && (
        <Choice
          label={said.drafts}
          value={String(drafts)}
          set={(one) => change({ drafts: Number(one) })}
          options={named(['1', '2', '3', '4'])}
        />
      )}
    </div>
  )
}

/** Who can do what the tab asks for, the standard first. */
export function enginesFor(tab: Tab, config: Config | undefined): readonly string[] {
  if (tab === 'composite' || !config) return []
  return tab === 'picture' ? config.providers.main : config.providers.vlm
}
