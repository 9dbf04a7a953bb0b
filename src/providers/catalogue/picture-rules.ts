import {
  JOB_RATIO,
  RATIOS,
  type Ratio,
  SIZE_SIDES,
  SIZES,
  type Size,
  STANDARD_SIZE,
} from '../../forms/look'
import type { DenyRule } from './provider-file'

/** What a model takes of ratios and resolutions. Empty lists: it takes none. */
export interface PictureRules {
  readonly ratios: readonly Ratio[]
  readonly resolutions: readonly Size[]
  readonly defaultRatio: Ratio | null
  readonly defaultResolution: Size | null
  readonly deny: readonly DenyRule[]
  /** From `1K 16:9` to `1536x864`. */
  readonly sizes: Readonly<Record<string, string>>
}

/** What a request says; absent: nothing. */
export interface PictureAsk {
  ratio?: string
  resolution?: string
}

/** Undefined: the model takes none, nothing is sent. */
export interface PictureWithDefaults {
  ratio?: Ratio
  resolution?: Size
}

/** Which of the two fields is at fault, and why, in words that follow the field's name. */
export interface PictureFault {
  field: 'ratio' | 'resolution'
  sentence: string
}

/**
 * What holds where a request leaves ratio or resolution open. `openRatio` is what the service means by no ratio: 16:9
 * in run, `auto` in tasks; where the model does not take that, 16:9, else the first it takes.
 */
export function withDefaults(
  rules: PictureRules,
  ask: PictureAsk,
  openRatio: Ratio,
): PictureWithDefaults {
  const resolution = SIZES.find((size) => size === ask.resolution) ?? defaultResolution(rules)
  const ratio = RATIOS.find((one) => one === ask.ratio) ?? defaultRatio(rules, openRatio)
  return { ...(ratio && { ratio }), ...(resolution && { resolution }) }
}

/**
 * Judges ratio and resolution together. A value that is not listed is the fault of its own field; a rule that denies
 * both speaks in its own words, at the resolution where one was sent, else at the ratio.
 */
export function pictureFault(
  name: string,
  rules: PictureRules,
  ask: PictureAsk,
  openRatio: Ratio,
): PictureFault | undefined {
  const { ratio, resolution } = ask
  const taken = (what: string, values: readonly string[]) =>
    values.length > 0
      ? `must be one of ${values.join(', ')} for the model ${name}`
      : `the model ${name} takes no ${what}; leave it out`
  if (ratio !== undefined && !rules.ratios.some((one) => one === ratio))
    return { field: 'ratio', sentence: taken('aspect ratio', rules.ratios) }
  if (resolution !== undefined && !rules.resolutions.some((one) => one === resolution))
    return { field: 'resolution', sentence: taken('resolution', rules.resolutions) }
  const rule = denied(rules, withDefaults(rules, ask, openRatio))
  return rule && { field: resolution === undefined ? 'ratio' : 'resolution', sentence: rule.say }
}

/** The rule that denies a pair, if one does. */
export function denied(
  rules: Pick<PictureRules, 'deny'>,
  { ratio, resolution }: PictureWithDefaults,
): DenyRule | undefined {
  const hits = <T>(listed: readonly T[] | undefined, value: T | undefined) =>
    listed === undefined || (value !== undefined && listed.includes(value))
  return rules.deny.find((rule) => hits(rule.ratio, ratio) && hits(rule.resolution, resolution))
}

/** Image models of this kind take sides in whole blocks of pixels. */
const BLOCK = 16

/** The word for a size on wires that take pixels: the model's own entry, `auto`, or pixels in multiples of 16. */
export function wireSize(
  rules: Pick<PictureRules, 'sizes'>,
  { ratio = 'auto', resolution = STANDARD_SIZE }: PictureWithDefaults,
): string {
  const own = rules.sizes[`${resolution} ${ratio}`]
  if (own !== undefined) return own
  const [width, height] = ratio.split(':').map(Number)
  if (width === undefined || height === undefined) return 'auto'
  const side = SIZE_SIDES[resolution]
  const blocks = (share: number) => Math.round((side * Math.sqrt(share)) / BLOCK) * BLOCK
  return `${blocks(width / height)}x${blocks(height / width)}`
}

function defaultResolution(rules: PictureRules): Size | undefined {
  if (rules.defaultResolution) return rules.defaultResolution
  return rules.resolutions.includes(STANDARD_SIZE) ? STANDARD_SIZE : rules.resolutions[0]
}

function defaultRatio(rules: PictureRules, open: Ratio): Ratio | undefined {
  if (rules.defaultRatio) return rules.defaultRatio
  const wanted: readonly Ratio[] = [open, JOB_RATIO, ...rules.ratios]
  return wanted.find((ratio) => takes(rules, ratio)) ?? rules.ratios[0]
}

/** Whether a ratio is listed and there is a resolution with which no rule denies it. */
function takes(rules: PictureRules, ratio: Ratio): boolean {
  if (!rules.ratios.includes(ratio)) return false
  if (rules.resolutions.length === 0) return denied(rules, { ratio }) === undefined
  return rules.resolutions.some((resolution) => denied(rules, { ratio, resolution }) === undefined)
}
