import { describe, expect, test } from 'bun:test'
import { useModelApps } from '../engines/model/model-app'
import { type Answer, answering, routed } from '../providers/fake-provider'
import { person, picture, wordsOf } from './pictures'

const startModel = useModelApps()
const SIZE = { width: 1200, height: 600 }

/** Two boxes with words, and two persons below the first. */
const PEOPLE = person(150, 460) + person(260, 460)
const IN = [
  [120, 442, 180, 540],
  [230, 442, 290, 540],
] as const

interface BoxRow {
  id: string
  label: string
  x1: number
  y1: number
  x2: number
  y2: number
  score: number
  prompt: string
}

/** A provider of this adapter segments; everything else is done by rules. */
const finder = (adapter: string, can: string[]) => ({
  provider: { adapter, models: { finder: { can } } },
  file: { roles: { segmentation: { provider: 'house' } } },
})

const ROBOFLOW = finder('roboflow', ['segment'])
const VISION = finder('openai-compatible', ['text', 'vision'])

const square = ([x1, y1, x2, y2]: readonly number[]) => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
]

const roboflow = (boxes: readonly (readonly number[])[], confidence = 0.9): Answer =>
  answering(200, {
    prompt_results: [
      {
        prompt_index: 0,
        predictions: boxes.map((box) => ({ confidence, masks: [square(box)] })),
      },
    ],
  })

const seen = (boxes: readonly (readonly number[])[], kind = 'person') => ({
  boxes: boxes.map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => ({
    ...{ kind, label: 'a person', score: 0.8 },
    x1: (1000 * x1) / SIZE.width,
    y1: (1000 * y1) / SIZE.height,
    x2: (1000 * x2) / SIZE.width,
    y2: (1000 * y2) / SIZE.height,
  })),
})

const fal = (boxes: readonly (readonly number[])[]): Answer => {
  const rows = boxes.map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => [
    (x1 + x2) / 2 / SIZE.width,
    (y1 + y2) / 2 / SIZE.height,
    (x2 - x1) / SIZE.width,
    (y2 - y1) / SIZE.height,
  ])
  return routed({
    'POST /v1/acme/sam': answering(200, { request_id: 'r' }),
    'GET /v1/acme/sam/requests/r/status': answering(200, { status: 'COMPLETED' }),
    'GET /v1/acme/sam/requests/r': answering(200, {
      metadata: rows.map((box) => ({ box, score: 0.9 })),
    }),
  })
}

const read = async (
  answer: Answer | object,
  options: object,
  body: object = { sam_prompt: 'person' },
  png?: Uint8Array,
) => {
  const model = await startModel([answer], options)
  const form = new FormData()
  const bytes = png ?? (await picture(['Encoder', 'Decoder'], SIZE, PEOPLE))
  form.set('file', new File([Buffer.from(bytes)], 'a.png'))
  const uploaded = await model.app.ask('/api/upload', { method: 'POST', body: form })
  const { path } = (await uploaded.json()) as { path: string }
  const { drawn } = model
  const job = await drawn(
    await model.app.submit('/api/image-to-svg', { image_path: path, ...body }),
  )
  expect(job.error).toBeNull()
  const boxes = JSON.parse(await job.file('boxlib.json')) as { boxes: BoxRow[]; image_size: object }
  return { ...model, ...job, ...boxes, template: await job.file('template.svg') }
}

const corners = (boxes: readonly BoxRow[]) => boxes.map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2])

describe('the parts that a backend finds', () => {
  const backends: [string, object, Answer | object, number][] = [
    ['roboflow', ROBOFLOW, roboflow(IN), 0.9],
    [
      'fal',
      { ...ROBOFLOW, provider: { adapter: 'fal', models: { 'acme/sam': { can: ['segment'] } } } },
      fal(IN),
      0.9,
    ],
    ['a model that sees', VISION, seen(IN), 0.8],
  ]
  test.each(backends)('%s: are boxed, cut out and set in', async (_, options, answer, score) => {
    const { boxes, image_size, svg, template, file, app, id, report } = await read(answer, options)
    expect(image_size).toEqual(SIZE)
    expect(corners(boxes)).toEqual(IN.map((box) => [...box]))
    expect(boxes).toMatchObject([
      { id: 'AF01', prompt: 'person', score },
      { id: 'AF02', prompt: 'person', score },
    ])
    expect(svg.match(/<g class="icon" id="picture-AF0\d"/g)).toHaveLength(2)
    expect(svg.match(/<image /g)).toHaveLength(2)
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Encoder', 'Decoder']))
    expect(template).toContain('<g id="AF01" class="icon">')
    expect(template).not.toContain('<image ')
    expect(report.engine).toMatchObject({ segment: { provider: 'house' } })
    for (const name of ['icon_AF01.png', 'icon_AF01_nobg.png', 'icon_AF02.png']) {
      const icon = await app.ask(`/api/artifacts/${id}/icons/${name}`)
      expect(icon.headers.get('content-type')).toBe('image/png')
    }
    expect(await file('samed.png')).not.toBe(await file('figure.png'))
  })
})

test('the ground around an icon is gone, and its ink is there', async () => {
  const { app, id } = await read(seen(IN), VISION)
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const alphas = async (name: string) => {
    const answer = await app.ask(`/api/artifacts/${id}/icons/${name}`)
    const image = await loadImage(Buffer.from(await answer.arrayBuffer()))
    const context = createCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    const alpha = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[3]
    return { corner: alpha(0, 0), middle: alpha(30, 70), size: [image.width, image.height] }
  }
  expect(await alphas('icon_AF01_nobg.png')).toEqual({ corner: 0, middle: 255, size: [60, 98] })
  expect(await alphas('icon_AF01.png')).toEqual({ corner: 255, middle: 255, size: [60, 98] })
})

describe('what a request says changes what comes out', () => {
  test('sam_prompt: the kinds that are asked for', async () => {
    const { asked, boxes } = await read(seen(IN, 'robot'), VISION, { sam_prompt: 'robot, animal' })
    expect(asked(0)).toContain('- robot\\n- animal')
    expect(boxes.map(({ prompt }) => prompt)).toEqual(['robot', 'robot'])
  })

  test('sam_max_masks: the largest stay', async () => {
    const larger = [[100, 430, 200, 560], IN[1]]
    const { boxes, svg } = await read(seen(larger), VISION, {
      sam_prompt: 'person',
      sam_max_masks: 1,
    })
    expect(corners(boxes)).toEqual([[100, 430, 200, 560]])
    expect(svg.match(/<image /g)).toHaveLength(1)
  })

  test.each([
    [0, 2],
    [0.01, 1],
    [0.9, 2],
  ])('merge_threshold %d: overlapping boxes are %d', async (merge_threshold, count) => {
    const overlapping = [
      [120, 442, 240, 540],
      [200, 442, 290, 540],
    ]
    const body = { sam_prompt: 'person', merge_threshold }
    const { boxes, svg } = await read(seen(overlapping), VISION, body)
    expect(boxes).toHaveLength(count)
    if (count === 1) expect(svg.match(/<image /g)).toHaveLength(1)
  })

  test.each([
    ['label', /<g id="AF01" class="icon"><rect[^>]*\/><text[^>]*>AF01<\/text><\/g>/],
    ['box', /<g id="AF01" class="icon"><rect[^>]*\/><\/g>/],
    ['none', /^(?!.*AF0\d)/s],
  ])('placeholder_mode %s', async (placeholder_mode, form) => {
    const body = { sam_prompt: 'person', placeholder_mode }
    const { template, svg } = await read(seen(IN), VISION, body)
    expect(template).toMatch(form)
    expect(template).not.toContain('<image ')
    expect(svg).toContain('<image ')
  })
})

describe('odd answers', () => {
  test('nothing: the template is the figure', async () => {
    const { boxes, svg, template } = await read(roboflow([]), ROBOFLOW)
    expect(boxes).toEqual([])
    expect(template).toBe(svg)
  })

  test('ten thousand: the surest are looked at, the largest kept', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => [
      index % 1100,
      index % 500,
      (index % 1100) + 40,
      (index % 500) + 40,
    ])
    const { boxes, status } = await read(roboflow(many), ROBOFLOW, {
      sam_prompt: 'person',
      merge_threshold: 0,
      sam_max_masks: 5,
    })
    expect(status).toBe('completed')
    expect(boxes.length).toBeLessThanOrEqual(5)
  })

  test('a box that is the whole figure or holds words is listed and stays as it was read', async () => {
    const { boxes, svg } = await read(seen([[0, 0, 1200, 600]]), VISION)
    expect(corners(boxes)).toEqual([[0, 0, 1200, 600]])
    expect(svg).not.toContain('<image ')
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Encoder', 'Decoder']))
  })

  test('places outside, specks, empty ground and broken boxes are left out', async () => {
    const boxes = [
      ...seen([IN[0], [900, 20, 1000, 100], [150, 450, 151, 451], [-500, -500, -400, -400]]).boxes,
      { kind: 'dragon', label: null, x1: 0, y1: 0, x2: 9, y2: 9, score: 1 },
      'no box',
    ]
    const { boxes: found, log } = await read({ boxes }, VISION)
    expect(corners(found)).toEqual([[...IN[0]]])
    expect(log).toContain('boxes[4].kind: must be one of person.')
  })

  test('a backend that fails, with local behind it', async () => {
    const options = { ...ROBOFLOW, provider: { ...ROBOFLOW.provider, fallback: ['local'] } }
    const { report, status } = await read(answering(503), options)
    expect(status).toBe('completed')
    expect(report.fallbacks).toMatchObject([{ stage: 'segment', from: 'house', to: 'local' }])
  })
})
