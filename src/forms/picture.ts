import { type Static, type TSchema, Type } from '@sinclair/typebox'

const count = (minimum: number, maximum: number, standard: number) =>
  Type.Integer({ minimum, maximum, default: standard })
const share = (minimum: number, standard: number) =>
  Type.Number({ minimum, maximum: 1, default: standard })
const flag = (standard: boolean) => Type.Boolean({ default: standard })
/** The first is the default. */
const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.String({ enum: values, default: values[0] }))

interface Glyph {
  /** What it shows and what for, in a few words. */
  help: string
  with: Readonly<Record<string, TSchema>>
}

const SUBJECTS = ['person', 'animal', 'car', 'cells', 'scan'] as const

/**
 * The drawings that a node may bear, by name. Parameters shape counts and kinds, never values: what the source does not
 * say is drawn schematically.
 */
export const GLYPHS = {
  'feature-maps': {
    help: 'oblique plates in stages of changing size: an encoder, a decoder, a backbone',
    with: { stages: count(1, 6, 4), from: share(0.2, 1), to: share(0.2, 0.4) },
  },
  stack: {
    help: 'several of one kind, one behind the other',
    with: { of: oneOf(['maps', 'documents', 'images', 'cards']), count: count(2, 6, 3) },
  },
  image: {
    help: 'a picture, photograph or video frame',
    with: { scene: oneOf(['landscape', ...SUBJECTS]) },
  },
  mask: { help: 'the segmentation of a picture: light on dark', with: { scene: oneOf(SUBJECTS) } },
  vector: {
    help: 'cells in a line: an embedding, a feature vector',
    with: { cells: count(2, 12, 6), upright: flag(true) },
  },
  matrix: {
    help: 'cells in rows and columns: weights, attention, correlation, a design matrix',
    with: {
      rows: count(2, 12, 5),
      columns: count(2, 12, 5),
      pattern: oneOf(['mixed', 'plain', 'diagonal', 'triangle', 'blocks', 'band']),
    },
  },
  tokens: { help: 'a sequence of tokens or patches', with: { count: count(2, 12, 4) } },
  table: {
    help: 'records in rows under a header',
    with: { rows: count(2, 8, 4), columns: count(2, 6, 3) },
  },
  layers: { help: 'flat sheets one above the other', with: { count: count(2, 6, 3) } },
  volume: { help: 'a block of voxels: 3-D data, a tensor', with: { cells: count(1, 5, 3) } },
  graph: { help: 'nodes joined by lines: a knowledge graph', with: { nodes: count(4, 9, 6) } },
  tree: { help: 'a root that branches: decisions, a hierarchy', with: { levels: count(2, 4, 3) } },
  network: {
    help: 'columns of units, all joined: a neural network',
    with: { layers: count(2, 5, 3) },
  },
  waveform: {
    help: 'a signal over time',
    with: { of: oneOf(['sound', 'series', 'heartbeat']) },
  },
  spectrogram: { help: 'strength over time and frequency', with: {} },
  curve: {
    help: 'a smooth line over two axes',
    with: { shape: oneOf(['rise', 'decay', 's', 'peak', 'wave']) },
  },
  distribution: { help: 'bell curves', with: { count: count(1, 3, 1) } },
  points: { help: 'a scatter of groups: clusters', with: { groups: count(1, 4, 3) } },
  heat: { help: 'a heat map with one centre: saliency, activation', with: {} },
  'flow-field': { help: 'a field of arrows: motion, wind', with: {} },
  bars: {
    help: 'bars of even steps: scores, a ranking, counts',
    with: { count: count(2, 8, 4), upright: flag(true) },
  },
  document: { help: 'a page with text: an article, a report', with: {} },
  'text-lines': { help: 'lines of text without a page', with: { lines: count(2, 8, 4) } },
  speech: { help: 'a speech bubble: a query, an answer, a dialogue', with: {} },
  database: { help: 'a drum of disks: a store, an index', with: {} },
  tank: { help: 'a vessel of one or more levels of liquid', with: { levels: count(1, 4, 1) } },
  device: {
    help: 'a machine',
    with: { of: oneOf(['laptop', 'phone', 'server', 'camera', 'robot', 'arm', 'chip']) },
  },
  sensor: { help: 'what measures and sends', with: {} },
  scanner: { help: 'a ring scanner: MRI, CT, PET', with: {} },
  microscope: { help: 'a light microscope', with: {} },
  flask: { help: 'a flask with liquid: a sample, chemistry', with: {} },
  gear: { help: 'a gear wheel: a process, settings', with: {} },
  magnifier: { help: 'a magnifying glass: search, inspection', with: {} },
  lock: { help: 'a padlock: privacy, frozen weights', with: {} },
  shield: { help: 'a shield: protection, verification', with: {} },
  clock: { help: 'a clock: time, a delay', with: {} },
  check: { help: 'a check mark: accepted', with: {} },
  cross: { help: 'a cross: rejected', with: {} },
  person: { help: 'one person: a user, an expert, a participant', with: {} },
  'group-of-people': {
    help: 'several persons: a cohort, a team',
    with: { count: count(2, 5, 3) },
  },
  brain: { help: 'a brain from the side', with: {} },
  cell: { help: 'a living cell with its nucleus', with: {} },
  tissue: { help: 'cells side by side', with: {} },
  dna: { help: 'a double helix: genes, sequencing', with: {} },
  molecule: { help: 'a ring with side atoms: a compound, a drug', with: {} },
  plant: { help: 'a seedling: vegetation, a crop', with: {} },
  earth: { help: 'the globe: climate, remote sensing', with: {} },
  cloud: { help: 'a cloud: weather, a remote service', with: {} },
} as const satisfies Record<string, Glyph>

export type GlyphName = keyof typeof GLYPHS

/** What the parameters of a glyph are once defaults and limits are applied. */
export type GlyphValues<N extends GlyphName> = {
  [K in keyof (typeof GLYPHS)[N]['with']]: (typeof GLYPHS)[N]['with'][K] extends TSchema
    ? Static<(typeof GLYPHS)[N]['with'][K]>
    : never
}

/** What an operator lays beside the pictures that are built in; `name.svg` is called `name`. */
export interface OwnPictures {
  /** Beside the glyphs: what it shows, and its sketch. */
  glyphs: Readonly<Record<string, { help: string; svg: string }>>
  /** Outlines in a square of 24, beside those of the built-in icons or in their stead. */
  icons: Readonly<Record<string, string>>
}

/** A glyph by name, or a sketch: SVG of at most 200 x 200 units, whose `alt` says what it shows. */
export const Picture = Type.Union([
  Type.Object({
    glyph: Type.String(),
    with: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  Type.Object({
    svg: Type.String(),
    width: Type.Number(),
    height: Type.Number(),
    alt: Type.String(),
    /** Those of its texts that are drawn. */
    words: Type.Optional(Type.Array(Type.String())),
  }),
])

export type Picture = Static<typeof Picture>
