import { checkUrl } from './address'
import { matchHost } from './hosts'

/** The purposes for which a client may name an address, as the plugin contract names them. */
type Purpose = 'image' | 'reference' | 'webhook'

interface AllowedHosts {
  /** Hosts that a reference image may come from. */
  reference: readonly string[]
  /** Private hosts that a webhook may go to. */
  webhook: readonly string[]
}

/** Why an address is refused at submission, judged by its text alone; undefined: taken. */
export function refuseAddress(
  rule: Purpose,
  address: string,
  allowed: AllowedHosts,
): string | undefined {
  const checked =
    rule === 'webhook'
      ? checkUrl(address, { schemes: ['http', 'https'], allowPrivateHosts: allowed.webhook })
      : checkUrl(address, { schemes: ['https'] })
  if (!checked.ok) return checked.reason
  if (rule === 'reference' && !matchHost(checked.url.hostname, allowed.reference))
    return 'its host is not listed in REFERENCE_IMAGE_ALLOWED_HOSTS'
  return undefined
}
