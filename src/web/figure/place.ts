import { useCallback, useEffect, useState } from 'preact/hooks'
import { root } from '../parts/root'

/** Which figure the address names, and whether it is being edited: `/jobs/{id}#edit`. */
export interface Place {
  id: string
  editing: boolean
  /** Another version; `instead`: the one that is left is not gone back to. */
  go: (id: string, instead?: boolean) => void
  edit: (editing: boolean) => void
}

const EDIT = '#edit'

/** The place that reload, Back and a passed-on address lead to. */
export function usePlace(): Place {
  const [place, set] = useState(read)
  useEffect(() => {
    const changed = () => set(read())
    addEventListener('popstate', changed)
    return () => removeEventListener('popstate', changed)
  }, [])
  const go = useCallback((id: string, instead = false) => {
    history[instead ? 'replaceState' : 'pushState'](null, '', root(`jobs/${id}`) + location.hash)
    set(read())
  }, [])
  const edit = useCallback((editing: boolean) => {
    history.replaceState(null, '', location.pathname + (editing ? EDIT : ''))
    set(read())
  }, [])
  return { ...place, go, edit }
}

function read() {
  return {
    id: location.pathname.replace(/\/$/, '').split('/').at(-1) ?? '',
    editing: location.hash === EDIT,
  }
}
