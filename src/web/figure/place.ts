import { useCallback, useState } from 'preact/hooks'
import { showInstead } from '../parts/kept'
import { root } from '../parts/root'
import { useEvent } from '../parts/use-event'

/** Which figure the address names, and whether it is being edited: `/jobs/{id}#edit`. */
export interface Place {
  id: string
  editing: boolean
  /** To a version that was made of it. */
  go: (id: string) => void
  /** Leaves the editor. */
  leave: () => void
}

const EDIT = '#edit'

/** The place that reload, Back and a passed-on address lead to. */
export function usePlace(): Place {
  const [place, set] = useState(read)
  useEvent('popstate', () => set(read()))
  const go = useCallback((id: string) => {
    showInstead(read().id, id)
    history.pushState(null, '', root(`jobs/${id}`) + location.hash)
    set(read())
  }, [])
  const leave = useCallback(() => {
    history.replaceState(null, '', location.pathname)
    set(read())
  }, [])
  return { ...place, go, leave }
}

function read() {
  return {
    id: location.pathname.replace(/\/$/, '').split('/').at(-1) ?? '',
    editing: location.hash === EDIT,
  }
}
