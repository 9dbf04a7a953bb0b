import type {
  OpenAICompatibleProvider,
  OpenAICompatibleProviderSettings,
} from '@ai-sdk/openai-compatible'
import type { Adapter, Structured } from '../catalogue/provider-file'

/** A model of the AI SDK. It translates one request to a vendor's wire and back. */
export type LanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>
export type ImageModel = ReturnType<OpenAICompatibleProvider['imageModel']>

type CallOptions = Parameters<LanguageModel['doGenerate']>[0]

/** How the SDK reaches a vendor: `fetch` in its form. */
export type Send = NonNullable<OpenAICompatibleProviderSettings['fetch']>

export interface TranslatorParts {
  baseUrl: string
  /** Empty where the operator named none; the door takes the empty credential away again. */
  key: string
  /** The model's name on the wire. */
  wireName: string
  structured: Structured
  /** The only way out. */
  send: Send
}

export interface Translator {
  model: Pick<LanguageModel, 'doGenerate' | 'doStream'>
  /** What this vendor alone must be told. */
  options?: CallOptions['providerOptions']
  /** Absent: it makes no pictures. */
  pictures?: {
    model: Pick<ImageModel, 'doGenerate'>
    /** How this wire is told of ratio and resolution. */
    look: (look: PictureLook) => ImageLook
  }
}

/** What is asked of a picture, in the words of all wires. */
interface PictureLook {
  ratio?: string
  resolution?: string
  /** `auto`, or pixels: `1536x864`. */
  size: string
}

type ImageOptions = Parameters<ImageModel['doGenerate']>[0]

export type ImageLook = Partial<Pick<ImageOptions, 'size' | 'aspectRatio' | 'providerOptions'>>

/** The wires of the SDK; each package is loaded when its adapter is first called, and never before. */
const TRANSLATORS: Partial<Record<Adapter, (parts: TranslatorParts) => Promise<Translator>>> = {
  /** `POST /messages`. */
  anthropic: async (parts) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return { model: createAnthropic(settingsOf(parts)).messages(parts.wireName) }
  },
  /** `POST /models/{name}:generateContent` of the Gemini API. */
  google: async (parts) => {
    const provider = (await import('@ai-sdk/google')).createGoogle(settingsOf(parts))
    const look = inRatio((imageSize) => ({ google: { imageConfig: { imageSize } } }))
    return {
      model: provider.languageModel(parts.wireName),
      pictures: { model: provider.image(parts.wireName), look },
    }
  },
  /** `POST /responses`, the API that OpenAI's newer models need; `/images/generations` and `/images/edits`. */
  openai: async (parts) => {
    const provider = (await import('@ai-sdk/openai')).createOpenAI(settingsOf(parts))
    return {
      model: provider.responses(parts.wireName),
      // The vendor keeps requests for 30 days where it is not told otherwise.
      options: { openai: { store: false } },
      pictures: { model: provider.imageModel(parts.wireName), look: inPixels },
    }
  },
  /** `POST /chat/completions` and `/images/...` as Ollama, LM Studio, vLLM, llama.cpp, LiteLLM and others speak it. */
  'openai-compatible': async (parts) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const provider = createOpenAICompatible({
      ...settingsOf(parts),
      name: 'compatible',
      includeUsage: true,
      supportsStructuredOutputs: parts.structured === 'schema',
    })
    return {
      model: provider.chatModel(parts.wireName),
      pictures: { model: provider.imageModel(parts.wireName), look: inPixels },
    }
  },
  /** `POST /chat/completions` and `/images` of OpenRouter. */
  openrouter: async (parts) => {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
    const provider = createOpenRouter({ ...settingsOf(parts), compatibility: 'strict' })
    const look = inRatio((resolution) => ({ openrouter: { resolution } }))
    return {
      model: provider.chat(parts.wireName),
      pictures: { model: provider.imageModel(parts.wireName), look },
    }
  },
}

/** The wire of an adapter, as the SDK speaks it. */
export async function translatorFor(adapter: Adapter, parts: TranslatorParts): Promise<Translator> {
  const made = await TRANSLATORS[adapter]?.(parts)
  if (!made) throw new TypeError(`The adapter ${adapter} is not one of the SDK.`)
  return made
}

/** What every package is told. */
const settingsOf = ({ baseUrl, key, send }: TranslatorParts) => ({
  baseURL: baseUrl,
  apiKey: key,
  fetch: send,
})

/** For wires that take pixels. The word `auto` travels too, which the SDK's type does not know. */
const inPixels = ({ size }: PictureLook): ImageLook => ({ size: size as ImageLook['size'] })

/** For wires that take a ratio; left out, the model chooses it. `named`: how this one is told of the resolution. */
const inRatio =
  (named: (resolution: string) => ImageLook['providerOptions']) =>
  ({ ratio = 'auto', resolution }: PictureLook): ImageLook => {
    const [width, height] = ratio.split(':').map(Number)
    return {
      ...(width && height && { aspectRatio: `${width}:${height}` as const }),
      ...(resolution && { providerOptions: named(resolution) }),
    }
  }
