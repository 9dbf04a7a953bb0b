const svg = (inner: string, defs = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><defs>${defs}</defs>${inner}</svg>`
const times = (count: number, markup: (k: number) => string) =>
  Array.from({ length: count }, (_, k) => markup(k)).join('')

/** Drawings that are meant to hold the reader, and the sentence with which each is refused; none: it is read. */
export const HOSTILE: Readonly<Record<string, { drawing: string; refused?: RegExp }>> = {
  'no svg': { drawing: 'I cannot draw that.', refused: /no <svg>/ },
  'no canvas': { drawing: '<svg><rect width="9" height="9"/></svg>', refused: /viewBox/ },
  'nothing drawn': { drawing: svg(''), refused: /draws nothing/ },
  'larger than 200 kB': {
    drawing: svg(`<text>${'x'.repeat(200_000)}</text>`),
    refused: /201 kB.*200 kB/,
  },
  'more than 4,000 elements': { drawing: svg('<g/>'.repeat(4001)), refused: /4000 elements/ },
  '10,000 nodes': {
    drawing: svg(times(10_000, (k) => `<g data-node="${k}"/>`)),
    refused: /kB large/,
  },
  'a DOCTYPE': {
    drawing: `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`,
    refused: /DOCTYPE/,
  },
  entities: { drawing: svg('<text>&a;</text>'), refused: /not well-formed/ },
  'a use of itself': {
    drawing: svg('<use href="#a"/>', '<g id="a"><use href="#a"/></g>'),
    refused: /in a circle/,
  },
  'a use of what it stands in': {
    drawing: svg('<g id="p"><use href="#p"/></g>'),
    refused: /in a circle/,
  },
  'a ring of uses': {
    drawing: svg(
      '<use href="#a"/>',
      '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    ),
    refused: /in a circle/,
  },
  'a bomb of uses': {
    drawing: svg(
      '<use href="#g9"/>',
      `<g id="g0"><rect width="9" height="9"/></g>${times(9, (k) => `<g id="g${k + 1}">${times(10, () => `<use href="#g${k}"/>`)}</g>`)}`,
    ),
    refused: /8 deep/,
  },
  'a bomb of clips': {
    drawing: svg(
      '<rect clip-path="url(#c)" width="900" height="900"/>',
      `<rect id="g0" width="4" height="4"/>${times(9, (k) => `<g id="g${k + 1}">${times(10, () => `<use href="#g${k}"/>`)}</g>`)}<clipPath id="c"><use href="#g9"/></clipPath>`,
    ),
    refused: /8 deep/,
  },
  'a bomb of markers': {
    drawing: svg(
      times(600, (k) => `<path d="M${k} 3L${k} 90" stroke="#333" marker-end="url(#m)"/>`),
      `<marker id="m">${times(30, () => '<rect width="9" height="9"/>')}</marker>`,
    ),
    refused: /unfolds to more/,
  },
  'a marker of a group, in a ring': {
    drawing: svg(
      '<g marker-end="url(#m)"><path d="M3 3L9 90" stroke="#333"/></g>',
      '<marker id="m"><g id="a"><use href="#a"/></g></marker>',
    ),
    refused: /in a circle/,
  },
  'a ring in a clip of nothing': {
    drawing: svg(
      '<g clip-path="url(#c)"/><rect width="9" height="9"/>',
      '<clipPath id="c"><g id="a"><use href="#a"/></g></clipPath>',
    ),
    refused: /in a circle/,
  },
  'more letters than anybody reads': {
    drawing: svg(`<text y="90">${'words '.repeat(5000)}</text>`),
    refused: /20000 letters/,
  },
  'a marker in itself': {
    drawing: svg(
      '<path d="M3 3L9 90" stroke="#333" marker-end="url(#m)"/>',
      '<marker id="m"><path d="M3 3L9 90" stroke="#333" marker-end="url(#m)"/></marker>',
    ),
  },
  'a ring of gradients': {
    drawing: svg(
      '<rect width="600" height="600" fill="url(#g0)" stroke="#333"/>',
      times(50, (k) => `<linearGradient id="g${k}" href="#g${(k + 1) % 50}"/>`),
    ),
  },
  'one clip of many points in many places': {
    drawing: svg(
      times(900, (k) => `<g clip-path="url(#c)"><rect x="${k}" width="600" height="600"/></g>`),
      `<clipPath id="c"><path d="M0 0${times(3000, (k) => `L${k % 1600} ${(k * 7) % 900}`)}Z"/></clipPath>`,
    ),
    refused: /too much work/,
  },
  NaN: {
    drawing: svg('<rect x="NaN" y="3" width="5" height="5"/>'),
    refused: /"NaN" stands where a number must/,
  },
  '1e300': { drawing: svg('<path d="M1e300 0L5 5" stroke="#333"/>'), refused: /beyond/ },
  'more than a double holds': {
    drawing: svg('<circle cx="1e999" r="4"/>'),
    refused: /"1e999" stands where a number must/,
  },
  'far by its transform': {
    drawing: svg('<g transform="scale(100000)"><rect width="900" height="50"/></g>'),
    refused: /beyond a million/,
  },
  'scaled to nothing': {
    drawing: svg('<g transform="scale(0)"><text>words</text></g><rect width="9" height="9"/>'),
  },
  'a line of 3,900 parts': {
    drawing: svg(
      `<text y="90">${times(1950, () => '<tspan>a</tspan><tspan fill="#f00">b</tspan>')}</text>`,
    ),
    refused: /parts of lines of text/,
  },
  'a transform of no numbers': {
    drawing: svg('<g transform="matrix(a b c d e f)"><rect width="9" height="9"/></g>'),
    refused: /transform/,
  },
  'a path of no numbers': {
    drawing: svg('<path d="M0 0Lx y" stroke="#333"/>'),
    refused: /path "M0 0Lx y"/,
  },
  'deep groups': {
    drawing: svg(`${'<g>'.repeat(3000)}${'</g>'.repeat(3000)}`),
    refused: /deeper than 64/,
  },
  'scripts, styles and links': {
    drawing: svg(
      '<style>rect{fill:url(http://evil)}</style><a href="javascript:evil()"><rect width="9" height="9"/></a><rect width="50" height="50" onload="evil()" style="fill:url(http://evil/);stroke:#333"/><animate attributeName="x"/>',
    ),
  },
  'names of the language': {
    drawing: svg(
      '<g data-node="__proto__"><rect width="99" height="99"/></g><g data-node="constructor"><rect x="200" width="99" height="99"/></g><g data-edge="toString" data-from="__proto__" data-to="constructor"><path d="M99 9L200 9" stroke="#333"/></g>',
    ),
  },
}
