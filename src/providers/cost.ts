import { SIZES } from '../forms/look'
import { estimatedTokens } from './call'
import type { PermitRequest, Price, Usage } from './messages'
import type { Traffic } from './wire/door'

const MILLION = 1_000_000

/** US dollars of what was used; undefined: nothing of it has a price. */
export function costOf(price: Price | null, usage: Usage): number | undefined {
  const { inputPerMillion, outputPerMillion } = price ?? {}
  return sum([
    usage.inputTokens > 0 ? times(inputPerMillion, usage.inputTokens / MILLION) : undefined,
    usage.outputTokens > 0 ? times(outputPerMillion, usage.outputTokens / MILLION) : undefined,
    ...Object.entries(usage.pictures).map(([size, count]) => times(pictureUsd(price, size), count)),
  ])
}

/** Tokens that stand in no byte: templates of the server's own, and thoughts of which nothing is told. */
const UNSEEN = { input: 20_000, output: 200_000 }

/**
 * What a provider says that it used, held to what can be: a token is a byte at least. `asked`: the most tokens of the
 * answer that were asked for; null: no limit.
 */
export function believed(
  said: Pick<Usage, 'inputTokens' | 'outputTokens'>,
  { sent, received }: Traffic,
  asked: number | null,
): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  const within = (tokens: number, most: number) => Math.min(Math.max(tokens, 0), most)
  return {
    inputTokens: within(said.inputTokens, sent + UNSEEN.input),
    outputTokens: within(said.outputTokens, received + (asked ?? UNSEEN.output)),
  }
}

/** US dollars that a request costs at most, as far as prices and a limit of tokens tell. */
export function predictedCost(price: Price | null, request: PermitRequest): number {
  const usage: Usage =
    request.picture === null
      ? {
          inputTokens: estimatedTokens(request.inputCharacters),
          outputTokens: request.maxOutputTokens ?? 0,
          pictures: {},
        }
      : { inputTokens: 0, outputTokens: 0, pictures: { [request.picture]: 1 } }
  return costOf(price, usage) ?? 0
}

function pictureUsd(price: Price | null, size: string): number | undefined {
  const known = SIZES.find((one) => one === size)
  return known && price?.image?.[known]
}

function times(price: number | undefined, amount: number): number | undefined {
  return price === undefined ? undefined : price * amount
}

function sum(parts: readonly (number | undefined)[]): number | undefined {
  const known = parts.filter((part) => part !== undefined)
  return known.length === 0 ? undefined : known.reduce((total, part) => total + part, 0)
}
