import type { Kit, Plugin } from '../../../src/plugin'
import type { HelloInput } from './greeting'

/** An example drop-in: copy this folder to `PLUGINS_DIR/hello` and start the server. */
export default ({ t }: Kit): Plugin<HelloInput> => {
  const name = t.String({ minLength: 1, maxLength: 60, notBlank: true })
  return {
    id: 'hello',
    summary: 'Draws who greets whom',
    service: 'job',
    path: '/api/hello',
    body: t.Object({ from: name, to: name }, { additionalProperties: false }),
    example: { from: 'Ada', to: 'Charles' },
    run: () => import('./run'),
  }
}
