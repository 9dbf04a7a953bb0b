import { describe, expect, test } from 'bun:test'
import { DRAFT, METHOD } from '../engines/model/drafts'
import { type Saying, useModelApps } from '../engines/model/model-app'
import { answering } from '../providers/fake-provider'
import { painting, person, picture, wordsOf } from './pictures'

const startModel = useModelApps()
const SIZE = { width: 1200, height: 600 }
const SEES = {
  model: { can: ['text', 'vision', 'image'], draws: true },
  file: { roles: { svg: { provider: 'house' } } },
}

const HEAD =
  '<defs><marker id="tip" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="14" markerHeight="14" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10Z" fill="#222222"/></marker></defs>'
const drawing = (...groups: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600" font-family="Inter">${HEAD}<rect width="1200" height="600" fill="#ffffff"/>${groups.join('')}</svg>`
/** A box of `picture()`, of two in a row; a model's places are a little off. */
const box = (id: string, x: number, words: string, off = 4) =>
  `<g data-node="${id}" data-label="${words}"><rect x="${x + off}" y="${220 - off}" width="420" height="160" rx="8" fill="#d8e8f4" stroke="#1d4e89" stroke-width="3"/><text x="${x + 210 + off}" y="${305 - off}" text-anchor="middle" font-size="24" fill="#111111">${words}</text></g>`
const ENCODER = box('enc', 90, 'Encoder')
const DECODER = box('dec', 690, 'Decoder')
const arrow = (y = 300) =>
  `<g data-edge="feeds" data-from="enc" data-to="dec"><path d="M514 ${y}L688 ${y}" fill="none" stroke="#222222" stroke-width="3" marker-end="url(#tip)"/></g>`
const DRAWING = drawing(ENCODER, DECODER, arrow())
const NOTHING = '<patch/>'

const redraw = async (answers: Saying[], png: Uint8Array, body: object = {}, options = SEES) => {
  const model = await startModel(answers, options)
  const form = new FormData()
  form.set('file', new File([Buffer.from(png)], 'a.png'))
  const uploaded = await model.app.ask('/api/upload', { method: 'POST', body: form })
  const { path } = (await uploaded.json()) as { path: string }
  const job = await model.drawn(
    await model.app.submit('/api/image-to-svg', { image_path: path, ...body }),
  )
  const rounds = job.report.rounds as { by: string; accepted: boolean; reason: string }[]
  return { ...model, ...job, rounds: rounds?.filter(({ by }) => by === 'look') }
}

const plainPicture = (extra = '') => picture(['Encoder', 'Decoder'], SIZE, extra)
const faultsOf = ({ report }: { report: Record<string, unknown> }) =>
  (report.faults as { kind: string; id: string | null; sentence: string }[]).filter(({ kind }) =>
    ['words_foreign', 'missing', 'off_picture', 'end_off'].includes(kind),
  )

test('a model draws the picture anew: words and boxes stand where the pixels have them, arrows join', async () => {
  const job = await redraw([DRAWING, NOTHING], await plainPicture())
  expect(job.status).toBe('completed')
  expect(job.arrived).toHaveLength(2)
  const asked = job.asked(0)
  expect(asked.match(/data:image\/png;base64,/g)).toHaveLength(1)
  expect(asked).toContain('viewBox 0 0 1200 600')
  expect(asked).toMatch(/words \d+,\d+-\d+,\d+ \\"Encoder\\"|words [^\n]*Encoder/)
  expect(asked).toMatch(/form rect \d+,\d+-\d+,\d+ rx/)
  expect(job.asked(1).match(/data:image\/png;base64,/g)).toHaveLength(2)
  expect(job.svg).toMatch(/<svg [^>]*width="1200" height="600" viewBox="0 0 1200 600"/)
  expect(job.svg).toContain('data-from="enc" data-to="dec"')
  expect(job.svg).toMatch(/<rect x="90(\.\d+)?" y="220/)
  expect(wordsOf(job.svg).sort()).toEqual(['Decoder', 'Encoder'])
  expect(faultsOf(job)).toEqual([])
  expect(job.warnings).toEqual([])
  expect(job.rounds).toEqual([])
  const { figures, read } = job.report as Record<string, { ssim: number }>
  expect(figures?.ssim).toBeGreaterThan(0.97)
  expect(figures?.ssim).toBeGreaterThanOrEqual((read?.ssim ?? 1) - 0.01)
  expect(job.report.engine).toMatchObject({
    redraw: { provider: 'house', prompt_version: 'redraw 2', calls: 1 },
    look: { provider: 'house', prompt_version: 'look at picture 1', calls: 1 },
  })
})

describe('what the pixels deny goes back as a sentence, and a patch mends it', () => {
  const wrong: [string, string, string, string][] = [
    [
      'words that are read otherwise',
      drawing(ENCODER, box('dec', 690, 'Recorder'), arrow()),
      'The words "Recorder" of dec are read as "Decoder" in the picture.',
      DECODER,
    ],
    [
      'words where nothing is written',
      drawing(
        ENCODER,
        DECODER,
        arrow(),
        '<g data-note="Loss"><text x="200" y="520" font-size="24">Loss</text></g>',
      ),
      'The words "Loss" of the canvas stand where the picture has none.',
      '<drop ref="Loss"/>',
    ],
    [
      'an arrow where no line is',
      drawing(ENCODER, DECODER, arrow(340)),
      'The line of feeds lies where the picture shows none',
      arrow(),
    ],
    [
      'words that are not drawn',
      drawing(ENCODER, DECODER.replace(/<text.*<\/text>/, ''), arrow()),
      'The words "Decoder" at ',
      DECODER,
    ],
    [
      'a box that is not drawn',
      drawing(ENCODER, arrow().replace('data-to="dec"', 'data-to="enc"')),
      'of the picture are not drawn',
      `${DECODER}${arrow()}`,
    ],
  ]
  test.each(wrong)('%s', async (_, answer, sentence, patch) => {
    const job = await redraw([answer, `<patch>${patch}</patch>`, NOTHING], await plainPicture())
    expect(job.status).toBe('completed')
    expect(job.asked(1)).toContain(JSON.stringify(sentence).slice(1, -1))
    expect(job.rounds).toMatchObject([{ accepted: true }])
    expect(faultsOf(job)).toEqual([])
    expect(job.warnings).toEqual([])
    expect(wordsOf(job.svg).sort()).toEqual(['Decoder', 'Encoder'])
  })

  test('what stays is told with the figure', async () => {
    const answer = drawing(ENCODER, box('dec', 690, 'Recorder'), arrow())
    const { warnings } = await redraw([answer, NOTHING], await plainPicture())
    expect(warnings.join()).toContain('"Recorder" of dec are read as "Decoder"')
  })
})

test('words stand where they were read in the kind of face that the model sees', async () => {
  const serif = DRAWING.replace(
    'font-size="24" fill="#111111">Encoder',
    'font-size="24" font-weight="700" font-family="Times New Roman, serif" fill="#111111">Encoder',
  )
  const { svg } = await redraw([serif, NOTHING], await plainPicture())
  const words = (label: string) =>
    new RegExp(`<text[^>]*>(?:<[^>]+>)?${label}`).exec(svg)?.[0] ?? ''
  expect(words('Encoder')).toMatch(/font-family="[^"]*, serif"/)
  expect(words('Encoder')).toMatch(/font-weight="700"/)
  expect(words('Encoder')).toMatch(/textLength="\d/)
  expect(words('Decoder')).toMatch(/font-family="Inter/)
  expect(words('Decoder')).not.toMatch(/font-weight|textLength/)
})

test('a drawing on another canvas goes back', async () => {
  const { asked, status, warnings } = await redraw(
    [DRAWING.replace('0 0 1200 600', '0 0 1600 800'), DRAWING, NOTHING],
    await plainPicture(),
  )
  expect({ status, warnings }).toEqual({ status: 'completed', warnings: [] })
  expect(asked(1)).toContain('its viewBox must be that of the picture, 0 0 1200 600.')
})

test('a patch that leads away from the picture is refused', async () => {
  const moved = box('dec', 600, 'Decoder', 60)
  const { rounds, svg } = await redraw([DRAWING, `<patch>${moved}</patch>`], await plainPicture())
  expect(rounds).toMatchObject([{ accepted: false }])
  expect(svg).toMatch(/<rect x="690/)
})

test('an icon is a group of shapes with a placeholder; a photograph keeps its pixels', async () => {
  const grain = Array.from({ length: 900 }, (_, k) => {
    const [x, y] = [40 + 6 * (k % 30), 400 + 6 * Math.floor(k / 30)]
    const level = (k * 7919) % 256
    return `<rect x="${x}" y="${y}" width="6" height="6" fill="rgb(${level},${(level * 3) % 256},90)"/>`
  }).join('')
  const png = await plainPicture(`${person(600, 60)}${grain}`)
  const icon =
    '<g data-picture="a person"><circle cx="600" cy="60" r="18" fill="#c0392b"/><path d="M570 140C570 80 630 80 630 140Z" fill="#c0392b"/></g>'
  const photo =
    '<g data-picture="a micrograph"><rect data-crop x="40" y="400" width="180" height="180" fill="none"/></g>'
  const job = await redraw([drawing(ENCODER, DECODER, arrow(), icon, photo), NOTHING], png, {
    sam_prompt: 'icon,photo',
  })
  expect(job.status).toBe('completed')
  expect(faultsOf(job)).toEqual([])
  expect(job.svg).toMatch(/data-picture="a micrograph"[^>]*><image x="40" y="400" width="180"/)
  expect(job.svg).toMatch(/data-picture="a person"[^>]*><ellipse/)
  const { boxes } = JSON.parse(await job.file('boxlib.json'))
  expect(boxes).toMatchObject([
    { label: 'a person', prompt: 'icon' },
    { label: 'a micrograph', prompt: 'photo' },
  ])
  const template = await job.file('template.svg')
  expect(template).toContain('<g id="AF01" class="icon">')
  expect(template).toContain('<g id="AF02" class="icon">')
  expect(template).not.toContain('<image')
  expect(template).not.toContain('a person')
})

describe('the reading of rules is shown instead', () => {
  const useless: [string, Saying[], string][] = [
    ['of answers that are no drawing', ['I see boxes.'], 'could not be read after 2 repairs'],
    ['where the provider fails', [answering(503)], 'Provider house: server error (503)'],
    [
      'of a drawing of something else',
      [drawing(box('a', 20, 'Apples', -200), box('b', 700, 'Pears', -200)), NOTHING],
      'The drawing of the model is less like the picture',
    ],
    [
      'of arrows that lead nowhere',
      [
        drawing(
          ENCODER,
          DECODER,
          arrow()
            .replaceAll(/data-(from|to)="\w+"/g, '')
            .replace('M514 300L688 300', 'M20 20L60 20'),
        ),
        NOTHING,
      ],
      "100 % of the drawing's arrows lead nowhere",
    ],
  ]
  test.each(useless)('%s', async (_, answers, why) => {
    const { status, svg, warnings, report } = await redraw(answers, await plainPicture())
    expect(status).toBe('completed')
    expect(warnings.join()).toContain(why)
    expect(warnings.join()).toContain('What rules read of the picture is shown instead.')
    expect(wordsOf(svg).sort()).toEqual(['Decoder', 'Encoder'])
    expect(report.figures).toHaveProperty('editable_share')
  })

  test.each([
    ['does not see', { can: ['text'], draws: true }],
    ['does not draw', { can: ['text', 'vision'], draws: false }],
  ])('of a model that %s', async (_, model) => {
    const { status, arrived } = await redraw(
      [DRAWING],
      await plainPicture(),
      {},
      { ...SEES, model },
    )
    expect({ status, asked: arrived.length }).toEqual({ status: 'completed', asked: 0 })
  })
})

test('a large picture is drawn as it is shown, and comes back in its own pixels', async () => {
  const png = await picture(['Encoder', 'Decoder'], { width: 3136, height: 1568 })
  const shown = DRAWING.replace('0 0 1200 600', '0 0 1568 784')
    .replaceAll('x="94"', 'x="118"')
    .replaceAll('x="694"', 'x="903"')
    .replaceAll('y="216"', 'y="352"')
    .replaceAll('width="420" height="160"', 'width="548" height="80"')
  const { svg, asked } = await redraw([shown, NOTHING], png)
  expect(asked(0)).toContain('viewBox 0 0 1568 784')
  expect(svg).toMatch(/width="3136" height="1568" viewBox="0 0 3136 1568"/)
  expect(svg).toMatch(/<rect x="235(\.\d+)?" y="704/)
})

test('of a painted figure the planned words win, and what was not painted is asked for', async () => {
  const draft = { ...DRAFT, nodes: DRAFT.nodes.map((node) => ({ ...node, detail: null })) }
  const png = await picture(['Trim raeds', 'Align', ''], SIZE)
  const third = (id: string, x: number, words: string) =>
    `<g data-node="${id}"><rect x="${x}" y="220" width="280" height="160" rx="10" fill="#dbe9f6" stroke="#1d4e89" stroke-width="3"/><text x="${x + 140}" y="309" text-anchor="middle" font-size="26" fill="#111111">${words}</text></g>`
  const answer = drawing(
    third('a', 60, 'Trim raeds'),
    third('b', 460, 'Align'),
    third('c', 860, '-'),
  )
  const patch = `<patch>${third('a', 60, 'Trim reads')}${third('c', 860, 'Count per gene')}</patch>`
  const model = await startModel([draft, painting(png), answer, patch, NOTHING], {
    ...SEES,
    file: { roles: { main: { provider: 'house' }, image: { provider: 'house' } } },
  })
  const { report, svg, error } = await model.draw(METHOD)
  expect(error).toBeNull()
  expect(model.asked(2)).toContain('- Count per gene')
  expect(model.asked(3)).toContain('The words \\"Count per gene\\" were to be painted')
  expect(report.rounds).toMatchObject([{ by: 'look', accepted: true }])
  const misspelt = [{ painted: 'Trim raeds', label: 'Trim reads' }]
  expect(report.labels).toEqual({ right: 3, misspelt, missing: [] })
  expect(wordsOf(svg).sort()).toEqual(['Align', 'Count per gene', 'Trim reads'])
})
