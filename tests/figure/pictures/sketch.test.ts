import { describe, expect, test } from 'bun:test'
import { packed } from '../../../src/figure/color'
import { within } from '../../../src/figure/geometry'
import { drawPicture, pictureAspect, readSketch } from '../../../src/figure/pictures'
import { HUE_ANGLES } from '../../../src/figure/pictures/sketch/tones'
import { TONES } from '../../../src/figure/pictures/stroke'
import { themes } from '../../../src/figure/themes'
import { STYLES } from '../../../src/forms/look'
import { pathExtent } from './path-extent'

const strokesOf = (svg: string) => {
  const sketch = readSketch(svg)
  if ('refused' in sketch) throw new Error(sketch.refused)
  return sketch.strokes
}
const extentOf = (svg: string) => {
  const { x, y, width, height } = pathExtent(strokesOf(svg)[0]?.d ?? '')
  return [x, y, x + width, y + height].map((each) => Math.round(each * 10) / 10)
}

describe('shapes', () => {
  test.each([
    ['<rect x="10" y="20" width="30" height="40"/>', [10, 20, 40, 60]],
    ['<rect x="10" y="20" width="30px" height="40" rx="5"/>', [10, 20, 40, 60]],
    ['<circle cx="50" cy="50" r="20"/>', [30, 30, 70, 70]],
    ['<ellipse cx="50" cy="50" rx="20" ry="10"/>', [30, 40, 70, 60]],
    ['<line x1="5" y1="10" x2="95" y2="90" stroke="#000"/>', [5, 10, 95, 90]],
    ['<polyline points="10,20 30,40 50,20" stroke="red" fill="none"/>', [10, 20, 50, 40]],
    ['<polygon points="10 20 30 40 50 20"/>', [10, 20, 50, 40]],
    [
      '<g transform="translate(10 20)"><g transform="scale(2)"><rect width="5" height="6"/></g></g>',
      [10, 20, 20, 32],
    ],
    ['<rect width="20" height="10" transform="rotate(90 50 50)"/>', [90, 0, 100, 20]],
    ['<rect width="20" height="10" transform="matrix(0 1 -1 0 40 0)"/>', [30, 0, 40, 20]],
    ['<svg viewBox="0 0 24 24"><rect x="6" y="6" width="12" height="12"/></svg>', [6, 6, 18, 18]],
    [
      '<svg width="200" height="100"><rect x="6" y="6" width="12" height="12"/></svg>',
      [6, 6, 18, 18],
    ],
  ])('%s lies where its author put it', (svg, extent) => {
    expect(extentOf(svg)).toEqual(extent)
  })

  test.each([
    ['M10 10h80v80H10z', [10, 10, 90, 90]],
    ['m10 10 80 0 0 80-80 0z', [10, 10, 90, 90]],
    ['M10,10L90,10 90,90', [10, 10, 90, 90]],
    ['M10 50Q30 10 50 50T90 50', [10, 30, 90, 70]],
    ['M10 50C10 20 40 20 40 50S70 80 70 50', [10, 27.5, 70, 72.5]],
    ['M50 10A40 40 0 1 1 49.9 10z', [10, 10, 90, 90]],
    ['M50 10a40 40 0 0140 40', [50, 10, 90, 50]],
    ['M50 10a40 40 0 0 0 40 40', [50, 10, 90, 50]],
    ['M1e1.5e1L.9e2 50', [10, 5, 90, 50]],
  ])('path data %s is read as browsers do', (d, extent) => {
    expect(extentOf(`<path d="${d}" stroke="#000" fill="none"/>`)).toEqual(extent)
  })

  test('a sketch that leaves its box is made smaller, in proportion', () => {
    expect(extentOf('<rect x="-10" y="10" width="120" height="60"/>')).toEqual([0, 16.7, 100, 66.7])
  })

  test('presentation attributes come down from groups', () => {
    const [one, two] = strokesOf(
      '<g fill="c2" stroke="ink" opacity="0.5"><rect width="9" height="9"/><rect width="9" height="9" fill="none"/></g>',
    )
    expect(one).toMatchObject({ fill: 'c2', stroke: 'ink', opacity: 0.5 })
    expect(two).toMatchObject({ fill: null, stroke: 'ink', opacity: 0.5 })
  })

  test('the usual line is the theme outline, heavier ones are heavier', () => {
    const lines = [2, 2, 2, 4, 40, 0.1].map(
      (width) => `<line x2="90" y2="9" stroke="#000" stroke-width="${width}"/>`,
    )
    expect(strokesOf(lines.join('')).map(({ weight }) => weight)).toEqual([1, 1, 1, 2, 2, 0.6])
  })
})

test.each([
  ['#ffffff', 'paper'],
  ['white', 'paper'],
  ['#000', 'ink'],
  ['#44546a', 'ink'],
  ['#777', 'muted'],
  ['#2f6fb0', 'c1'],
  ['#cfe3f5', 'c1-light'],
  ['rgb(217,104,43)', 'c2'],
  ['#f4c95d', 'c2'],
  ['seagreen', 'c3'],
  ['#9cc28f', 'c3-light'],
  ['#a3397f', 'c4'],
  ['accent', 'accent'],
  ['c7-light', 'c7-light'],
])('the colour %s is the tone %s', (colour, tone) => {
  expect(strokesOf(`<rect width="50" height="50" fill="${colour}"/>`)[0]?.fill).toBe(tone as 'ink')
})

test('pale lines can be seen', () => {
  expect(strokesOf('<line x2="9" y2="9" stroke="#b4c0cd"/>')[0]?.stroke).toBe('muted')
  expect(strokesOf('<line x2="9" y2="9" stroke="#cfe3f5"/>')[0]?.stroke).toBe('c1')
})

test.each(STYLES)('the first hues of %s are what colours are held against', (style) => {
  const angles = Object.values(HUE_ANGLES)
  for (const [index, { line, deep }] of themes[style].palette.hues.slice(0, 4).entries()) {
    const angle = hueAngle(line === '#1c1c1c' ? deep : line)
    const away = angles.map((each) => Math.abs(((angle - each + 540) % 360) - 180))
    expect(away.indexOf(Math.min(...away))).toBe(index)
  }
})

function hueAngle(colour: string): number {
  const rgb = packed(colour)
  const [r, g, b] = [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255]
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
}

test('what is no shape is left out and named', () => {
  const sketch = readSketch(
    '<title>x</title><text x="1" y="2">Accuracy 97 %<tspan>!</tspan></text><image href="https://example.org/a.png"/>' +
      '<use href="#a"/><a href="https://example.org"><rect width="9" height="9"/></a><script>alert(1)</script>' +
      '<foreignObject><div/></foreignObject><rect width="50" height="50" fill="url(#g)" onclick="alert(1)"/>',
  )
  if ('refused' in sketch) throw new Error(sketch.refused)
  expect(sketch.left).toEqual([
    "the sketch's text is left out",
    "the sketch's image is left out",
    "the sketch's use is left out",
    "the sketch's a is left out",
    "the sketch's script is left out",
    "the sketch's foreignObject is left out",
    "the sketch's gradient is left out",
  ])
  expect(sketch.strokes).toEqual([
    { d: 'M0 0L50 0L50 50L0 50Z', fill: 'tint', stroke: null, weight: 0 },
  ])
})

const big = (text: string, times: number) => text.repeat(times)

describe('hostile sketches are refused with a sentence', () => {
  test.each([
    ['the sketch draws nothing.', ''],
    ['the sketch draws nothing.', '<text>only words</text>'],
    ['the sketch draws nothing.', '<rect width="50" height="50" fill="none"/>'],
    ['the sketch draws nothing.', '<rect width="50" height="50" opacity="0"/>'],
    ['the sketch is larger than 4 kB.', `<path d="M0 0${big('L1 1', 10_000)}"/>`],
    ['the sketch is nested deeper than 16 levels.', big('<g>', 500)],
    ['the sketch is nested deeper than 16 levels.', big('<b>', 500)],
    ['the sketch draws nothing.', big('<g/>', 900)],
    [
      'the sketch has more than 1200 lines and curves.',
      `<path d="M0 0a1 1 0 ${big('11-1 0 1 1 0 111 0 1 1 0 ', 155)}111 0"/>`,
    ],
    ['the sketch has more than 1200 lines and curves.', `<path d="M0 0h${big('1 ', 2000)}"/>`],
    ['a length of the sketch is no plain number.', '<rect width="NaN" height="50"/>'],
    ['a length of the sketch is no plain number.', '<rect width="1e999" height="50"/>'],
    ['a length of the sketch is no plain number.', '<rect width="50%" height="50"/>'],
    ['the sketch has coordinates beyond all measure.', '<rect width="1e300" height="50"/>'],
    ['a path of the sketch cannot be read.', '<circle cx="1e308" cy="1" r="1e308"/>'],
    ['the sketch has coordinates beyond all measure.', '<path d="M0 0L1e400 0"/>'],
    ['the sketch draws nothing.', '<path d="M0 0A1e-320 1 0 0 1 9 9"/>'],
    ['the sketch draws far outside its box.', '<path d="M0 0L-5000 0"/>'],
    ['a path of the sketch cannot be read.', '<path d="M0 0 L NaN 3"/>'],
    ['a path of the sketch cannot be read.', '<path d="L0 0 1 1"/>'],
    ['a path of the sketch cannot be read.', '<path d="M0 0Z5"/>'],
    ['a path of the sketch cannot be read.', '<path d="M0 0 url(#x)"/>'],
    [
      'the sketch has coordinates beyond all measure.',
      '<g transform="scale(1e200)"><g transform="scale(1e200)"><rect width="1" height="1"/></g></g>',
    ],
    [
      'a transform of the sketch cannot be read.',
      '<rect width="9" height="9" transform="rotate(a)"/>',
    ],
    ['a colour of the sketch cannot be read.', '<rect width="9" height="9" fill="expression(1)"/>'],
    [
      'the sketch uses style instead of presentation attributes.',
      '<rect width="9" height="9" style="fill:red"/>',
    ],
    [
      'the sketch is not well-formed XML.',
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg><rect width="9" height="9"/></svg>',
    ],
    ['the sketch is not well-formed XML.', '<rect width="9" height="9"/>&a;'],
    ['the sketch is not well-formed XML.', '<rect width="9"'],
    ['the sketch is not well-formed XML.', '</svg><script/>'],
    ['the sketch has no size.', '<svg viewBox="0 0 0 9"><rect width="9" height="9"/></svg>'],
    [
      'the sketch is larger than 200 x 200.',
      '<svg viewBox="0 0 400 9"><rect width="9" height="9"/></svg>',
    ],
  ])('%#: %s', (sentence, svg) => {
    expect(readSketch(svg)).toEqual({ refused: sentence })
    expect(pictureAspect({ svg, width: Number.NaN, height: 100, alt: 'x' })).toBeUndefined()
  })
})

test('a sketch is drawn within its box, without the room around what it draws', () => {
  const svg =
    '<rect x="2" y="8" width="96" height="84" fill="#cfe3f5" stroke="#44546a" stroke-width="3"/>'
  const picture = { svg, width: 200, height: 100, alt: 'a frame' }
  expect(pictureAspect(picture)).toBeCloseTo(96 / 84)
  const box = { x: 40, y: 50, width: 60, height: 30 }
  const drawn = drawPicture(picture, box, 14) ?? []
  expect(drawn).toHaveLength(1)
  for (const { d, fill } of drawn) {
    expect(within(pathExtent(d), box)).toBe(true)
    expect(fill === null || TONES.includes(fill)).toBe(true)
  }
})
