import { createGoogle } from '@ai-sdk/google'
import type { Translator, TranslatorParts } from './translator'

/** `POST /models/{name}:generateContent` of the Gemini API. */
export function translator({ baseUrl, key, wireName, send }: TranslatorParts): Translator {
  const provider = createGoogle({ baseURL: baseUrl, apiKey: key, fetch: send })
  return { model: provider.languageModel(wireName) }
}
