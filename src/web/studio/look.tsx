import type { Config } from '../operations'
import { Choice, type Option } from '../parts/field'
import { usd } from '../parts/format'
import { told, words } from '../parts/words'
import type { Tab } from './draft'
import { asked, type Room } from './rooms'

/** How the figure shall look, and who decides where a deployment has more than its own rules, as far as the tab has a say. */
export function Look(room: Room) {
  const { draft, change, fields, config, mine } = room
  const { tab, ratio, size, provider, model, drafts } = draft
  const said = words.studio.look
  const drawn = tab === 'text' || tab === 'pdf'
  const engines = enginesFor(tab, config)
  const [standard = ''] = engines
  const chosen = engines.includes(provider) ? provider : ''
  const models = Object.keys(config?.providers.models?.[chosen || standard] ?? {})
  const cost = mine.reduce((sum, { cost_usd: own }) => sum + (own ?? 0), 0)
  const { image_sizes: sizes = [size], aspect_ratios: ratios = [ratio] } = config?.providers ?? {}
  const shapes = ratios.map((one): Option => (one === 'auto' ? [one, said.auto] : one))
  return (
    <div class="halves">
      {drawn && (
        <Choice {...asked(room, 'style_preset', 'style')} options={Object.entries(words.styles)} />
      )}
      {(drawn || tab === 'data') && (
        <Choice {...asked(room, 'aspect_ratio', 'ratio')} options={shapes} />
      )}
      {drawn && <Choice {...asked(room, 'image_resolution', 'size')} options={sizes} />}
      {engines.length > 1 && (
        <Choice
          {...asked(room, 'vlm_provider', 'provider')}
          hint={cost > 0 && told(said.spent, usd(cost))}
          fault={fields.provider ?? fields.vlm_provider}
          value={chosen}
          set={(one) => change({ provider: one, model: '' })}
          options={[['', told(said.standard, standard)], ...engines.slice(1)]}
        />
      )}
      {engines.length > 1 && models.length > 1 && tab !== 'picture' && (
        <Choice
          {...asked(room, 'vlm_model', 'model')}
          value={models.includes(model) ? model : ''}
          options={[['', said.anyModel], ...models]}
        />
      )}
      {engines.length > 1 && models.length > 0 && tab === 'text' && (
        <Choice
          label={said.drafts}
          value={String(drafts)}
          set={(one) => change({ drafts: Number(one) })}
          options={['1', '2', '3', '4']}
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
