import { describe, expect, test } from 'bun:test'
import { checkUrl, isPrivateOrPublicAddress, isPublicAddress } from '../../src/net/address'

const image = { schemes: ['https'] as const }
const webhook = { schemes: ['https', 'http'] as const }

const ACCEPTED: readonly (readonly [raw: string, href: string])[] = [
  ['https://example.org/a.png', 'https://example.org/a.png'],
  ['HTTPS://EXAMPLE.org/A.png', 'https://example.org/A.png'],
  ['https://example.org', 'https://example.org/'],
  ['https://example.org:8443/a', 'https://example.org:8443/a'],
  ['https://example.org:443/a', 'https://example.org/a'],
  ['https://example.org:22/a', 'https://example.org:22/a'],
  ['https://example.org./a', 'https://example.org./a'],
  ['https://example.org/a?b=c&d=%20', 'https://example.org/a?b=c&d=%20'],
  ['https://example.org/a#top', 'https://example.org/a'],
  ['https://example.org/a@b', 'https://example.org/a@b'],
  ['https://example.org/?u=user@host', 'https://example.org/?u=user@host'],
  ['https://example.org/?to=http://127.0.0.1/', 'https://example.org/?to=http://127.0.0.1/'],
  ['https://my_bucket.example.org/a', 'https://my_bucket.example.org/a'],
  ['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
  ['https://localhost.example.org/', 'https://localhost.example.org/'],
  ['https://mylocalhost/', 'https://mylocalhost/'],
  // Names are judged by what they resolve to.
  ['https://printer.local/', 'https://printer.local/'],
  ['https://metadata.google.internal/', 'https://metadata.google.internal/'],
  ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
  ['https://8.8.8.8/a', 'https://8.8.8.8/a'],
  ['https://0x08080808/a', 'https://8.8.8.8/a'],
  ['https://172.15.255.255/', 'https://172.15.255.255/'],
  ['https://172.32.0.1/', 'https://172.32.0.1/'],
  ['https://100.63.255.255/', 'https://100.63.255.255/'],
  ['https://100.128.0.1/', 'https://100.128.0.1/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://[::ffff:8.8.8.8]/', 'https://[::ffff:808:808]/'],
  ['https://[64:ff9b::8.8.8.8]/', 'https://[64:ff9b::808:808]/'],
]

const REFUSED: readonly string[] = [
  // schemes
  'http://example.org/a.png',
  'ftp://example.org/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'gopher://example.org/',
  'blob:https://example.org/1',
  'wss://example.org/',
  '//example.org/a.png',
  'example.org/a.png',
  '',
  // shape
  'https://',
  'https:///a',
  'https:example.org',
  'https:/example.org',
  'https:\\\\example.org\\a',
  'https://example.org\\@127.0.0.1/',
  ' https://example.org/',
  'https://example.org/ ',
  'https://exam\tple.org/',
  'https://example.org/a\nb',
  'https://example.org/a b',
  'https://example.org/\u0000',
  'https://example.org/\ud800',
  'https://example.org:0/',
  'https://example.org:65536/',
  'https://example.org:80:80/',
  'https://*.example.org/',
  'https://exa..mple.org/',
  'https://.example.org/',
  'https://example.org../',
  'https://-example.org/',
  `https://${'a'.repeat(64)}.org/`,
  `https://example.org/${'a'.repeat(2048)}`,
  `https://example.org/${'ü'.repeat(500)}`,
  // user info
  'https://user@example.org/',
  'https://user:pass@example.org/',
  'https://@example.org/',
  'https://:@example.org/',
  'https://example.org@127.0.0.1/',
  // this machine
  'https://localhost/',
  'https://LOCALHOST./',
  'https://localhost:8443/',
  'https://a.localhost/',
  'https://127.0.0.1/',
  'https://127.255.255.254/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.01/',
  'https://127%2e0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://0.0.0.0/',
  'https://0/',
  'https://0.1.2.3/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  // private and special networks
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://198.18.0.1/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[100::1]/',
  'https://[4000::1]/',
  'https://[5f00::1]/',
  // IPv4 inside IPv6
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::8.8.8.8]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:808:808::]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
]

describe('an address at submission', () => {
  test.each(ACCEPTED)('%s is accepted', (raw, href) => {
    const checked = checkUrl(raw, image)
    expect(checked.ok && checked.url.href).toBe(href)
  })

  test.each(REFUSED.map((raw) => [raw]))('%j is refused', (raw) => {
    expect(checkUrl(raw, image)).toEqual({
      ok: false,
      reason: 'must be a public https address',
    })
  })

  test('a webhook may be plain http, and its refusal says so', () => {
    expect(checkUrl('http://example.org/hook', webhook).ok).toBe(true)
    expect(checkUrl('ftp://example.org/hook', webhook)).toEqual({
      ok: false,
      reason: 'must be a public http or https address',
    })
  })
})

describe('private receivers that an operator named', () => {
  const rule = {
    ...webhook,
    allowPrivateHosts: ['10.0.0.5', '::1', 'localhost', '*.lan.example', '169.254.169.254'],
  }

  test.each([
    ['http://10.0.0.5:9000/hook'],
    ['http://[::ffff:10.0.0.5]/hook'],
    ['http://[::1]:3000/'],
    ['http://localhost:3000/'],
    ['http://hooks.lan.example/'],
  ])('%s is let through', (raw) => {
    expect(checkUrl(raw, rule).ok).toBe(true)
  })

  test.each([
    ['http://10.0.0.6/hook'],
    ['http://127.0.0.1/'],
    ['http://a.localhost/'],
    ['http://user@10.0.0.5/hook'],
    ['ftp://10.0.0.5/hook'],
    ['http://169.254.169.254/latest/'],
  ])('%s is refused all the same', (raw) => {
    expect(checkUrl(raw, rule).ok).toBe(false)
  })
})

describe('a resolved address', () => {
  test.each([
    ['fe80::1%eth0'],
    ['2606:4700:4700::1111%eth0'],
    ['localhost'],
    [''],
    ['[::1]'],
    ['8.8.8.8/8'],
  ])('%j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
    expect(isPrivateOrPublicAddress(address)).toBe(false)
  })

  test('of a named host may be private, never link-local or multicast', () => {
    const good = [
      '127.0.0.1',
      '::1',
      '10.1.2.3',
      'fd00::1',
      '100.64.1.1',
      '8.8.8.8',
      '::ffff:10.0.0.1',
    ]
    const bad = ['169.254.169.254', 'fe80::1', '224.0.0.1', '0.0.0.0', '::', '64:ff9b::a00:1']
    expect(good.filter(isPrivateOrPublicAddress)).toEqual(good)
    expect(bad.filter(isPrivateOrPublicAddress)).toEqual([])
  })
})
