import { usePicture } from './artifact'

/** A figure, small; what it is stands beside it. @param path from the root, as the interface names it */
export function Thumbnail({ path }: { path: string | null }) {
  const picture = usePicture(path)
  return (
    <span class="thumbnail">
      {picture && <img src={picture} alt="" loading="lazy" draggable={false} />}
    </span>
  )
}
