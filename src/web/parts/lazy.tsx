import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A component whose script is loaded when it is first shown. @param meanwhile stands in its place */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: VNode | null = null,
): ComponentType<Props> {
  return function Lazy(props: Props) {
    const [Loaded, set] = useState<ComponentType<Props>>()
    useEffect(() => {
      void load().then((loaded) => set(() => loaded.default))
    }, [])
    return Loaded ? <Loaded {...props} /> : meanwhile
  }
}
