import { useState } from 'preact/hooks'
import { altOf } from '../figure/viewer'
import type { OwnRecord } from '../operations'
import { Act } from '../parts/act'
import { usePicture } from '../parts/artifact'
import { Dialog } from '../parts/dialog'
import { Choice } from '../parts/field'
import { instant } from '../parts/format'
import { Over } from '../parts/over'
import { words } from '../parts/words'

/** Two figures, side by side or one over the other. */
export default function Compare({
  one,
  two,
  close,
}: {
  one: OwnRecord
  two: OwnRecord
  close: () => void
}) {
  const [way, setWay] = useState('beside')
  const sides = [useSide(one, 'A'), useSide(two, 'B')] as const
  const said = words.studio.compare
  return (
    <Dialog title={said.heading} close={close} wide>
      <Choice label={said.way} value={way} set={setWay} options={Object.entries(said.ways)} />
      {way === 'over' ? (
        <Over front={sides[0]} back={sides[1]} />
      ) : (
        <div class="pair">
          {sides.map(({ src, alt, label }) => (
            <figure key={label}>
              <div class="sheet over whole">{src && <img src={src} alt={alt} />}</div>
            </figure>
          ))}
        </div>
      )}
      <ul class="names">
        {[one, two].map((record, at) => (
          <li key={record.job_id}>
            <b>{sides[at]?.label}</b> {record.title || words.studio.mine.untitled}{' '}
            <span class="soft">{instant(record.created_at, false)}</span>
          </li>
        ))}
      </ul>
      <div class="row ends">
        <Act label={words.dialog.leave} look="" act={close} />
      </div>
    </Dialog>
  )
}

/** As sharp as it is there. */
function useSide({ artifacts, thumbnail_url: small, title }: OwnRecord, label: string) {
  const sharp = artifacts.find(({ path }) => path === 'final.svg')?.url
  const src = usePicture(sharp ?? small)
  return { src, alt: altOf(title), label }
}
