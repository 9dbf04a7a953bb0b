import { useState } from 'preact/hooks'
import { type Query, search } from './root'
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
export const placeOf = (path: string, query: Query = {}) => `#/${path}${search(query)}`

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return {
    path: path.split('/').filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}
