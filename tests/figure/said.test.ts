import { expect, test } from 'bun:test'
import { RULES, saysOf } from '../../src/figure/quotes/said'

const TEXT = `Structural and functional images were acquired on a 3T scanner. A general linear model with 1,600 voxels was fitted;
three sodium channels, carbon dioxide and 21 million cells. Time series of the hippocampal preprocessing accuracy, co-registered, with β.`

/** A label that passes by each rule, and one like it that does not. */
const CASES: Readonly<Record<string, [passes: string, foreign: string]>> = {
  'a word in any form': ['the scanner’s acquisition', 'robot acquaintance'],
  'a sign': ['+ → =', 'plus'],
  'a small word': ['as it is', 'thus'],
  'a number in words or digits': ['all 3 channels', '4096 channels'],
  'a number with its scale': ['21M cells', '22M cells'],
  'a letter or a variable': ['x1, ki0 and B', 'wxyz1'],
  'a sign with its index': ['Σj βscanner', 'βgamma'],
  'a step or panel': ['2. images', 'images 2'],
  initials: ['GLM', 'GLX'],
  'a shortened word': ['func. acc, vxls', 'vxrs'],
  'two words as one, or one as two': ['coregistered', 'deregistered'],
  'the end of a divided word': ['processing', 'recessing'],
  'a symbol of its field': ['Na+ CO2', 'KCl'],
  'a letter of Greek': ['beta', 'gamma'],
}

test('each rule lets pass what it is for, and not what only looks like it', () => {
  const says = saysOf(TEXT)
  expect(Object.keys(CASES)).toEqual(Object.keys(RULES))
  for (const [passes, foreign] of Object.values(CASES)) {
    expect([passes, says.foreign(passes)]).toEqual([passes, []])
    expect(says.foreign(foreign).length).toBeGreaterThan(0)
  }
})

test('no rule is without need: each case fails without its own', () => {
  for (const [name, [passes]] of Object.entries(CASES)) {
    const rules = RULES as Record<string, (typeof RULES)[string]>
    const own = rules[name] as (typeof RULES)[string]
    rules[name] = () => false
    try {
      expect([name, saysOf(TEXT).foreign(passes).length > 0]).toEqual([name, true])
    } finally {
      rules[name] = own
    }
  }
})

test('quotes are found word for word or nearly, others are not', () => {
  const says = saysOf(TEXT)
  expect(says.quotes('images were acquired on a 3T scanner')).toBe(true)
  expect(says.quotes('general linear models with 1,600 voxels were fitted')).toBe(true)
  expect(says.quotes('a marching band plays in the rain')).toBe(false)
})

test('letters that a formula sets apart are words and numbers', () => {
  const says = saysOf('the gate is `f ( x ) = { T r u e }` for 3 6 . 9 percent')
  expect(says.foreign('True for 36.9 percent')).toEqual([])
  expect(says.foreign('False for 37.9 percent')).toEqual(['False', '37'])
})
