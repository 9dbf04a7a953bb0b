import { useState } from 'preact/hooks'
import type { Config, OwnRecord, Upload } from '../operations'
import { Act } from '../parts/act'
import { usePicture } from '../parts/artifact'
import { ask } from '../parts/client'
import { Drop } from '../parts/drop'
import { Entry, Lines } from '../parts/field'
import type { Sending } from '../parts/use-sending'
import { told, words } from '../parts/words'
import { type Change, type Draft, withText } from './draft'

/** What the panel of a tab is given. */
export interface Room {
  draft: Draft
  change: Change
  /** What was refused of each field of the interface. */
  fields: Readonly<Record<string, string>>
  config: Config | undefined
  /** Of a picture, which is sent as soon as it is chosen. */
  upload: Sending
  /** The chosen PDF: a browser keeps no file over a reload. */
  pdf: File | undefined
  setPdf: (file: File) => void
  /** What this browser or key has drawn, newest first. */
  mine: readonly OwnRecord[]
}

type Texts = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

/** A field of the interface, and what a draft has for it. */
export function asked<Name extends Texts>(
  { draft, change, fields }: Room,
  field: keyof typeof words.studio.fields,
  name: Name,
) {
  return {
    ...words.studio.fields[field],
    fault: fields[field],
    value: draft[name],
    set: (value: string) => change({ [name]: value }),
  }
}

/** A method text, in prose or structured. */
export const TextRoom = (room: Room) => (
  <>
    <Lines
      {...asked(room, 'source_context', 'text')}
      rows={10}
      spellcheck
      set={(text) => room.change(withText(room.draft, text))}
    />
    <Entry {...asked(room, 'caption', 'caption')} maxLength={2000} />
  </>
)

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

/** Numbers, pasted or dropped, and what a chart shall show of them; a chart that menus have made of others goes. */
export function DataRoom(room: Room) {
  const change = (part: Partial<Draft>) => room.change({ ...part, chart: '' })
  const anew = { ...room, change }
  const take = async (file: File) => change({ data: await file.text() })
  return (
    <>
      <Lines {...asked(anew, 'data_json', 'data')} rows={7} class="code" spellcheck={false} />
      <Drop
        label={words.studio.data.drop}
        accept=".csv,.tsv,.json,.txt,text/*,application/json"
        take={take}
      />
      <Lines {...asked(anew, 'intent', 'intent')} rows={2} />
    </>
  )
}

/** A prompt for a painter of figures, to be completed. */
export const PromptRoom = (room: Room) => (
  <>
    <Lines {...asked(room, 'description', 'prompt')} rows={8} spellcheck />
    <Lines {...asked(room, 'guidelines', 'guidelines')} rows={3} />
  </>
)
