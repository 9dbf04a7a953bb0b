/** What a plugin is lent while it declares itself. */
import type { JavaScriptTypeBuilder, TSchema } from '@sinclair/typebox'
import type { Edit, EditedFigure } from './edit'
import type { readVegaLite } from './vega-lite'

/** What an address in a body is for: any public image, one from the allowed hosts, a receiver of webhooks. */
export type AddressRule = 'image' | 'reference' | 'webhook'

/** Values lent to a plugin, frozen. A drop-in imports types only: a value import would load a second copy of a package. */
export interface Kit {
  /**
   * TypeBox's builder. Besides the JSON Schema keywords the host checks, on strings: `enum` (a refusal lists what is
   * accepted), `notBlank: true` (white space alone is refused), `maxWords` (of a comma list), `address` (`image`, `reference` or `webhook`: a URL that the rules of
   * outgoing addresses let pass) and `upload: true` (a path that `/api/upload` returned to the same caller; the job
   * reads it by `ctx.read`), `file: 'pdf'` (base64 or a data URL: the host decodes it in a process of its own and
   * keeps it with the record, so that the input holds an `InputFile` in its place). `default` stands in for an absent
   * or null value, `chooses` says whom the field chooses (`vlm.provider`, `svg.model`...), which the host resolves.
   * These act on the body's own properties, the others inside lists and objects too.
   */
  t: JavaScriptTypeBuilder
  /** The deployment's limits that a body schema states. */
  limits: {
    textCharacters: number
    /** Of a request that carries a PDF. */
    pdfBytes: number
    /** That one request may choose. */
    pdfPages: number
  }
  /** Schemas that several routes share. */
  fields: Fields
  /** The value sets that both services share. */
  sets: {
    ratios: readonly string[]
    sizes: readonly string[]
    styles: readonly string[]
    providers: ProviderSets
  }
  /**
   * An intent in Vega-Lite's notation: the specification, or a sentence about what of it is not drawn. Undefined for
   * words.
   */
  readVegaLite: typeof readVegaLite
  /** What a request may bring as a drawing of its own. */
  drawings: {
    /** Why an SVG is none; undefined: it is one. */
    fault(svg: string): Promise<string | undefined>
  }
  /** What a request may ask of a drawn figure. */
  editing: {
    /** Schemas of body fields: the closed set of operations, a whole diagram, a whole scene, an SVG, words. */
    fields: Readonly<Record<'operations' | 'diagram' | 'scene' | 'svg' | 'instruction', TSchema>>
    /** What of an edit cannot be done with a figure, by its field; a figure of no diagram has only its scene edited. */
    fault(
      edit: Edit,
      figure: EditedFigure | undefined,
    ): Promise<{ field: string; sentence: string } | undefined>
    /**
     * What the files of a finished record say, by their paths; undefined: it has neither scene.json nor an SVG that is a
     * drawing. Whoever asks has looked at the record.
     */
    figure(
      id: string,
      read: (path: string) => Promise<Uint8Array | undefined>,
    ): Promise<EditedFigure | undefined>
  }
}

/** The identifiers that a deployment accepts; the first of each list is the default. */
export interface ProviderSets {
  main: readonly string[]
  image: readonly string[]
  svg: readonly string[]
  vlm: readonly string[]
  segmentation: readonly string[]
  /** Models of the default image provider. */
  image_models: readonly string[]
}

/** Ready-made schemas of body fields. */
export interface Fields {
  /** One of `values`; the first is the default unless another is named. */
  oneOf(values: readonly string[], standard?: string): TSchema
  /** Optional, and null means the default. */
  nullable(schema: TSchema): TSchema
  /** The fields of a picture job's look, by name. */
  image: Readonly<
    Record<
      | 'image_provider'
      | 'image_model'
      | 'image_size'
      | 'image_aspect_ratio'
      | 'reference_image_url'
      | 'reference_image_path',
      TSchema
    >
  >
  /** The fields that every SVG job takes, by name: a plugin spreads them. */
  svg: Readonly<
    Record<
      | 'provider'
      | 'svg_provider'
      | 'svg_model'
      | 'sam_prompt'
      | 'sam_backend'
      | 'sam_max_masks'
      | 'placeholder_mode'
      | 'merge_threshold'
      | 'optimize_iterations',
      TSchema
    >
  >
  /** The optional fields of the task service, by name: a plugin spreads those it takes. */
  task: Readonly<
    Record<
      | 'iterations'
      | 'style_preset'
      | 'ground'
      | 'aspect_ratio'
      | 'output_formats'
      | 'vlm_provider'
      | 'vlm_model'
      | 'image_model'
      | 'image_resolution'
      | 'webhook_url'
      | 'webhook_include_image',
      TSchema
    >
  >
}
