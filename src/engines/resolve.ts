import type { TSchema } from '@sinclair/typebox'
import type { Stage } from '../forms/engines'
import { JOB_RATIO, RATIOS } from '../forms/look'
import {
  acceptedModels,
  type Catalogue,
  chosenModel,
  LOCAL,
  needsReference,
  pictureFault,
  providerId,
  type Role,
  withDefaults,
} from '../providers/catalogue'
import type { JobChoices, StageChoice } from '../providers/messages'

/** What a request chose of who decides: found once at submission and kept with the record. */
export interface Resolved {
  /** The stages that are not left to rules. */
  choices: JobChoices
  /** What was asked for and has no effect, a sentence each. */
  ignored: string[]
  /** Figures to choose from; absent: one. */
  candidates?: number
}

/** A choice that nobody here can serve. */
export interface ChoiceFault {
  field: string
  sentence: string
}

export interface Request {
  /** The schema of the body: its fields say by `chooses` what they choose, e.g. `vlm.model`. */
  body: TSchema
  /** The checked body with its defaults. */
  input: Readonly<Record<string, unknown>>
  /** The fields that the client sent. */
  given: readonly string[]
  service: 'job' | 'task'
}

/** Resolves a request against what the operator configured; a list: why it cannot be served. */
export function resolve(catalogue: Catalogue, request: Request): Resolved | ChoiceFault[] {
  const wishes = wishesOf(request)
  const resolved: Resolved = { choices: {}, ignored: [] }
  const faults: ChoiceFault[] = []
  const choose = (role: Role): StageChoice | undefined => {
    if (!wishes.has(role)) return undefined
    const provider = providerOf(catalogue, role, wishes)
    const name = wishes.said(role, 'model')
    const model = chosenModel(catalogue, role, provider, name)
    const field = wishes.field(role, 'model')
    const byModel = catalogue.providers.has(provider)
    if (name !== null && !model && !byModel && role !== 'image')
      resolved.ignored.push(
        `${field} ${name} has no effect: the provider ${provider} uses no model`,
      )
    else if (name !== null && !model)
      faults.push({ field, sentence: noSuchModel(catalogue, role, provider) })
    return { role, provider, model: model?.name ?? null }
  }
  const decides = choose('main') ?? choose('vlm')
  const draws = drawer(catalogue, wishes, choose('svg'), decides)
  const paints = choose('image')
  const instructed = wishes.said('svg', 'instruction') !== null
  const follows = instructed ? follower(catalogue, faults, wishes) : undefined
  const choices: Partial<Record<Stage, StageChoice | undefined>> = {
    plan: decides,
    draw: draws && drawsItself(catalogue, draws) ? draws : undefined,
    look: follows ?? draws ?? decides,
    critic: draws ?? decides,
    redraw: draws && drawsItself(catalogue, draws, 'vision') ? draws : undefined,
    style: decides,
    chart: decides,
    segment: choose('segmentation'),
    paint: paints && choosePicture(catalogue, paints, { wishes, faults, ...request }),
  }
  for (const [stage, choice] of Object.entries(choices))
    if (choice && choice.provider !== LOCAL) resolved.choices[stage as Stage] = choice
  return faults.length > 0 ? faults : resolved
}

/** Who draws: the SVG's own provider; of a task the one that it names for its models, else the role's. */
function drawer(
  catalogue: Catalogue,
  { names, said }: Wishes,
  own: StageChoice | undefined,
  decides: StageChoice | undefined,
): StageChoice | undefined {
  if (own || names('svg', 'style').length === 0) return own
  if (said('vlm', 'provider') !== null || said('vlm', 'model') !== null) return decides
  return ofRole(catalogue)
}

/** The model of the role that draws. */
function ofRole(catalogue: Catalogue): StageChoice {
  const provider = providerId(catalogue, 'svg', null)
  return { role: 'svg', provider, model: chosenModel(catalogue, 'svg', provider)?.name ?? null }
}

/** Who follows an instruction: the model of the role. */
function follower(
  catalogue: Catalogue,
  faults: ChoiceFault[],
  wishes: Wishes,
): StageChoice | undefined {
  const choice = ofRole(catalogue)
  if (choice.provider !== LOCAL) return choice
  faults.push({
    field: wishes.field('svg', 'instruction'),
    sentence: 'needs a model of the role svg, and none is configured here; send operations instead',
  })
  return undefined
}

/** A model that plans well may draw badly: the provider file says so. An engine of the deployment's own draws where it says. */
function drawsItself(
  catalogue: Catalogue,
  { role, provider, model }: StageChoice,
  also: 'text' | 'vision' = 'text',
): boolean {
  if (!catalogue.providers.has(provider)) return true
  const found = chosenModel(catalogue, role, provider, model)
  return found?.draws === true && found.can.includes(also)
}

/** The provider of the request, else of the role. The SVG follows a main provider that the request names. */
function providerOf(catalogue: Catalogue, role: Role, { said }: Wishes): string {
  const own = said(role, 'provider')
  const main = role === 'svg' && own === null ? said('main', 'provider') : null
  return main === null ? providerId(catalogue, role, own) : providerId(catalogue, 'main', main)
}

function noSuchModel(catalogue: Catalogue, role: Role, provider: string): string {
  const { names } = acceptedModels(catalogue, role, provider)
  if (names.length > 0) return `must be one of ${names.join(', ')}`
  const kind = role === 'image' ? 'image ' : ''
  return `${kind}provider ${provider} has no ${kind}models; leave it out`
}

/** Ratio and resolution are checked together against the model, and kept as they will be asked for. */
function choosePicture(
  catalogue: Catalogue,
  choice: StageChoice,
  {
    wishes,
    faults,
    service,
  }: { wishes: Wishes; faults: ChoiceFault[]; service: Request['service'] },
): StageChoice {
  const model = chosenModel(catalogue, 'image', choice.provider, choice.model)
  if (!model) return choice
  const reference = wishes.said('image', 'reference') !== null
  const carriers = wishes.names('image', 'reference').join(' or ')
  if (needsReference(model) && !reference)
    faults.push({
      field: wishes.field('image', 'model'),
      sentence: carriers
        ? `the model ${model.name} needs ${carriers}`
        : `the model ${model.name} only changes a picture that it is given, and this request brings none; choose another`,
    })
  const [ratio, resolution] = [wishes.said('image', 'ratio'), wishes.said('image', 'resolution')]
  const ask = { ...(ratio && { ratio }), ...(resolution && { resolution }) }
  const open = service === 'job' ? JOB_RATIO : RATIOS[0]
  const fault = pictureFault(model.name, model, ask, open)
  if (fault) faults.push({ field: wishes.field('image', fault.field), sentence: fault.sentence })
  return { ...choice, picture: { ...withDefaults(model, ask, open), reference } }
}

type Aspect = 'provider' | 'model' | 'ratio' | 'resolution' | 'reference' | 'style' | 'instruction'

type Wishes = ReturnType<typeof wishesOf>

/** What the fields of a request choose. */
function wishesOf({ body, input, given }: Request) {
  const properties: Record<string, TSchema> = body.properties
  /** The fields that choose this. */
  const names = (role: Role, aspect: Aspect) =>
    Object.keys(properties).filter((name) => properties[name]?.chooses === `${role}.${aspect}`)
  return {
    names,
    /** Whether the body has a field by which the role's provider or model is chosen. */
    has: (role: Role) => names(role, 'provider').length + names(role, 'model').length > 0,
    /** The field that chooses this; its word where the body has none. */
    field: (role: Role, aspect: Aspect) => names(role, aspect)[0] ?? aspect,
    /** What the client sent for it; null: nothing. */
    said: (role: Role, aspect: Aspect): string | null => {
      const sent = names(role, aspect).flatMap((name) =>
        given.includes(name) ? [input[name]] : [],
      )
      return sent.find((value) => typeof value === 'string') ?? null
    },
  }
}
