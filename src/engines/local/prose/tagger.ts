import type { WinkMethods } from 'wink-nlp'

let loading: Promise<WinkMethods> | undefined

/** The English tagger, loaded on first use (about 60 ms), because structured input never needs it. */
export function tagger(): Promise<WinkMethods> {
  loading ??= Promise.all([import('wink-nlp'), import('wink-eng-lite-web-model')]).then(
    ([wink, model]) => wink.default(model.default, ['sbd', 'pos']),
  )
  return loading
}
