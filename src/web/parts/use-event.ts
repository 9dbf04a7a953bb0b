import { useEffect, useRef } from 'preact/hooks'

/** Hears what the window is told, as long as its component stands. @param passive false: it may keep the browser from its own way */
export function useEvent<E extends Event = Event>(
  type: string,
  heard: (event: E) => void,
  passive?: boolean,
): void {
  const now = useRef(heard)
  now.current = heard
  useEffect(() => {
    const hear = (event: Event) => now.current(event as E)
    addEventListener(type, hear, passive === undefined ? {} : { passive })
    return () => removeEventListener(type, hear)
  }, [type])
}
