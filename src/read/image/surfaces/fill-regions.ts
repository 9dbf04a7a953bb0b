import { fitOutline, type OutlineFit } from '../outlines/fit-outline'
import { type Region, type Regions, sideOf } from '../pixels/connected-components'
import type { Pixels } from '../pixels/pixels'
import { type Silhouette, silhouetteOf } from '../pixels/silhouette'

/** A flat surface, its holes filled, and the simplest form that lies along its edge. */
export interface FillRegion {
  region: Region
  shape: Silhouette
  fit?: OutlineFit
}

/** As wide as a line that cuts a surface may be, in pixels. */
export const CUT = 7

/** Smaller surfaces are parts of letters and icons. */
const LEAST_SIDE = 6
const LEAST_CORE = 12
/** The smallest side of what a line may cut, in pixels. */
const LEAST_CUT = 40
const MOST_FACES = 1500
/** Pixels looked at, as a multiple of the picture's. */
const WORK = 16

/** The surfaces of a picture but its page, the largest first; `slack` as in {@link fitOutline}. */
export function fillRegionsOf(
  { width, height }: Pixels,
  regions: Regions,
  page: Region | undefined,
  slack: number,
): FillRegion[] {
  const surfaces: FillRegion[] = []
  let work = WORK * width * height
  const candidates = regions.list
    .filter(
      (region) => region !== page && region.core >= LEAST_CORE && sideOf(region) >= LEAST_SIDE,
    )
    .sort((a, b) => boxArea(b) - boxArea(a) || a.label - b.label)
    .slice(0, MOST_FACES)
  for (const region of candidates) {
    if (boxArea(region) > work) continue
    work -= boxArea(region)
    const open = silhouetteOf(regions, [region], width)
    const first = fitOutline(open, slack)
    // A line that comes in from outside lets the outside in to whatever it leads to.
    const cut = !first && sideOf(region) >= LEAST_CUT
    const shape = cut ? silhouetteOf(regions, [region], width, CUT) : open
    const fit = cut ? fitOutline(shape, slack) : first
    surfaces.push({ region, shape, ...(fit && { fit }) })
  }
  return surfaces
}

function boxArea({ x0, y0, x1, y1 }: Region): number {
  return (x1 - x0 + 1) * (y1 - y0 + 1)
}
