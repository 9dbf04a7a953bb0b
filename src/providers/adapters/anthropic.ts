import { createAnthropic } from '@ai-sdk/anthropic'
import type { Translator, TranslatorParts } from './translator'

/** `POST /messages`. */
export function translator({ baseUrl, key, wireName, send }: TranslatorParts): Translator {
  const provider = createAnthropic({ baseURL: baseUrl, apiKey: key, fetch: send })
  return { model: provider.messages(wireName) }
}
