import { readLettering } from '../../../src/read/lettering'
import type { Raster } from '../../../src/read/raster'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<Raster>) => {
  self.postMessage(readLettering(data))
}
