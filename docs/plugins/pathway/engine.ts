import type { EngineDeclaration } from '../../../src/plugin'

/**
 * An example of someone else who decides: it plans figures from a notation of a laboratory's own. Copy this folder to
 * `PLUGINS_DIR/pathway`, start the server and send `"provider": "pathway"`.
 */
const engine: EngineDeclaration = {
  id: 'pathway',
  summary: 'Reads reactions, one a line: "glucose, ATP => G6P, ADP"',
  stages: ['plan'],
  load: () => import('./plan'),
}

export default engine
