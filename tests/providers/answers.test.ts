import { describe, expect, test } from 'bun:test'
import { firstJsonObject } from '../../src/providers/call'

const DRAFT = { title: 'A {b} "c" \\', nodes: [{ id: 'n1', label: 'x' }] }
const TEXT = JSON.stringify(DRAFT)

describe('the first JSON object of an answer', () => {
  test.each([
    ['alone', TEXT],
    ['with white space around it', `\n\t ${TEXT}\n`],
    ['in a fence', `\`\`\`json\n${TEXT}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${TEXT}\n\`\`\``],
    ['with words before and behind it', `Here it is: ${TEXT}. I hope it helps {honestly}.`],
    ['behind a brace that opens none', `The set {a, b} is drawn. ${TEXT}`],
    ['behind a brace that never closes', `A { stands here. ${TEXT}`],
    ['before another', `${TEXT}\n{"title": "second"}`],
    ['behind thoughts', `<think>nodes: {x}</think>${TEXT}`],
    ['over many lines', JSON.stringify(DRAFT, null, 2)],
    ['within a list', `[${TEXT}]`],
  ])('is found %s', (_, answer) => {
    expect(firstJsonObject(answer)).toEqual(DRAFT)
  })

  test.each([
    ['nothing', ''],
    ['words', 'I cannot do that.'],
    ['a list of numbers', '[1, 2]'],
    ['a text', '"no object"'],
    ['what is cut off', TEXT.slice(0, -3)],
    ['what is broken, although a part of it is whole', '{"title": nodes, "n": {"id": "n1"}}'],
    ['single quotes', "{'title': null}"],
    ['hundreds of stray braces', '{'.repeat(100_000)],
    ['hundreds of stray beginnings', '{"a":'.repeat(100_000)],
    ['a nest without end', `{"a":${'['.repeat(500_000)}`],
  ])('is not found in %s', (_, answer) => {
    expect(firstJsonObject(answer)).toBeUndefined()
  })

  test('takes the last of members of one name', () => {
    expect(firstJsonObject('{"a": 1, "a": 2}')).toEqual({ a: 2 })
  })

  test('has no member that poisons prototypes', () => {
    const found = firstJsonObject('{"__proto__": {"x": 1}, "nodes": [{"__proto__": {"x": 1}}]}')
    expect(Object.keys(found ?? {})).toEqual(['nodes'])
    expect(JSON.stringify(found)).toBe('{"nodes":[{}]}')
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  })

  test('is found in a large answer', () => {
    const nodes = Array.from({ length: 10_000 }, (_, n) => ({ id: `n${n}`, label: 'x'.repeat(50) }))
    expect(firstJsonObject(`words ${JSON.stringify({ nodes })}`)).toEqual({ nodes })
  })
})
