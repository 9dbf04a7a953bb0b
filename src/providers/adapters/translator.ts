import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { Structured } from '../catalogue/provider-file'

/** A model of the AI SDK. It translates one request to a vendor's wire and back. */
export type LanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>
export type ImageModel = ReturnType<OpenAICompatibleProvider['imageModel']>

type CallOptions = Parameters<LanguageModel['doGenerate']>[0]

export interface TranslatorParts {
  baseUrl: string
  /** Empty where the operator named none; the door takes the empty credential away again. */
  key: string
  /** The model's name on the wire. */
  wireName: string
  structured: Structured
  /** The only way out. */
  send: typeof fetch
}

export interface Translator {
  model: Pick<LanguageModel, 'doGenerate' | 'doStream'>
  /** What this vendor alone must be told. */
  options?: CallOptions['providerOptions']
  /** Absent: it makes no pictures. */
  pictures?: Painter
}

/** What is asked of a picture, in the words of all wires. */
export interface PictureLook {
  ratio?: string
  resolution?: string
  /** `auto`, or pixels: `1536x864`. */
  size: string
}

interface Painter {
  model: Pick<ImageModel, 'doGenerate'>
  /** How this wire is told of ratio and resolution. */
  look: (look: PictureLook) => ImageLook
}

type ImageOptions = Parameters<ImageModel['doGenerate']>[0]

export type ImageLook = Partial<Pick<ImageOptions, 'size' | 'aspectRatio' | 'providerOptions'>>
