import { expect, test } from 'bun:test'
import { parsePages } from '../../src/read/pdf/selection'

test.each([
  ['3', [3]],
  [' 3 ', [3]],
  ['1,4', [1, 4]],
  ['2-5', [2, 3, 4, 5]],
  ['5-3', [3, 4, 5]],
  ['1 , 3 - 4', [1, 3, 4]],
  ['4,2,4,1-2', [1, 2, 4]],
  ['012', [12]],
  ['12-12', [12]],
])('%p chooses %p', (selection, pages) => {
  expect(parsePages(selection, 12, 200)).toEqual({ pages })
})

test.each(['', ' ', ',', '1,', ',1', '1,,2', '0', '0-3', '-3', '3-', '1-2-3', 'all', '1;2', '1.5'])(
  '%p is refused with what is valid',
  (selection) => {
    const found = parsePages(selection, 12, 200)
    expect(found).toMatchObject({ error: expect.stringContaining('name pages from 1 to 12') })
  },
)

test.each([
  ['13', 'page 13 does not exist; the PDF has 12 pages'],
  ['2-13', 'page 13 does not exist; the PDF has 12 pages'],
  ['13-2', 'page 13 does not exist; the PDF has 12 pages'],
])('%p is beyond the last page', (selection, error) => {
  expect(parsePages(selection, 12, 200)).toEqual({ error })
})

test('a number without end is refused, not counted', () => {
  expect(parsePages('1-99999999999999999999', 12, 200)).toHaveProperty('error')
  expect(parsePages('1-201', 300, 200)).toEqual({
    error: '201 of 300 pages are chosen; at most 200 are taken',
  })
})
