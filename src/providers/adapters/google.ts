import { createGoogle } from '@ai-sdk/google'
import { inRatio } from './looks'
import type { Translator, TranslatorParts } from './translator'

/** `POST /models/{name}:generateContent` of the Gemini API. */
export function translator({ baseUrl, key, wireName, send }: TranslatorParts): Translator {
  const provider = createGoogle({ baseURL: baseUrl, apiKey: key, fetch: send })
  return {
    model: provider.languageModel(wireName),
    pictures: {
      model: provider.image(wireName),
      look: ({ resolution, ...look }) => ({
        ...inRatio(look),
        ...(resolution && {
          providerOptions: { google: { imageConfig: { imageSize: resolution } } },
        }),
      }),
    },
  }
}
