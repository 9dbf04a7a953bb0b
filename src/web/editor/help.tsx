import { Dialog } from '../parts/dialog'
import { words } from '../parts/words'

/** What keys and pointer do. */
export function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={words.editor.help} close={close}>
      <dl class="keys">
        {words.editor.keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        {words.dialog.close}
      </button>
    </Dialog>
  )
}
