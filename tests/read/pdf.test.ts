import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { probePdf } from '../../src/read/pdf/probe'
import { readPdf } from '../../src/read/pdf/read-pdf'
import { encryptedPdf, FIXTURE_PDFS, scannedPdf, textPdf } from './odd-pdfs'
import {
  ABSTRACT,
  ACKNOWLEDGEMENTS,
  AUTHORS,
  REFERENCES,
  RUNNING_HEAD,
  SECTIONS,
  TITLE,
} from './paper'

const SHAPES = ['one-column', 'two-columns', 'two-columns-wide-figure', 'sans-unnumbered']

const file = (name: string) => readFileSync(join(FIXTURE_PDFS, `${name}.pdf`))
const read = (bytes: Uint8Array, pages: string | null = null, methodAlone = true) =>
  readPdf(bytes, { pages, mostPages: 200, mostCharacters: 200_000, methodAlone })
const probe = (bytes: Uint8Array, pages: string | null = null) =>
  probePdf(bytes, { pages, mostPages: 200 })
const methods = SECTIONS.slice(2, 6)

describe.each(SHAPES)('the paper set as %s', (name) => {
  test('gives its method section alone, each paragraph whole and in its place', async () => {
    const { text, notes } = await read(file(name))
    const found = text.split('\n\n').map(bare)
    expect(found).toEqual(
      methods.flatMap(({ level, title, paragraphs }) => [
        `${'#'.repeat(level)} ${title}`,
        ...paragraphs,
      ]),
    )
    expect(notes.join('\n')).toContain('method section: "Methods"')
  })

  test('gives a model all its sections, and whoever names all pages too', async () => {
    const { pages } = facts(await probe(file(name)))
    const whole = await read(file(name), null, false)
    for (const { paragraphs } of SECTIONS)
      for (const paragraph of paragraphs) expect(bare(whole.text)).toContain(paragraph)
    expect(whole.drawnFrom).toMatch(new RegExp(`^the text of ${pages} of its ${pages} page`))
    expect((await read(file(name), `1-${pages}`)).text).toBe(whole.text)
  })

  test('with pages chosen gives all of them but references and what stands outside the text', async () => {
    const { pages } = facts(await probe(file(name)))
    const { text } = await read(file(name), pages === 1 ? '1' : `${pages - 1}-1`)
    const found = text.split('\n\n').map(bare)
    const expected = ['# Abstract', ABSTRACT, ...SECTIONS.flatMap((section) => section.paragraphs)]
    const inOrder = expected.filter((paragraph) => found.includes(paragraph))
    expect(found.filter((part) => expected.includes(part))).toEqual(inOrder)
    expect(inOrder.length).toBeGreaterThan(expected.length * 0.6)
    for (const outside of [
      RUNNING_HEAD,
      'Preprint',
      ACKNOWLEDGEMENTS,
      REFERENCES[1] ?? '',
      AUTHORS,
    ])
      expect(text).not.toContain(outside)
    expect(text).not.toMatch(/(^|\n)\d+(\n|$)/)
    expect(text).not.toContain('Calibrate →')
  })

  test('knows its title, and its captions stand apart', async () => {
    const { title, captions, text } = await read(file(name))
    expect(title).toBe(TITLE)
    const wanted =
      name === 'sans-unnumbered' ? [] : SECTIONS.flatMap((one) => one.figure?.caption ?? [])
    expect(captions).toEqual(wanted)
    expect(text).not.toContain('Boxes are programs')
  })

  test('reads the same twice', async () => {
    expect(await read(file(name))).toEqual(await read(file(name)))
  })
})

describe('a conference paper with formulas, a table, a footnote and run-in titles', () => {
  test('gives the running text alone, run-in titles in bold', async () => {
    const { text, captions, notes } = await read(file('conference'))
    expect(text.split('\n\n').map(bare)).toEqual([
      '# PROPOSED METHOD',
      '**Tokenisation.** Each sentence is cut into sub-word units by a unigram model with a vocabulary of eight thousand entries, and every unit is mapped to a vector.',
      '**Scoring.** A bilinear layer scores every pair of units, where the matrix is learned and the bias is fixed to the mean of the training labels. The score is turned into a probability by a logistic function.',
      '**Decoding.** A maximum spanning tree is taken over the scored pairs, and its edges are labelled by a second classifier that sees both ends.',
    ])
    expect(captions[0]).toStartWith('TABLE I. Corpora')
    expect(notes.join('\n')).toContain('footnote')
  })
})

describe('files that cannot be read are refused with a reason', () => {
  test.each([
    ['HTML that says %PDF- too late', html(2000), 'is not a PDF'],
    ['HTML', Buffer.from('<html><p>Hello</p></html>'), 'is not a PDF'],
    ['nothing', new Uint8Array(), 'is not a PDF'],
    ['HTML behind a signature', Buffer.from('%PDF-1.7\n<html><p>Hello</p></html>'), 'is broken'],
    ['a PDF cut off after 600 bytes', file('one-column').subarray(0, 600), 'is broken'],
  ])('%s', async (_, bytes, reason) => {
    const found = await probe(bytes)
    expect(found).toMatchObject({ at: 'file', sentence: expect.stringContaining(reason) })
    await expect(read(bytes)).rejects.toThrow()
  })

  test('encrypted and blank ones, and scans of nothing', async () => {
    expect(await probe(await encryptedPdf())).toMatchObject({
      sentence: 'is encrypted: it opens with a password only',
    })
    const scan = await scannedPdf()
    expect(await probe(scan)).toMatchObject({
      sentence: 'is a scan with nothing on it: page 1; choose pages with print on them',
    })
    await expect(read(scan)).rejects.toThrow('Nothing could be read on page 1 of the PDF: choose')
    expect(await probe(await textPdf(['', '']))).toMatchObject({
      sentence: expect.stringContaining('has no text on its 2 pages'),
    })
    expect(await probe(await textPdf(['Words', '']), '2')).toMatchObject({
      sentence: expect.stringContaining('has no text on the chosen pages of its 2 pages'),
    })
  })

  test('too many pages, in the file and in the choice', async () => {
    const many = await textPdf(Array.from({ length: 5001 }, () => ''))
    expect(await probe(many, '1')).toMatchObject({
      at: 'file',
      sentence: 'has 5001 pages; at most 5000 are taken',
    })
    const long = await textPdf(Array.from({ length: 201 }, () => 'Words'))
    expect(await probe(long)).toMatchObject({
      at: 'pages',
      sentence: '201 of 201 pages are chosen; at most 200 are taken',
    })
    expect(facts(await probe(long, '1-200')).selected).toHaveLength(200)
  })

  test('a signature within the first kilobyte is enough', async () => {
    const late = Buffer.concat([Buffer.alloc(1000, '\n'), file('one-column')])
    expect(facts(await probe(late)).pages).toBeGreaterThan(1)
  })
})

function html(offset: number): Uint8Array {
  return Buffer.from(`<html>${' '.repeat(offset)}%PDF-1.7</html>`)
}

function bare(part: string): string {
  return part.replace(/^(#+) (?:\d+(?:\.\d+)*|[IVX]+\.)\s+/, '$1 ')
}

function facts<T extends object>(found: T): Exclude<T, { sentence: string }> {
  expect(found).not.toHaveProperty('sentence')
  return found as Exclude<T, { sentence: string }>
}
