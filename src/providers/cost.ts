import { SIZES } from '../forms/look'
import { estimatedTokens } from './call'
import type { Price } from './catalogue/provider-file'
import type { PermitRequest, Usage } from './messages'
import type { Traffic } from './wire/door'

const MILLION = 1_000_000

/** US dollars of what was used; undefined: nothing of it has a price. */
export function costOf(price: Price | null, usage: Usage): number | undefined {
  const { inputPerMillion, outputPerMillion, image = {} } = price ?? {}
  const pictures = SIZES.map((size): Used => [image[size], usage.pictures[size] ?? 0])
  const tokens: Used[] = [
    [inputPerMillion, usage.inputTokens / MILLION],
    [outputPerMillion, usage.outputTokens / MILLION],
  ]
  const costs = [...tokens, ...pictures].flatMap(([usd, amount]) =>
    usd === undefined || amount === 0 ? [] : [usd * amount],
  )
  return costs.length === 0 ? undefined : costs.reduce((sum, one) => sum + one)
}

type Used = [usd: number | undefined, amount: number]

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
  const { picture } = request
  const inputTokens = picture === null ? estimatedTokens(request.inputCharacters) : 0
  const outputTokens = picture === null ? (request.maxOutputTokens ?? 0) : 0
  const pictures = picture === null ? {} : { [picture]: 1 }
  return costOf(price, { inputTokens, outputTokens, pictures }) ?? 0
}
