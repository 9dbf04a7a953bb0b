import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import type { Translator, TranslatorParts } from './translator'

/** `POST /chat/completions` of OpenRouter. */
export function translator({ baseUrl, key, wireName, send }: TranslatorParts): Translator {
  const provider = createOpenRouter({
    baseURL: baseUrl,
    apiKey: key,
    fetch: send,
    compatibility: 'strict',
  })
  return { model: provider.chat(wireName) }
}
