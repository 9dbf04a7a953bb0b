import { artifactPath, usePicture } from '../parts/artifact'
import { Over } from '../parts/over'
import { words } from '../parts/words'
import { aspectOf } from './viewer'

/** The picture and what was read from it, one over the other. */
export function Slider({ id, svg, title }: { id: string; svg: string; title: string }) {
  const picture = usePicture(artifactPath(id, 'figure.png'))
  const said = words.figure
  return (
    <Over
      front={{
        src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
        alt: said.figureOf(title),
        label: said.svgSide,
      }}
      back={{ src: picture, alt: said.picture, label: said.picture }}
      aspect={aspectOf(svg)}
    />
  )
}
