import { problems } from '../errors'

const MINUTE = 60_000
/** Far above what mistakes bring, far below what guessing needs. */
const GUESSES_A_MINUTE = 20

/**
 * Slows guessing down: after so many different unknown credentials in a minute the next ones are told to wait. A known
 * one never comes here, and one that is wrong again tells a guesser nothing new, so nobody is locked out.
 */
export class WrongCredentials {
  private start = Number.NEGATIVE_INFINITY
  private readonly seen = new Set<string>()

  constructor(private readonly now: () => number) {}

  /**
   * @param digest of the credential
   * @throws Problem 401, or 429 with Retry-After
   */
  refuse(digest: string): never {
    const now = this.now()
    if (now - this.start >= MINUTE) {
      this.start = now
      this.seen.clear()
    }
    if (!this.seen.has(digest)) {
      if (this.seen.size >= GUESSES_A_MINUTE)
        throw problems.tooManyGuesses(Math.ceil((this.start + MINUTE - now) / 1000))
      this.seen.add(digest)
    }
    throw problems.credentialUnknown()
  }
}
