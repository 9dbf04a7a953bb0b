import { expect, test } from 'bun:test'
import { EDITED, editRound } from '../../bench/redraw/rounds'

/** `bun run bench redraw` takes a thousand. */
const SEQUENCES = 30

test('random edits leave no fault, are drawn alike each time, and can be undone to the byte', async () => {
  const odd: object[] = []
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const one = EDITED[seed % EDITED.length] ?? expect.unreachable()
    const { diagram, faults, same, undone } = await editRound(one, seed)
    if (faults.length > 0 || !same || !undone) odd.push({ diagram, seed, faults, same, undone })
  }
  expect(EDITED.length).toBe(30)
  expect(odd).toEqual([])
}, 300_000)
