import { useState } from 'preact/hooks'
import { useEvent } from './use-event'

/** What follows the `#`: the parts of a path, and a query. `#/history/01a1?page=2` */
export interface Route {
  path: readonly string[]
  query: Readonly<Record<string, string>>
}

/** The place inside a page, which the browser's history and links know. */
export function useRoute(): Route {
  const [route, set] = useState(readRoute)
  useEvent('hashchange', () => set(readRoute()))
  return route
}

/** The address of a place; what is empty in the query is left out. */
export function placeOf(
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return `#/${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return {
    path: path.split('/').filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}
