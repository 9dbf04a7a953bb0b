import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { inPixels } from './looks'
import type { Translator, TranslatorParts } from './translator'

/** `POST /chat/completions` and `/images/...` as Ollama, LM Studio, vLLM, llama.cpp, LiteLLM and others speak it. */
export function translator({
  baseUrl,
  key,
  wireName,
  send,
  structured,
}: TranslatorParts): Translator {
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: baseUrl,
    apiKey: key,
    fetch: send,
    includeUsage: true,
    supportsStructuredOutputs: structured === 'schema',
  })
  return {
    model: provider.chatModel(wireName),
    pictures: { model: provider.imageModel(wireName), look: inPixels },
  }
}
