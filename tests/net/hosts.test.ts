import { describe, expect, test } from 'bun:test'
import { matchHost } from '../../src/net/hosts'

describe('a list of hosts', () => {
  test.each([
    ['files.example.org', 'files.example.org'],
    ['FILES.example.org.', 'files.Example.org'],
    ['files.example.org', 'files.example.org.'],
    ['a.example.org', '*.example.org'],
    ['a.b.example.org', '*.example.org'],
    ['xn--bcher-kva.example', 'bücher.example'],
    ['a.xn--bcher-kva.example', '*.bücher.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['[::1]', '[::1]'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['[::ffff:10.0.0.1]', '10.0.0.1'],
    ['a.example.org', '*'],
    ['10.0.0.1', '*'],
  ])('%s is matched by %s', (host, pattern) => {
    expect(matchHost(host, ['other.example', pattern])).toBe(true)
  })

  test.each([
    ['example.org', '*.example.org'],
    ['evilexample.org', '*.example.org'],
    ['example.org.evil.net', '*.example.org'],
    ['a.example.org', 'example.org'],
    ['example.org', 'a.example.org'],
    ['a.example.org', '*.'],
    ['a.example.org', 'a.*.org'],
    ['a.example.org', '*.*.org'],
    ['a.example.org', '.example.org'],
    ['a.example.org', ''],
    ['a.example.org', 'a.example.org:443'],
    ['a.example.org', 'https://a.example.org'],
    ['a.example.org', 'user@a.example.org'],
    ['10.0.0.1', '*.0.0.1'],
    ['10.0.0.1', '*.1'],
    ['[::1]', '[::1]:80'],
    ['', ''],
  ])('%j is not matched by %j', (host, pattern) => {
    expect(matchHost(host, [pattern])).toBe(false)
  })
})
