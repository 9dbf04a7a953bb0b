import { useState } from 'preact/hooks'
import type { Upload } from '../operations'
import { Act } from '../parts/act'
import { usePicture } from '../parts/artifact'
import { ask } from '../parts/client'
import { Drop } from '../parts/drop'
import { told, words } from '../parts/words'
import type { Room } from './rooms'

/** A picture of a figure, to be read into an editable one. It is uploaded at once, so that a reload finds it again. */
export function PictureRoom({ draft: { picture }, change, fields, upload }: Room) {
  const said = words.studio.picture
  const { busy, fault, send } = upload
  const shown = usePicture(picture?.url)
  const [chosen, setChosen] = useState<File>()
  const take = (file: File) => {
    setChosen(file)
    void send(async () => {
      const body = new FormData()
      body.set('file', file)
      const answer = await ask('api/upload', { method: 'POST', body })
      change({ picture: (await answer.json()) as Upload })
    })
  }
  return (
    <>
      <Drop
        label={said.label}
        accept="image/*"
        pasted={(file) => file.type.startsWith('image/')}
        fault={fault ?? fields.image_path}
        take={take}
      >
        {busy && <p role="status">{said.uploading}</p>}
        {fault && chosen && <Act label={words.again} act={() => take(chosen)} />}
        {picture && shown && (
          <img class="chosen" src={shown} alt={told(said.chosen, picture.name)} />
        )}
        {picture && <p class="hint">{picture.name}</p>}
      </Drop>
      <p class="hint">{said.hint}</p>
    </>
  )
}
