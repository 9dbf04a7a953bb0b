import { Problem } from '../errors'
import type { Fault } from '../forms/fault'
import { examine } from '../jobs/examination'
import { chosenPlugin, inOptions } from './fields'
import { ALONE } from './figure'
import { inFolder, openShop } from './shop'
import { nameOf, readText, type Terminal } from './terminal'
import { Misused, type Words } from './words'

/** `burin check`: what is wrong with a drawing; nothing is mended. */
export async function check({ files, options }: Words, terminal: Terminal): Promise<number> {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw new Misused('burin check takes one drawing.')
  const shop = await openShop(terminal.env)
  const about = options.get('text')?.at(-1)
  const body = {
    svg: await readText(file, terminal, shop.config),
    ...(about && { method_text: await readText(about, terminal, shop.config) }),
  }
  const sent = Buffer.from(JSON.stringify(body))
  const found = await inFolder((target) =>
    examine(shop, { name: 'check', body: sent, target }, ALONE),
  ).catch((error) => {
    if (!(error instanceof Problem)) throw error
    throw inOptions(error, chosenPlugin(shop.registry.list(), ['finish']), nameOf(file))
  })
  const { faults } = found as { faults: Fault[] }
  const hard = faults.filter((fault) => fault.hard).length
  const lines = faults.map((fault) => `${fault.hard ? 'hard' : 'soft'}  ${fault.sentence}`)
  const text = [...lines, `${hard} hard and ${faults.length - hard} soft faults.`].join('\n')
  await terminal.stdout(`${options.has('json') ? JSON.stringify(found) : text}\n`)
  return hard > 0 ? 1 : 0
}
