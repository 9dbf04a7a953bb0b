import { checkUrl } from '../../net/address'

export const BASE_URL_SAYS =
  'must be an http or https address without user information, query and fragment'

/** Whether calls can be made below an address. It may be private: an operator names it. */
export function isBaseUrl(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, '')
  if (host === undefined || /[?#]/.test(address)) return false
  return checkUrl(address, { schemes: ['http', 'https'], allowPrivateHosts: [host] }).ok
}
