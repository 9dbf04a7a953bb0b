import { encodedOrNot } from '../log'

const KEY_IN_PATH = new RegExp(`(${encodedOrNot('/api/admin/keys/')}).+`, 'i')
const CREDENTIAL_NAME = /token|key|auth|secret|password/i

/**
 * The address of a request as a log may have it. Of a page it is the path alone, since a page's query may hold
 * addresses with credentials of their own; of an interface's route the query goes along without credentials. What
 * follows `/api/admin/keys/` is a key.
 */
export function loggable(address: string): string {
  const end = address.indexOf('?')
  const shown = (end < 0 ? address : address.slice(0, end)).replace(KEY_IN_PATH, '$1***')
  if (end < 0 || !URL.parse(address)?.pathname.startsWith('/api/')) return shown
  const parameters = new URLSearchParams(address.slice(end))
  for (const name of new Set(parameters.keys()))
    if (CREDENTIAL_NAME.test(name)) parameters.set(name, '***')
  return `${shown}?${parameters}`
}
