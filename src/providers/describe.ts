import { acceptedProviders, type Catalogue, chosenModel, LOCAL, type Model } from './catalogue'
import { ROLES } from './catalogue/provider-file'

/** What `--check-config` prints: who would be called for what. No key, header, address or price. */
export function describeCatalogue(catalogue: Catalogue): string {
  const { providers, engines, aliases, budgets, privacy } = catalogue
  const lines = ['roles (default first, then what a request may name):']
  for (const role of ROLES) {
    const [standard = LOCAL, ...others] = acceptedProviders(catalogue, role)
    const model = chosenModel(catalogue, role, standard)
    const first = model ? `${standard}, model ${model.name}` : standard
    lines.push(`  ${role}: ${[first, ...others].join('; ')}`)
  }
  lines.push('providers:', `  ${LOCAL}: rules and geometry, always there`)
  for (const { id, summary, stages } of engines)
    lines.push(`  ${id}: drop-in engine for ${stages.join(', ')}. ${summary}`)
  for (const { id, adapter, fallback, models, anyModel } of providers.values()) {
    const then = fallback.length > 0 ? `; then ${fallback.join(', ')}` : ''
    lines.push(`  ${id}: ${adapter}${then}`)
    for (const model of models.values()) lines.push(...describeModel(model))
    if (anyModel) lines.push('    any other model that a request names')
  }
  if (aliases.size > 0)
    lines.push(`aliases: ${[...aliases].map(([name, id]) => `${name} for ${id}`).join(', ')}`)
  const limits = [
    budgets.jobUsd !== null && `${budgets.jobUsd} USD a job`,
    budgets.jobCalls !== null && `${budgets.jobCalls} calls a job`,
    budgets.keyDayUsd !== null && `${budgets.keyDayUsd} USD a key and day`,
  ].filter((limit) => limit !== false)
  lines.push(`budgets: ${limits.join(', ') || 'none'}`)
  lines.push(`privacy: rows of data ${privacy.sendRows ? 'may leave' : 'stay here'}`)
  return lines.join('\n')
}

function describeModel({
  name,
  can,
  structured,
  draws,
  ratios,
  resolutions,
  deny,
}: Model): string[] {
  const paints = can.includes('image') || can.includes('edit')
  const taken = (what: string, values: readonly string[]) => `${what} ${values.join(' ') || 'none'}`
  return [
    `    ${name}: can ${can.join(', ')}${can.includes('text') ? `; structured ${structured}${draws ? '; draws' : ''}` : ''}`,
    ...(paints ? [`      ${taken('ratios', ratios)}; ${taken('resolutions', resolutions)}`] : []),
    ...deny.map(({ say }) => `      denies: ${say}`),
  ]
}
