import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Adapter } from '../../src/providers/catalogue/provider-file'

/*
 * The part of each vendor's documented request that we use, closed: a member that is not here is one that nobody
 * checked against the documentation.
 */

const strict = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false })
const optional = Type.Optional
const only = Type.Literal
const anyOf = (...schemas: TSchema[]) => Type.Union(schemas)
const Text = Type.String()
const PngUrl = Type.String({ pattern: '^data:image/png;base64,[A-Za-z0-9+/]+=*$' })
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]+=*$' })
const JsonSchema = Type.Object({ type: only('object'), properties: Type.Object({}) })

/** https://platform.openai.com/docs/api-reference/chat/create */
const chatCompletion = strict({
  model: Text,
  max_tokens: optional(Type.Integer()),
  temperature: optional(Type.Number()),
  response_format: optional(
    anyOf(
      strict({ type: only('json_object') }),
      strict({
        type: only('json_schema'),
        json_schema: strict({ name: Text, strict: only(true), schema: JsonSchema }),
      }),
    ),
  ),
  messages: Type.Array(
    anyOf(
      strict({
        role: only('system'),
        content: anyOf(Text, Type.Array(strict({ type: only('text'), text: Text }))),
      }),
      strict({
        role: only('user'),
        content: anyOf(
          Text,
          Type.Array(
            anyOf(
              strict({ type: only('text'), text: Text }),
              strict({ type: only('image_url'), image_url: strict({ url: PngUrl }) }),
            ),
          ),
        ),
      }),
      strict({ role: only('assistant'), content: Text }),
    ),
  ),
})

/** https://platform.openai.com/docs/api-reference/responses/create */
const response = strict({
  model: Text,
  max_output_tokens: optional(Type.Integer()),
  temperature: optional(Type.Number()),
  store: only(false),
  text: optional(
    strict({
      format: anyOf(
        strict({ type: only('json_object') }),
        strict({ type: only('json_schema'), name: Text, strict: only(true), schema: JsonSchema }),
      ),
    }),
  ),
  input: Type.Array(
    anyOf(
      strict({ role: anyOf(only('system'), only('developer')), content: Text }),
      strict({
        role: only('user'),
        content: Type.Array(
          anyOf(
            strict({ type: only('input_text'), text: Text }),
            strict({ type: only('input_image'), image_url: PngUrl }),
          ),
        ),
      }),
      strict({ role: only('assistant'), content: Text }),
    ),
  ),
})

/** https://ai.google.dev/api/generate-content */
const generateContent = strict({
  systemInstruction: strict({ parts: Type.Array(strict({ text: Text })) }),
  generationConfig: strict({
    maxOutputTokens: optional(Type.Integer()),
    temperature: optional(Type.Number()),
    responseMimeType: optional(only('application/json')),
    responseJsonSchema: optional(JsonSchema),
  }),
  contents: Type.Array(
    strict({
      role: anyOf(only('user'), only('model')),
      parts: Type.Array(
        anyOf(
          strict({ text: Text }),
          strict({ inlineData: strict({ mimeType: only('image/png'), data: Base64 }) }),
        ),
      ),
    }),
  ),
})

/** https://docs.anthropic.com/en/api/messages */
const message = strict({
  model: Text,
  max_tokens: Type.Integer(),
  temperature: optional(Type.Number()),
  system: Type.Array(strict({ type: only('text'), text: Text })),
  output_config: optional(
    strict({ format: strict({ type: only('json_schema'), schema: JsonSchema }) }),
  ),
  tools: optional(
    Type.Array(strict({ name: only('json'), description: Text, input_schema: JsonSchema })),
  ),
  tool_choice: optional(
    strict({
      type: anyOf(only('any'), only('tool')),
      name: optional(Text),
      disable_parallel_tool_use: optional(only(true)),
    }),
  ),
  messages: Type.Array(
    strict({
      role: anyOf(only('user'), only('assistant')),
      content: Type.Array(
        anyOf(
          strict({ type: only('text'), text: Text }),
          strict({
            type: only('image'),
            source: strict({
              type: only('base64'),
              media_type: only('image/png'),
              data: Base64,
            }),
          }),
        ),
      ),
    }),
  ),
})

const SHAPES: Partial<Record<Adapter, TSchema>> = {
  openai: response,
  'openai-compatible': chatCompletion,
  google: generateContent,
  anthropic: message,
  // https://openrouter.ai/docs/api-reference/chat-completion: OpenAI's form.
  openrouter: chatCompletion,
}

/** Where a body departs from what its vendor documents; empty: nowhere. */
export function shapeFaults(adapter: Adapter, body: unknown): string[] {
  const shape = SHAPES[adapter]
  if (!shape) throw new Error(`no shape of ${adapter}`)
  return [...Value.Errors(shape, body)].map(({ path, message }) => `${path}: ${message}`)
}
