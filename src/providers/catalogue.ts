/**
 * What a deployment may call, and what a client may ask for: the door to the provider file. Everything here is pure but
 * {@link loadCatalogue}.
 */
import type { ProviderSets } from '../forms/kit'
import {
  buildCatalogue,
  buildModel,
  type Catalogue,
  LOCAL,
  type Model,
  type Provider,
  ROLE_NEEDS,
  ROLE_STAGES,
} from './catalogue/build'
import { BadProviders, loadCatalogue } from './catalogue/load'
import { pictureFault, wireSize, withDefaults } from './catalogue/picture-rules'
import { ROLES, type Role } from './catalogue/provider-file'

export type { Catalogue, Model, Provider, Role }
export { BadProviders, LOCAL, loadCatalogue, pictureFault, wireSize, withDefaults }

/** Only `local`: what holds where nobody configured anything. */
export function localCatalogue(): Catalogue {
  return buildCatalogue({ frame: {}, providers: new Map(), env: {} })
}

/** The identifiers that a request may name for a role: the default first, then ids, `local`, aliases. */
export function acceptedProviders(catalogue: Catalogue, role: Role): string[] {
  const fitting = [...catalogue.providers.values()]
    .filter((provider) => modelsOf(provider, role).length > 0)
    .map(({ id }) => id)
  const dropIns = catalogue.engines
    .filter(({ stages }) => stages.some((stage) => ROLE_STAGES[role].includes(stage)))
    .map(({ id }) => id)
  const ids = [catalogue.roles[role].provider, ...fitting, ...dropIns, LOCAL]
  const aliases = [...catalogue.aliases]
    .filter(([, id]) => ids.includes(id))
    .map(([alias]) => alias)
  return [...new Set([...ids, ...aliases])]
}

/** The id that an identifier of {@link acceptedProviders} stands for; absent: the default of the role. */
export function providerId(catalogue: Catalogue, role: Role, name?: string | null): string {
  if (name === undefined || name === null) return catalogue.roles[role].provider
  return catalogue.aliases.get(name) ?? name
}

/** The models that a request may name beside a provider. */
export interface ModelChoice {
  /** In the order of the file. */
  names: readonly string[]
  /** Any other name is taken too. */
  any: boolean
}

/** @param id as {@link providerId} gives it; `local` has no models */
export function acceptedModels(catalogue: Catalogue, role: Role, id: string): ModelChoice {
  const provider = catalogue.providers.get(id)
  if (!provider) return { names: [], any: false }
  return {
    names: modelsOf(provider, role).map(({ name }) => name),
    any: provider.anyModel && ROLE_NEEDS[role].includes('text'),
  }
}

/**
 * The model that serves a role: the named one, else the role's own, else the provider's first that fits. Undefined:
 * the name is not accepted, or the provider (`local` among them) has none for this role.
 */
export function chosenModel(
  catalogue: Catalogue,
  role: Role,
  id: string,
  name?: string | null,
): Model | undefined {
  const provider = catalogue.providers.get(id)
  if (!provider) return undefined
  const fitting = modelsOf(provider, role)
  const own = catalogue.roles[role]
  const wanted = name ?? (own.provider === id ? own.model : null)
  if (wanted === null) return fitting[0]
  const listed = fitting.find((model) => model.name === wanted)
  if (listed || provider.models.has(wanted)) return listed
  if (!acceptedModels(catalogue, role, id).any) return undefined
  // What is not listed is called as the provider's first model is, and has no price.
  return { ...(fitting[0] ?? buildModel(wanted, {})), name: wanted, wireName: wanted, price: null }
}

/** Whether a model only makes a picture out of another: it needs a reference. */
export function needsReference({ can }: Pick<Model, 'can'>): boolean {
  return can.includes('edit') && !can.includes('image')
}

/** What `GET /api/config` tells of providers; never an address, a variable or a price. */
export interface ProviderView extends ProviderSets {
  /** Absent while only `local` exists. */
  models?: Record<string, Record<string, ModelView>>
}

type ModelView = Pick<Model, 'can' | 'ratios' | 'resolutions'> & { deny: string[] }

export function providerView(catalogue: Catalogue): ProviderView {
  const accepted = ROLES.map((role) => [role, acceptedProviders(catalogue, role)])
  const image = acceptedModels(catalogue, 'image', catalogue.roles.image.provider)
  return {
    ...(Object.fromEntries(accepted) as Record<Role, string[]>),
    image_models: [...image.names],
    ...(catalogue.providers.size > 0 && { models: modelViews(catalogue) }),
  }
}

function modelViews({ providers }: Catalogue): Record<string, Record<string, ModelView>> {
  const viewOf = ({ can, ratios, resolutions, deny }: Model): ModelView => ({
    can,
    ratios,
    resolutions,
    deny: deny.map(({ say }) => say),
  })
  return Object.fromEntries(
    [...providers].map(([id, { models }]) => [
      id,
      Object.fromEntries([...models].map(([name, model]) => [name, viewOf(model)])),
    ]),
  )
}

/** The models of a provider that can do a role, in the order of the file. */
function modelsOf({ models }: Provider, role: Role): Model[] {
  return [...models.values()].filter(({ can }) => can.some((one) => ROLE_NEEDS[role].includes(one)))
}
