import { Problem } from '../errors'
import type { Fault } from '../forms/fault'
import { ALONE } from '../intake/question'
import { examine } from '../jobs/examination'
import { chosenPlugin, inOptions } from './fields'
import { openShop } from './shop'
import { nameOf, readText, type Terminal } from './terminal'
import { Misused, type Words } from './words'

/** `burin check`: what is wrong with a drawing; nothing is mended. */
export async function check({ files, options }: Words, terminal: Terminal): Promise<number> {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw new Misused('burin check takes one drawing.')
  const shop = await openShop(terminal)
  const about = options.get('text')?.at(-1)
  const svg = await readText(file, shop)
  const sent = { svg, ...(about && { method_text: await readText(about, shop) }) }
  const body = Buffer.from(JSON.stringify(sent))
  const found = await examine(shop, { name: 'check', body, target: '' }, ALONE).catch((error) => {
    if (!(error instanceof Problem)) throw error
    throw inOptions(error, chosenPlugin(shop.plugins, ['finish']), nameOf(file))
  })
  const { faults } = found as { faults: Fault[] }
  const hard = faults.filter((fault) => fault.hard).length
  const lines = faults.map((fault) => `${fault.hard ? 'hard' : 'soft'}  ${fault.sentence}`)
  const text = [...lines, `${hard} hard and ${faults.length - hard} soft faults.`].join('\n')
  await terminal.stdout(`${options.has('json') ? JSON.stringify(found) : text}\n`)
  return hard > 0 ? 1 : 0
}
