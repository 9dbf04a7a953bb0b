import { createOpenAI } from '@ai-sdk/openai'
import { inPixels } from './looks'
import type { Translator, TranslatorParts } from './translator'

/** `POST /responses`, the API that OpenAI's newer models need; `/images/generations` and `/images/edits`. */
export function translator({ baseUrl, key, wireName, send }: TranslatorParts): Translator {
  const provider = createOpenAI({ baseURL: baseUrl, apiKey: key, fetch: send })
  return {
    model: provider.responses(wireName),
    // The vendor keeps requests for 30 days where it is not told otherwise.
    options: { openai: { store: false } },
    pictures: { model: provider.imageModel(wireName), look: inPixels },
  }
}
