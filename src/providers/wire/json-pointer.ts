import { readJson } from '../../forms/json'

/**
 * What a JSON pointer (RFC 6901) leads to; undefined: nothing. `#` goes on inside a text that holds JSON:
 * `/data/resultJson#/urls/0`.
 */
export function pointed(value: unknown, pointer: string): unknown {
  const [outer = '', ...inner] = pointer.split('#')
  return inner.reduce<unknown>(
    (found, path) => at(typeof found === 'string' ? readJson(found) : undefined, path),
    at(value, outer),
  )
}

function at(value: unknown, path: string): unknown {
  const names = path.split('/').slice(1)
  return names.reduce<unknown>((found, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    const isThere = found !== null && typeof found === 'object' && Object.hasOwn(found, key)
    return isThere ? Reflect.get(found, key) : undefined
  }, value)
}
