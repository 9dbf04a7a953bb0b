import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { inRatio } from './looks'
import type { Translator, TranslatorParts } from './translator'

/** `POST /chat/completions` and `/images` of OpenRouter. */
export function translator({ baseUrl, key, wireName, send }: TranslatorParts): Translator {
  const provider = createOpenRouter({
    baseURL: baseUrl,
    apiKey: key,
    fetch: send,
    compatibility: 'strict',
  })
  return {
    model: provider.chat(wireName),
    pictures: {
      model: provider.imageModel(wireName),
      look: ({ resolution, ...look }) => ({
        ...inRatio(look),
        ...(resolution && { providerOptions: { openrouter: { resolution } } }),
      }),
    },
  }
}
