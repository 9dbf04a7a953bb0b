import { describe, expect, test } from 'bun:test'
import {
  acceptedModels,
  acceptedProviders,
  type Catalogue,
  chosenModel,
  localCatalogue,
  needsReference,
  pictureFault,
  providerId,
  providerView,
  type Role,
  wireSize,
  withDefaults,
} from '../../src/providers/catalogue'
import { buildCatalogue, buildModel } from '../../src/providers/catalogue/build'
import type { FileFrame, ProviderFile } from '../../src/providers/catalogue/provider-file'
import { chainOf, jobProviders } from '../../src/providers/chain'

const url = 'https://models.internal.example/v1'
const PROVIDERS: Record<string, ProviderFile> = {
  house: {
    adapter: 'openai-compatible',
    baseUrl: url,
    apiKeyEnv: 'HOUSE_KEY',
    fallback: ['painter', 'spare', 'local'],
    models: {
      eye: { can: ['vision'] },
      qwen: { can: ['text', 'vision'], structured: 'json' },
      llama: { price: { inputPerMillion: 3 } },
    },
  },
  spare: {
    adapter: 'google',
    anyModel: true,
    fallback: ['house'],
    models: { flash: { maxOutputTokens: 900 }, brush: { can: ['image'], ratios: ['1:1'] } },
  },
  painter: {
    adapter: 'openrouter',
    fallback: ['spare', 'mender'],
    models: {
      'model-1': { can: ['image'], resolutions: null, defaultRatio: '16:9' },
      'model-2': {
        can: ['image', 'edit'],
        defaultRatio: 'auto',
        deny: [
          {
            ratio: ['auto'],
            resolution: ['2K', '4K'],
            say: 'aspect ratio auto supports only 1K',
          },
          { ratio: ['1:1'], resolution: ['4K'], say: 'aspect ratio 1:1 does not support 4K' },
        ],
      },
    },
  },
  mender: { adapter: 'openrouter', models: { mend: { can: ['edit'] } } },
}

function catalogueWith(frame: FileFrame = {}): Catalogue {
  const providers = new Map(Object.entries(PROVIDERS))
  return buildCatalogue({ frame, providers, env: { HOUSE_KEY: 'sk-canary-1' } })
}

const catalogue = catalogueWith({
  roles: {
    main: { provider: 'house', model: 'llama' },
    vlm: { provider: 'spare' },
    image: { provider: 'painter', model: 'model-2' },
  },
  aliases: { ollama: 'house', none: 'local', brushes: 'painter' },
})

describe('the identifiers that a request may name', () => {
  test.each<[Role, string[]]>([
    ['main', ['house', 'spare', 'local', 'ollama', 'none']],
    ['svg', ['house', 'spare', 'local', 'ollama', 'none']],
    ['vlm', ['spare', 'house', 'local', 'ollama', 'none']],
    ['image', ['painter', 'spare', 'mender', 'local', 'none', 'brushes']],
    ['segmentation', ['local', 'house', 'ollama', 'none']],
  ])('for %s: the default first', (role, names) => {
    expect(acceptedProviders(catalogue, role)).toEqual(names)
  })

  test('stand for one provider, whatever their name', () => {
    expect(providerId(catalogue, 'main')).toBe('house')
    expect(providerId(catalogue, 'main', null)).toBe('house')
    expect(providerId(catalogue, 'main', 'ollama')).toBe('house')
    expect(providerId(catalogue, 'image', 'none')).toBe('local')
    expect(providerId(catalogue, 'image', 'spare')).toBe('spare')
  })

  test('are local alone where nobody configured anything', () => {
    const none = localCatalogue()
    expect(providerView(none)).toEqual({
      main: ['local'],
      image: ['local'],
      svg: ['local'],
      vlm: ['local'],
      segmentation: ['local'],
      image_models: [],
    })
    expect(chosenModel(none, 'main', 'local')).toBeUndefined()
    expect(acceptedModels(none, 'main', 'local')).toEqual({ names: [], any: false })
  })
})

describe('the model of a request', () => {
  test.each<[Role, string, string | null, string | undefined]>([
    ['main', 'house', null, 'llama'],
    ['main', 'house', 'qwen', 'qwen'],
    ['main', 'house', 'eye', undefined],
    ['main', 'house', 'gpt', undefined],
    ['vlm', 'house', null, 'qwen'],
    ['svg', 'house', null, 'llama'],
    ['vlm', 'spare', null, 'flash'],
    ['vlm', 'spare', 'Any/Thing', 'Any/Thing'],
    ['vlm', 'spare', 'brush', undefined],
    ['image', 'spare', 'Any/Thing', undefined],
    ['image', 'painter', null, 'model-2'],
    ['image', 'mender', null, 'mend'],
    ['segmentation', 'house', null, 'eye'],
    ['main', 'local', null, undefined],
    ['main', 'nobody', null, undefined],
  ])('%s of %s, said %p: %p', (role, id, said, name) => {
    expect(chosenModel(catalogue, role, id, said)?.name).toBe(name as string)
  })

  test('that is not listed is called as the first is, and has no price', () => {
    expect(chosenModel(catalogue, 'vlm', 'spare', 'Any/Thing')).toMatchObject({
      wireName: 'Any/Thing',
      maxOutputTokens: 900,
      price: null,
    })
  })

  test('is one of those that a refusal lists', () => {
    expect(acceptedModels(catalogue, 'main', 'house')).toEqual({
      names: ['qwen', 'llama'],
      any: false,
    })
    expect(acceptedModels(catalogue, 'vlm', 'spare')).toEqual({ names: ['flash'], any: true })
    expect(acceptedModels(catalogue, 'image', 'spare')).toEqual({ names: ['brush'], any: false })
  })

  test('may need a picture to start from', () => {
    expect(needsReference({ can: ['edit'] })).toBe(true)
    expect(needsReference({ can: ['image', 'edit'] })).toBe(false)
    expect(needsReference({ can: ['text'] })).toBe(false)
  })
})

describe('ratio and resolution', () => {
  const deny = PROVIDERS.painter?.models['model-2']?.deny
  const free = buildModel('free', { can: ['image'] })
  const strict = buildModel('strict', { can: ['image'], defaultRatio: 'auto', deny })
  const square = buildModel('square', {
    can: ['image'],
    ratios: ['1:1', '4:3'],
    resolutions: ['2K'],
  })
  const bare = buildModel('bare', { can: ['image'], ratios: null, resolutions: null })
  const noAuto = buildModel('no-auto', { deny: [{ ratio: ['auto'], say: 'never auto' }] })

  test.each([
    ['free in run', free, {}, '16:9' as const, { ratio: '16:9', resolution: '1K' }],
    ['free in tasks', free, {}, 'auto' as const, { ratio: 'auto', resolution: '1K' }],
    ['with a default', strict, {}, '16:9' as const, { ratio: 'auto', resolution: '1K' }],
    ['without 16:9', square, {}, '16:9' as const, { ratio: '1:1', resolution: '2K' }],
    [
      'without auto',
      square,
      { resolution: '2K' },
      'auto' as const,
      { ratio: '1:1', resolution: '2K' },
    ],
    ['that a rule takes away', noAuto, {}, 'auto' as const, { ratio: '16:9', resolution: '1K' }],
    ['of a model that takes none', bare, {}, 'auto' as const, {}],
    [
      'said',
      free,
      { ratio: '9:16', resolution: '4K' },
      'auto' as const,
      { ratio: '9:16', resolution: '4K' },
    ],
  ])('left open: %s', (_, model, ask, open, full) => {
    expect(withDefaults(model, ask, open)).toEqual(full as ReturnType<typeof withDefaults>)
  })

  test.each([
    ['nothing at all', strict, {}, undefined],
    ['what is listed', square, { ratio: '4:3', resolution: '2K' }, undefined],
    [
      'a ratio that is not',
      square,
      { ratio: '16:9' },
      { field: 'ratio', sentence: 'must be one of 1:1, 4:3 for the model square' },
    ],
    [
      'a resolution that is not',
      square,
      { resolution: '1K' },
      { field: 'resolution', sentence: 'must be one of 2K for the model square' },
    ],
    [
      'a ratio where none is taken',
      bare,
      { ratio: '1:1' },
      { field: 'ratio', sentence: 'the model bare takes no aspect ratio; leave it out' },
    ],
    [
      'a resolution where none is taken',
      bare,
      { resolution: '1K' },
      { field: 'resolution', sentence: 'the model bare takes no resolution; leave it out' },
    ],
    [
      'a pair that a rule denies',
      strict,
      { ratio: '1:1', resolution: '4K' },
      { field: 'resolution', sentence: 'aspect ratio 1:1 does not support 4K' },
    ],
    [
      'a resolution that the default ratio denies',
      strict,
      { resolution: '2K' },
      { field: 'resolution', sentence: 'aspect ratio auto supports only 1K' },
    ],
    [
      'a ratio that a rule denies',
      noAuto,
      { ratio: 'auto' },
      { field: 'ratio', sentence: 'never auto' },
    ],
    ['a pair beside the rules', strict, { ratio: '1:1', resolution: '2K' }, undefined],
  ])('asked: %s', (_, model, ask, fault) => {
    expect(pictureFault(model.name, model, ask, 'auto')).toEqual(
      fault as ReturnType<typeof pictureFault>,
    )
  })

  test.each([
    [{}, 'auto'],
    [{ ratio: 'auto' as const, resolution: '4K' as const }, 'auto'],
    [{ ratio: '1:1' as const }, '1024x1024'],
    [{ ratio: '16:9' as const, resolution: '1K' as const }, '1360x768'],
    [{ ratio: '9:16' as const, resolution: '2K' as const }, '1536x2736'],
    [{ ratio: '21:9' as const, resolution: '4K' as const }, '6256x2688'],
    [{ ratio: '3:2' as const, resolution: '1K' as const }, '1536x1024'],
  ])('in pixels: %j', (picture, size) => {
    const sizes = { '1K 3:2': '1536x1024' }
    expect(wireSize({ sizes }, picture)).toBe(size)
  })
})

describe('the chain of a stage', () => {
  const choice = (id: string, model: string | null = null) => ({
    role: 'main' as const,
    provider: id,
    model,
  })

  test('follows the fallbacks of the chosen provider, not theirs, and names who cannot', () => {
    const links = chainOf(catalogue, 'plan', choice('house', 'qwen'))
    expect(links).toMatchObject([
      { provider: 'house', model: { name: 'qwen', structured: 'json' } },
      { provider: 'painter', passedOver: 'it has no model for the role main' },
      { provider: 'spare', model: { name: 'flash' } },
      { provider: 'local' },
    ])
    expect(links).toHaveLength(4)
  })

  test('passes over who forbids the accepted ratio, or needs a picture', () => {
    const picture = { ratio: '16:9', resolution: '2K' }
    const painted = { role: 'image' as const, provider: 'painter', model: 'model-1', picture }
    const links = chainOf(catalogue, 'paint', { ...painted, picture: { ratio: '16:9' } })
    expect(links).toMatchObject([
      { provider: 'painter', model: { name: 'model-1', picture: { ratio: '16:9' } } },
      { provider: 'spare', passedOver: 'the model brush does not take 16:9' },
      { provider: 'mender', passedOver: 'the model mend needs a reference picture' },
    ])
    expect(
      chainOf(catalogue, 'paint', { ...painted, picture: { ...picture, reference: true } }).at(-1),
    ).toMatchObject({ provider: 'mender', model: { name: 'mend', picture } })
  })

  test('of rules is rules', () => {
    expect(chainOf(catalogue, 'plan', choice('local'))).toEqual([{ provider: 'local' }])
  })

  test('names a provider or a model that is gone since the choice was stored', () => {
    expect(chainOf(catalogue, 'plan', choice('gone', 'x'))).toEqual([
      { provider: 'gone', passedOver: 'it is not configured any more' },
    ])
    expect(chainOf(catalogue, 'plan', choice('house', 'old'))[0]).toEqual({
      provider: 'house',
      passedOver: 'it has no model old any more',
    })
  })

  test('hands a job the keys of its own providers alone', () => {
    const { connections, chains } = jobProviders(catalogue, { plan: choice('house') })
    expect(connections.map(({ id, key }) => [id, key])).toEqual([
      ['house', 'sk-canary-1'],
      ['spare', null],
    ])
    expect(structuredClone({ connections, chains })).toEqual({ connections, chains })
    expect(JSON.parse(JSON.stringify({ connections, chains }))).toEqual({ connections, chains })
    expect(jobProviders(catalogue, { plan: choice('local') }).connections).toEqual([])
  })
})

test('what is shown holds no address, no variable, no key and no price', () => {
  const view = providerView(catalogue)
  expect(view.image_models).toEqual(['model-1', 'model-2'])
  expect(Object.keys(view.models ?? {})).toEqual(['house', 'spare', 'painter', 'mender'])
  expect(view.models?.painter).toEqual({
    'model-1': {
      can: ['image'],
      ratios: ['auto', '1:1', '5:4', '2:3', '3:2', '3:4', '4:5', '4:3', '9:16', '16:9', '21:9'],
      resolutions: [],
      deny: [],
    },
    'model-2': {
      can: ['image', 'edit'],
      ratios: ['auto', '1:1', '5:4', '2:3', '3:2', '3:4', '4:5', '4:3', '9:16', '16:9', '21:9'],
      resolutions: ['1K', '2K', '4K'],
      deny: ['aspect ratio auto supports only 1K', 'aspect ratio 1:1 does not support 4K'],
    },
  })
  expect(JSON.stringify(view)).not.toMatch(/example|HOUSE_KEY|canary|price|Million/)
})
