import { toPng } from '../../../src/figure/render/raster'
import { decodePicture, type Raster } from '../../../src/read/raster'

/** A small figure: a title, text on a dark and on a tinted box, an arrow between them, a label, an upright title. */
export const FIGURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" viewBox="0 0 640 320">
<rect width="640" height="320" fill="#ffffff"/>
<text x="320" y="40" font-family="Inter" font-size="26" font-weight="700" text-anchor="middle" fill="#1a1a1a">Illumina workflow 2</text>
<rect x="60" y="90" width="200" height="90" rx="10" fill="#1f3d7a"/>
<text x="160" y="130" font-family="Inter" font-size="18" text-anchor="middle" fill="#ffffff">ResNet-50 encoder</text>
<text x="160" y="156" font-family="Inter" font-size="14" text-anchor="middle" fill="#ffffff">n = 128</text>
<path d="M262 135 H 398" stroke="#333333" stroke-width="2" fill="none"/>
<path d="M410 135 l-12 -5 v10 z" fill="#333333"/>
<rect x="412" y="90" width="200" height="90" fill="#fff2cc" stroke="#d6b656" stroke-width="1.5"/>
<text x="512" y="141" font-family="Inter" font-size="18" text-anchor="middle" fill="#7b241c">p &lt; 0.05</text>
<text x="330" y="126" font-family="Inter" font-size="12" text-anchor="middle" fill="#555555">10,000 reads</text>
<text transform="translate(32 240) rotate(-90)" font-family="Inter" font-size="15" fill="#222222">Accuracy (%)</text>
<circle cx="120" cy="260" r="26" fill="none" stroke="#c0392b" stroke-width="3"/>
<path d="M200 240 l40 40 M240 240 l-40 40" stroke="#27ae60" stroke-width="4" fill="none"/>
</svg>`

export const WORDS = [
  'Illumina workflow 2',
  'ResNet-50 encoder',
  'n = 128',
  'p < 0.05',
  '10,000 reads',
  'Accuracy (%)',
]

export async function rasterOf(svg: string): Promise<Raster> {
  return decodePicture(await toPng(svg), { maxPixels: 1e7 })
}
