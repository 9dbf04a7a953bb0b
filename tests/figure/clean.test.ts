import { describe, expect, test } from 'bun:test'
import { cleanSvg, SvgRefused } from '../../src/figure/svg/clean'

const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const LINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const wrap = (content: string, root = SVG) => `<svg ${root} width="10" height="10">${content}</svg>`

describe('drops', () => {
  const hostile: Record<string, [markup: string, never: RegExp]> = {
    scripts: ['<script>alert(1)</script><rect/>', /alert|script/],
    'scripts in CDATA': ['<script><![CDATA[alert(1)]]></script>', /alert/],
    'foreign objects': [
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>',
      /foreign|body|img/,
    ],
    'event handlers': [
      '<rect onload="alert(1)" ONCLICK="alert(2)" x="1"/>',
      /alert|onload|onclick/i,
    ],
    'style elements': ['<style>rect{fill:url(http://evil)}</style><rect/>', /style|evil/],
    'style attributes': ['<rect style="fill:url(http://evil/)"/>', /style|evil/],
    'links that run': ['<a href="javascript:alert(1)"><text>x</text></a>', /javascript|<a/],
    'outside pictures': ['<image href="http://evil/x.png"/>', /evil/],
    'local files': ['<image href="file:///etc/passwd"/><image href="/etc/passwd"/>', /passwd/],
    'SVG pictures': ['<image href="data:image/svg+xml;base64,AAAA"/>', /svg\+xml/],
    'outside uses': ['<use href="http://evil/x.svg#a"/>', /evil/],
    'outside paint': ['<rect fill="url(http://evil/#a)"/>', /evil/],
    'hidden outside paint': ['<rect fill="red url( &quot;//evil/&quot; )"/>', /evil/],
    'escaped outside paint': ['<rect fill="u\\72l(http://evil)"/>', /evil/],
    animation: [
      '<rect><animate attributeName="href" to="javascript:alert(1)"/></rect>',
      /animate|alert/,
    ],
    comments: ['<!-- secret --><rect/>', /secret|<!--/],
    'processing instructions': ['<?xml-stylesheet href="http://evil/x.css"?><rect/>', /evil|<\?/],
    'elements of other namespaces': ['<x:script xmlns:x="urn:x">alert(1)</x:script>', /alert|urn/],
    'prefixed attributes': ['<rect xmlns:ev="urn:ev" ev:event="load"/>', /event|urn/],
    'a base': ['<rect xml:base="http://evil/"/>', /evil/],
  }
  test.each(Object.keys(hostile))('%s', (name) => {
    const [markup, never] = hostile[name] ?? ['', /^$/]
    const clean = cleanSvg(wrap(markup))
    expect(clean).not.toMatch(never)
    expect(cleanSvg(clean)).toBe(clean)
  })
})

describe('keeps', () => {
  const kept: Record<string, string> = {
    'shapes with presentation attributes':
      '<g id="a" class="node" data-label="x"><rect x="1" y="2" width="3" height="4" fill="#ff0000" stroke-dasharray="4 2"/></g>',
    'markers and references':
      '<defs><marker id="m" orient="auto"><path d="M0 0L1 1"/></marker></defs><path d="M0 0" marker-end="url(#m)"/>',
    'text with spans':
      '<text x="1" y="2" text-anchor="middle">a &lt; b &amp; c<tspan x="1" dy="10">d</tspan></text>',
    'embedded pictures': '<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="/>',
    'gradients and clips':
      '<linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient><clipPath id="c"><circle r="2"/></clipPath>',
    'words that look like code in labels':
      '<g data-label="javascript: url(http://a) \\ expression(1)"><rect x="0"/></g>',
  }
  test.each(Object.keys(kept))('%s', (name) => {
    const markup = wrap(kept[name] ?? '')
    expect(cleanSvg(markup)).toBe(`${markup}\n`)
  })

  test('xlink references to own parts', () => {
    const markup = wrap('<use xlink:href="#a"/>', `${SVG} ${LINK}`)
    const clean = cleanSvg(markup)
    expect(clean).toContain('xlink:href="#a"')
    expect(cleanSvg(clean)).toBe(clean)
  })
})

describe('refuses', () => {
  const deep = (levels: number) => wrap('<g>'.repeat(levels) + '</g>'.repeat(levels))
  const refused: Record<string, [svg: string, why: RegExp]> = {
    'entity bombs': [
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${wrap('<text>&b;</text>')}`,
      /entities/,
    ],
    'outside entities': [
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wrap('<text>&x;</text>')}`,
      /entities/,
    ],
    'undeclared entities': [wrap('<text>&nope;</text>'), /well-formed/],
    'broken XML': [wrap('<g>'), /well-formed/],
    'other documents': ['<html><body/></html>', /not an SVG/],
    'an svg outside the namespace': ['<svg width="1"/>', /not an SVG/],
    'no XML at all': ['hello', /well-formed/],
    nothing: ['', /well-formed/],
    'deep nesting': [deep(2000), /deeper than 64/],
    'too many elements': [wrap('<g/>'.repeat(200_001)), /200000 elements/],
    'huge input': [' '.repeat(60_000_001), /60 MB/],
  }
  test.each(Object.keys(refused))('%s', (name) => {
    const [svg, why] = refused[name] ?? ['', /^$/]
    expect(() => cleanSvg(svg)).toThrow(SvgRefused)
    expect(() => cleanSvg(svg)).toThrow(why)
  })
})

test('a plain DOCTYPE and an XML declaration are dropped without a word', () => {
  const svg = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${wrap('<rect x="1"/>')}`
  expect(cleanSvg(svg)).toBe(`${wrap('<rect x="1"/>')}\n`)
})
