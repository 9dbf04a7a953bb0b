import { STAGES } from '../forms/engines'
import {
  acceptedModels,
  type Catalogue,
  chosenModel,
  LOCAL,
  needsReference,
  type Provider,
  pictureFault,
  wireSize,
  withDefaults,
} from './catalogue'
import type { JobChoices, JobProviders, Link, Stage, StageChoice } from './messages'

/** What a job may call, with the keys of these providers alone. */
export function jobProviders(catalogue: Catalogue, choices: JobChoices): JobProviders {
  const chains: JobProviders['chains'] = {}
  for (const stage of STAGES) {
    const choice = choices[stage]
    if (choice) chains[stage] = chainOf(catalogue, stage, choice)
  }
  const called = new Set(
    Object.values(chains).flatMap((links) =>
      links.flatMap((link) => ('model' in link ? [link.provider] : [])),
    ),
  )
  const connections = [...catalogue.providers.values()].filter(({ id }) => called.has(id))
  return {
    connections: connections.map(({ models: _, ...connection }) => connection),
    chains,
    sendRows: catalogue.privacy.sendRows,
  }
}

/**
 * Who does a stage, in order: the chosen provider, then its fallbacks. One that cannot do it stays in the chain with the
 * reason, so that it is named when its turn comes.
 */
export function chainOf(catalogue: Catalogue, stage: Stage, choice: StageChoice): Link[] {
  const engine = catalogue.engines.find(({ id }) => id === choice.provider)
  if (engine) return [{ provider: engine.id, dropIn: true }]
  const provider = catalogue.providers.get(choice.provider)
  const others = provider?.fallback ?? []
  return [
    linkOf(catalogue, stage, choice.provider, choice),
    ...others.map((id) => linkOf(catalogue, stage, id, { ...choice, model: null })),
  ]
}

function linkOf(catalogue: Catalogue, stage: Stage, id: string, choice: StageChoice): Link {
  if (id === LOCAL) return { provider: LOCAL }
  const provider = catalogue.providers.get(id)
  if (!provider) return { provider: id, passedOver: 'it is not configured any more' }
  const model = chosenModel(catalogue, choice.role, id, choice.model)
  if (!model) return { provider: id, passedOver: whyNot(catalogue, provider, choice) }
  if (stage !== 'paint') return { provider: id, model }
  const { reference = false, ...ask } = choice.picture ?? {}
  if (needsReference(model) && !reference)
    return { provider: id, passedOver: `the model ${model.name} needs a reference picture` }
  // The accepted ratio stands in the choice already, so no service's default is needed here.
  if (pictureFault(model.name, model, ask, 'auto')) {
    const wanted = [ask.ratio, ask.resolution].filter((one) => one !== undefined).join(' at ')
    return { provider: id, passedOver: `the model ${model.name} does not take ${wanted}` }
  }
  const picture = withDefaults(model, ask, 'auto')
  const size = wireSize(model, picture)
  return { provider: id, model: { ...model, picture: { ...picture, size } } }
}

function whyNot(catalogue: Catalogue, { id }: Provider, { role, model }: StageChoice): string {
  if (model !== null && acceptedModels(catalogue, role, id).names.length > 0)
    return `it has no model ${model} any more`
  return `it has no model for the role ${role}`
}
