import { rounded, roundedTo } from '../../forms/numbers'
import type { Box, Head, Point, Scene, SceneElement, Style, TextLine } from '../../forms/scene'
import { PAPER } from '../canvas/paper'
import { centreOf, distance } from '../geometry'
import { outlineOf } from '../geometry/outlines'
import { pathSegments, type Segment } from '../geometry/path-data'
import { isHex } from '../pixels/color'
import { headOf } from '../svg/heads'
import { lost } from './lost'
import type { Exportable, Made } from './made'
import { namesFor } from './names'
import * as parts from './parts'
import { texOf } from './tex'

/** A page of LaTeX that compiles alone: nodes by their names, connectors from name to name, colours defined. */
export function tikz({ scene, title }: Exportable): Made {
  const sheet = new Sheet(scene)
  const ground = sheet.colour(scene.background)
  const body = parts.partsOf(scene).flatMap((part) => sheet.draw(part))
  const leftOut = [
    ...lost(scene, ['gradients', 'shadows', 'halos', 'stretches', 'images']),
    ...(sheet.unset.size > 0
      ? [
          `pdflatex cannot set ${[...sheet.unset].slice(0, 20).join(' ')}: compile it with lualatex and a font that has them.`,
        ]
      : []),
  ]
  const text = [
    `% ${title.replace(/\s+/g, ' ')}`,
    ...leftOut.map((sentence) => `% ${sentence}`),
    HEAD,
    ...[...sheet.colours].map(
      ([hex, name]) => `\\definecolor{${name}}{HTML}{${hex.slice(1).toUpperCase()}}`,
    ),
    '\\begin{document}',
    `\\begin{tikzpicture}[x=${sheet.mm}mm, y=-${sheet.mm}mm, line join=round, every node/.style={inner sep=0pt, outer sep=0pt}]`,
    `\\path[use as bounding box, fill=${ground}] (0,0) rectangle ${at({ x: scene.width, y: scene.height })};`,
    ...body,
    ...sheet.wires,
    '\\end{tikzpicture}',
    '\\end{document}',
  ]
  return { bytes: `${text.join('\n')}\n`, leftOut }
}

const HEAD = `\\documentclass[tikz, border=0pt]{standalone}
\\usepackage{iftex}
\\ifPDFTeX
  \\usepackage[T1]{fontenc}
  \\usepackage[utf8]{inputenc}
  \\usepackage{textcomp}
  \\usepackage[scaled=1]{helvet}
  \\newcommand{\\other}[1]{?}
\\else
  \\usepackage{fontspec}
  \\newcommand{\\other}[1]{#1}
\\fi
\\renewcommand{\\familydefault}{\\sfdefault}
\\usetikzlibrary{arrows.meta, shapes.geometric}
\\newcommand{\\size}[2]{\\fontsize{#1}{#2}\\selectfont}`

const at = ({ x, y }: Point) => `(${rounded(x)},${rounded(y)})`

const HEADS: Readonly<Record<Head['form'], string>> = {
  triangle: 'Triangle',
  barbed: 'Stealth',
  open: 'Straight Barb',
  bar: 'Bar',
  cross: 'Rays[n=4]',
  circle: 'Circle[open]',
}

class Sheet {
  readonly unset = new Set<string>()
  readonly colours = new Map<string, string>()
  readonly wires: string[] = []
  /** Of one pixel. */
  readonly mm: number
  private readonly boxes: ReadonlyMap<string, Box>
  private readonly names: ReadonlyMap<string, string>

  constructor(scene: Scene) {
    this.mm = roundedTo((scene.paper ?? PAPER.wide) / scene.width, 5)
    this.boxes = parts.thingsIn(scene)
    this.names = namesFor([...this.boxes.keys()])
  }

  draw(part: parts.Part): string[] {
    const { each } = part
    const inside = 'parts' in part ? part.parts.flatMap((one) => this.draw(one)) : []
    switch (part.is) {
      case 'thing':
        return clipped(each, [...this.thing(part), ...inside])
      case 'words':
        return this.words(part.each)
      case 'ink':
        return this.strokes(part.each)
      case 'picture':
        return this.picture(part.elements)
      case 'wire':
        // The nodes that it names come first.
        this.wires.push(this.wire(part), ...inside)
        return []
    }
  }

  private thing({ each, body, label }: parts.Thing): string[] {
    const name = this.names.get(each.id)
    if (name === undefined) return label ? this.words(label) : []
    const box = parts.boxOfThing(each)
    const middle = centreOf(box)
    const size = [
      `minimum width=${this.long(box.width)}`,
      `minimum height=${this.long(box.height)}`,
    ]
    const node = (options: string[], text: string) =>
      `\\node[${[...options, ...size].join(', ')}] (${name}) at ${at(middle)} {${text}};`
    const shape = body && shapeOf(body)
    if (!body || !shape) {
      const outline = body ? this.strokes(body) : []
      return [...outline, node([], ''), ...(label ? this.words(label) : [])]
    }
    const radius = body.geometry.form === 'rect' ? body.geometry.radius : 0
    const round = radius > 0 ? [`rounded corners=${this.long(radius)}`] : []
    const drawn = [...shape, ...this.paint(each.style), ...round]
    const block = label && parts.blockOf(label)
    const isInside = block && distance(block.middle, middle) < INSIDE * block.fontSize
    if (!isInside || block.turn !== 0) return [node(drawn, ''), ...(label ? this.words(label) : [])]
    const lines = block.lines.map((line) => this.line(line, label.style)).join(' \\\\ ')
    const leading = this.points(block.leading)
    return [node([...drawn, 'align=center', ...this.face(label.style, leading)], lines)]
  }

  private words({ geometry, style }: parts.Words): string[] {
    const { lines, anchor, turn = 0 } = geometry
    const base = { start: 'base west', middle: 'base', end: 'base east' }[anchor]
    const options = [`anchor=${base}`, ...this.face(style), ...(turn ? [`rotate=${-turn}`] : [])]
    return lines.map(
      (line) => `\\node[${options.join(', ')}] at ${at(line)} {${this.line(line, style)}};`,
    )
  }

  /** Of a whole text. @param leading from line to line */
  private face(style: Style, leading?: string): string[] {
    const { fontSize = 16, italic, fonts = [], fill = '#000000', opacity } = style
    const size = this.points(fontSize)
    const family = /mono|courier|cousine/i.test(fonts[0] ?? '') ? '\\ttfamily' : ''
    const weight = parts.isBold(style) ? '\\bfseries' : ''
    return [
      `font=${family}\\size{${size}}{${leading ?? size}}${weight}${italic ? '\\itshape' : ''}`,
      `text=${this.colour(fill)}`,
      ...(opacity === undefined ? [] : [`text opacity=${opacity}`]),
    ]
  }

  private line({ text, runs = [{ text }] }: TextLine, { fontSize = 16 }: Style): string {
    return runs
      .map(({ text, rise = 0, ...run }) => {
        const size = this.points(run.fontSize ?? fontSize)
        const face = [
          ...(run.fontSize ? [`\\size{${size}}{${size}}`] : []),
          ...(run.italic ? ['\\itshape '] : []),
          ...(parts.isBold(run) ? ['\\bfseries '] : []),
          ...(run.fill ? [`\\color{${this.colour(run.fill)}}`] : []),
        ]
        const tex = texOf(text, this.unset)
        const dressed = face.length > 0 ? `{${face.join('')}${tex}}` : tex
        return rise === 0 ? dressed : `\\raisebox{${this.long(rise)}}{${dressed}}`
      })
      .join('')
  }

  /** Each as far as what holds it is shown. */
  private picture(elements: readonly SceneElement[]): string[] {
    const byId = new Map(elements.map((one) => [one.id, one]))
    return elements.flatMap((one) => {
      let lines = this.strokes(one)
      let holder: SceneElement | undefined = one
      // What holds itself, by whatever way round, is clipped as often as there are elements at most.
      for (let left = elements.length; holder && lines.length > 0 && left > 0; left--) {
        lines = clipped(holder, lines)
        holder = byId.get(holder.parent ?? '')
      }
      return lines
    })
  }

  private strokes({ geometry, style, paint }: SceneElement): string[] {
    if (geometry?.form === 'image' || geometry?.form === 'lines') return []
    const own = geometry ? [{ segments: outlineOf(geometry), style }] : []
    const all = paint?.map(({ d, ...one }) => ({ ...one, segments: pathSegments(d) })) ?? own
    return all
      .filter(({ segments }) => segments.length > 1)
      .map((one) => `\\path[${this.paint(one.style).join(', ')}] ${wayOf(one.segments)};`)
  }

  private wire({ each }: parts.Wire): string {
    const { style, heads = 'end', geometry, from, to } = each
    const { form, length, width } = headOf(style)
    const pen = style.strokeWidth ?? 1
    const wide = `width=${this.long(width * pen)}`
    const size = form === 'bar' ? wide : `length=${this.long(length * pen)}, ${wide}`
    const tip = `{${HEADS[form]}[${size}]}`
    const line = outlineOf(geometry)
    const points = line.map(({ points }) => points.slice(-2))
    const end = (id = '', [x = 0, y = 0]: number[] = []) => {
      const [box, name] = [this.boxes.get(id), this.names.get(id)]
      if (!box || name === undefined) return undefined
      const { x: dx, y: dy } = by(centreOf(box), { x, y })
      const is = ([, left, top]: (typeof SIDES)[number]) =>
        Math.hypot(dx - (left * box.width) / 2, dy - (top * box.height) / 2) < 1
      const side = SIDES.find(is)?.[0]
      return side ? `(${name}.${side})` : `([shift={${at({ x: dx, y: dy })}}]${name}.center)`
    }
    const [corners, radius] =
      geometry.form === 'polyline' ? [straight(geometry.points), geometry.radius] : [line, 0]
    const options = [
      `${heads === 'both' ? tip : ''}-${heads === 'none' ? '' : tip}`,
      ...this.paint({ ...style, stroke: style.stroke ?? '#000000', fill: 'none' }),
      ...(radius > 0 ? [`rounded corners=${this.long(radius)}`] : []),
    ]
    const way = wayOf(corners, end(from?.element, points[0]), end(to?.element, points.at(-1)))
    return `\\draw[${options.join(', ')}] ${way};`
  }

  private paint(style: Style): string[] {
    const { fill = 'none', stroke, strokeWidth = 1, dash } = style
    const share = (name: string, value: number | undefined) =>
      value === undefined ? [] : [`${name}=${rounded(value)}`]
    return [
      ...(fill === 'none' ? [] : [`fill=${this.colour(fill)}`]),
      ...(stroke ? [`draw=${this.colour(stroke)}`, `line width=${this.long(strokeWidth)}`] : []),
      ...(dash ? [`dash pattern=${this.dashes(dash)}`] : []),
      ...(style.round ? ['line cap=round'] : style.square ? ['line cap=rect'] : []),
      ...(style.join ? [`line join=${style.join}`] : []),
      ...(style.evenOdd ? ['even odd rule'] : []),
      ...share('opacity', style.opacity),
      ...share('fill opacity', style.fillOpacity),
      ...share('draw opacity', style.strokeOpacity),
    ]
  }

  private dashes(dash: readonly number[]): string {
    const all = dash.length % 2 === 0 ? dash : [...dash, ...dash]
    return all.map((by, at) => `${at % 2 === 0 ? 'on' : 'off'} ${this.long(by)}`).join(' ')
  }

  colour(hex: string): string {
    const plain = isHex(hex) ? hex : '#000000'
    const name = this.colours.get(plain) ?? `c${this.colours.size + 1}`
    this.colours.set(plain, name)
    return name
  }

  private long = (pixels: number) => `${roundedTo(pixels * this.mm, 3)}mm`
  private points = (pixels: number) => `${rounded((pixels * this.mm) / MM_OF_POINT)}pt`
}

const by = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })

/** Of a box's sides, with where their middles are from its own. */
const SIDES = [
  ['east', 1, 0],
  ['west', -1, 0],
  ['north', 0, -1],
  ['south', 0, 1],
] as const

/** Words nearer to the middle of a shape than this stand in it, in em. */
const INSIDE = 0.2
const MM_OF_POINT = 25.4 / 72.27

/** Of shapes that TikZ has itself. */
function shapeOf({ geometry }: parts.Ink): string[] | undefined {
  if (geometry.form === 'ellipse') return ['ellipse']
  if (geometry.form === 'rect') return ['rectangle']
  return parts.isDiamond(geometry) ? ['diamond'] : undefined
}

function clipped({ clip }: SceneElement, lines: string[]): string[] {
  if (!clip) return lines
  const way = wayOf(pathSegments(clip.d))
  return ['\\begin{scope}', `\\clip ${way};`, ...lines, '\\end{scope}']
}

const straight = (points: readonly Point[]): Segment[] =>
  points.map(({ x, y }, index) => ({ letter: index === 0 ? 'M' : 'L', points: [x, y] }))

/** A path in TikZ's words; its ends may be named. */
function wayOf(segments: readonly Segment[], from?: string, to?: string): string {
  return segments
    .map(({ letter, points: [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] }, index) => {
      const place = (x: number, y: number) =>
        (index === 0 && from) || (index === segments.length - 1 && to) || at({ x, y })
      if (letter === 'Z') return '-- cycle'
      if (letter === 'M') return place(a, b)
      if (letter === 'L') return `-- ${place(a, b)}`
      return `.. controls ${at({ x: a, y: b })} and ${at({ x: c, y: d })} .. ${place(e, f)}`
    })
    .join(' ')
}
