import { Field } from '../parts/field'
import { words } from '../parts/words'
import type { Room } from './room'

const EXAMPLES = {
  prose:
    'Raw reads are trimmed with fastp and aligned to the reference genome with STAR. Duplicates are marked with Picard. Variants are called with GATK and annotated with VEP. Finally, candidate variants are ranked by a random forest.',
  mermaid: `flowchart LR
  A[Raw images] --> B[Encoder]
  C[Report text] --> D[Text encoder]
  B --> E{Contrastive loss}
  D --> E
  E -->|fine-tune| F[Classifier]`,
  list: `Screening
1. Search three databases
2. Remove duplicates
3. Screen titles and abstracts

Analysis
1. Extract effect sizes
2. Fit a random-effects model
3. Test for publication bias`,
}

/** A method text, in prose or structured. */
export function TextRoom({ draft, change, fields }: Room) {
  const said = words.studio.text
  return (
    <>
      <Field label={said.label} fault={fields.method_text ?? fields.source_context}>
        {(ties) => (
          <textarea
            {...ties}
            rows={11}
            spellcheck
            placeholder={said.placeholder}
            value={draft.text}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
      </Field>
      <fieldset class="examples">
        <legend>{said.example}</legend>
        {(['prose', 'mermaid', 'list'] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="small"
            onClick={() => change({ text: EXAMPLES[name] })}
          >
            {said.examples[name]}
          </button>
        ))}
      </fieldset>
      <Caption draft={draft} change={change} fields={fields} />
    </>
  )
}

export function Caption({ draft, change, fields }: Pick<Room, 'draft' | 'change' | 'fields'>) {
  return (
    <Field
      label={words.studio.caption.label}
      hint={words.studio.caption.hint}
      fault={fields.caption}
    >
      {(ties) => (
        <input
          {...ties}
          maxLength={2000}
          value={draft.caption}
          onInput={({ currentTarget }) => change({ caption: currentTarget.value })}
        />
      )}
    </Field>
  )
}
