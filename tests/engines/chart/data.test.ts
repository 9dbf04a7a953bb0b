import { describe, expect, test } from 'bun:test'
import { readTable } from '../../../src/engines/local/chart/table/read-table'
import { ChartRefused } from '../../../src/forms/chart'

const read = (value: unknown) => {
  const table = readTable(value)
  return {
    shape: table.shape,
    fields: table.fields.map(({ name, role, values }) => [name, role, values]),
  }
}

describe('data of each form become typed columns', () => {
  const forms: [string, unknown, string, unknown[][]][] = [
    [
      'records',
      [
        { a: 'x', v: 1 },
        { a: 'y', v: 2.5 },
      ],
      'records',
      [
        ['a', 'category', ['x', 'y']],
        ['v', 'number', [1, 2.5]],
      ],
    ],
    [
      'columns',
      { epoch: [1, 2], loss: [3, 4] },
      'columns',
      [
        ['epoch', 'number', [1, 2]],
        ['loss', 'number', [3, 4]],
      ],
    ],
    [
      'labels and datasets',
      { labels: ['p', 'q'], datasets: [{ label: 's', data: [1, 2] }] },
      'series',
      [
        ['category', 'category', ['p', 'q']],
        ['series', 'category', ['s', 's']],
        ['value', 'number', [1, 2]],
      ],
    ],
    [
      'an argument and series',
      { x: [1, 2], series: [{ name: 's', values: [3, 4] }] },
      'series',
      [
        ['x', 'number', [1, 2]],
        ['series', 'category', ['s', 's']],
        ['value', 'number', [3, 4]],
      ],
    ],
    [
      'a map of numbers',
      { A: 1, B: 2 },
      'map',
      [
        ['category', 'category', ['A', 'B']],
        ['value', 'number', [1, 2]],
      ],
    ],
    [
      'maps in a map',
      { A: { acc: 1 }, B: { acc: 3 } },
      'nested',
      [
        ['category', 'category', ['A', 'B']],
        ['acc', 'number', [1, 3]],
      ],
    ],
    [
      'samples of unequal length',
      { A: [1, 2], B: [3] },
      'samples',
      [
        ['group', 'category', ['A', 'A', 'B']],
        ['value', 'number', [1, 2, 3]],
      ],
    ],
    [
      'a matrix',
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      'matrix',
      [
        ['row', 'number', [1, 1, 1, 2, 2, 2]],
        ['column', 'number', [1, 2, 3, 1, 2, 3]],
        ['value', 'number', [1, 2, 3, 4, 5, 6]],
      ],
    ],
    [
      'a named matrix',
      {
        matrix: [
          [1, 2],
          [3, 4],
        ],
        labels: ['p', 'q'],
      },
      'matrix',
      [
        ['row', 'category', ['p', 'p', 'q', 'q']],
        ['column', 'category', ['p', 'q', 'p', 'q']],
        ['value', 'number', [1, 2, 3, 4]],
      ],
    ],
    ['numbers', [3, 1, 2], 'numbers', [['value', 'number', [3, 1, 2]]]],
    [
      'pairs',
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      'pairs',
      [
        ['category', 'category', ['a', 'b', 'c']],
        ['value', 'number', [1, 2, 3]],
      ],
    ],
    [
      'a wrapper',
      { data: [{ a: 1, b: 2 }], title: 'T' },
      'records',
      [
        ['a', 'number', [1]],
        ['b', 'number', [2]],
      ],
    ],
    [
      'CSV in a string',
      'm,v\nA,1\n"B, C",2',
      'csv',
      [
        ['m', 'category', ['A', 'B, C']],
        ['v', 'number', [1, 2]],
      ],
    ],
    [
      'records with lists',
      [{ g: 'A', v: [1, 2] }],
      'records of lists',
      [
        ['g', 'category', ['A', 'A']],
        ['v', 'number', [1, 2]],
      ],
    ],
  ]
  for (const [name, value, shape, fields] of forms)
    test(name, () => expect(read(value)).toEqual({ shape, fields } as ReturnType<typeof read>))
})

describe('a column is known by its values and its name', () => {
  const roles: [string, unknown, string[]][] = [
    [
      'ISO dates are moments',
      [
        { d: '2020-01-01', v: 1 },
        { d: '2020-02-01', v: 2 },
      ],
      ['d:time', 'v:number'],
    ],
    [
      'quarters are moments',
      [
        { d: '2020 Q1', v: 1 },
        { d: '2020 Q2', v: 2 },
      ],
      ['d:time', 'v:number'],
    ],
    [
      'an interval',
      [{ m: 'a', acc: 2, acc_lo: 1, acc_hi: 3 }],
      ['m:category', 'acc:number', 'acc_lo:lower(acc)', 'acc_hi:upper(acc)'],
    ],
    [
      'a deviation',
      [{ m: 'a', mean: 2, std: 1 }],
      ['m:category', 'mean:number', 'std:error(mean)'],
    ],
    [
      'a deviation with its unit',
      [{ m: 'a', 'jaw length (µm)': 2, 'jaw length SD (µm)': 1, 'SE [µm]': 1, 'error (%)': 3 }],
      [
        'm:category',
        'jaw length (µm):number',
        'jaw length SD (µm):error(jaw length (µm))',
        'SE [µm]:error(jaw length (µm))',
        'error (%):number',
      ],
    ],
    ['p values', [{ m: 'a', v: 2, p: 0.01 }], ['m:category', 'v:number', 'p:p(v)']],
    [
      'a weight beside an interval',
      [{ m: 'a', or: 2, lower: 1, upper: 3, weight: 9 }],
      ['m:category', 'or:number', 'lower:lower(or)', 'upper:upper(or)', 'weight:weight(or)'],
    ],
    ['the weight of a body', [{ age: 2, weight: 70 }], ['age:number', 'weight:number']],
    [
      'names with an order',
      [
        { s: 'high', v: 1 },
        { s: 'low', v: 2 },
      ],
      ['s:ordinal', 'v:number'],
    ],
    [
      'numbers in words',
      [
        { v: '1,200', w: '3.5 %' },
        { v: 'n/a', w: '' },
      ],
      ['v:number', 'w:number'],
    ],
  ]
  for (const [name, value, wanted] of roles)
    test(name, () => {
      const table = readTable(value)
      expect(
        table.fields.map(({ name: field, role, of }) => `${field}:${role}${of ? `(${of})` : ''}`),
      ).toEqual(wanted)
    })
})

test('missing values stay in their place', () => {
  const table = readTable([
    { x: 1, y: null },
    { x: 2, y: 'NA' },
    { x: 3, y: 4 },
  ])
  expect(table.fields[1]?.values).toEqual([null, null, 4])
})

describe('what is no data is refused with a sentence', () => {
  const bad: [string, unknown, RegExp][] = [
    ['nothing', [], /holds no data/],
    ['a word', 'hello', /no table/],
    ['a mixture', [1, { a: 2 }, [3]], /mixes/],
    ['too many rows', Array.from({ length: 100_001 }, () => 1), /100001 rows/],
    [
      'too many columns',
      [Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`c${i}`, i]))],
      /501 columns/,
    ],
    ['too many levels', { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }, /deeper/],
  ]
  for (const [name, value, sentence] of bad)
    test(name, () => {
      expect(() => readTable(value)).toThrow(ChartRefused)
      expect(() => readTable(value)).toThrow(sentence)
    })
})

test('columns may be called as the properties of objects are', () => {
  const rows = JSON.parse(
    '[{"__proto__": 1, "constructor": 2}, {"__proto__": 3, "constructor": 4}]',
  )
  expect(readTable(rows).fields.map(({ values }) => values)).toEqual([
    [1, 3],
    [2, 4],
  ])
})
