import { beforeAll, describe, expect, test } from 'bun:test'
import { toPng } from '../../src/figure/render/raster'
import { cleanSvg } from '../../src/figure/svg/clean'
import { FLOW, noise, painted } from '../read/image/pictures'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})

async function upload(app: TestApp, bytes: Uint8Array, headers = {}): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'picture.png'))
  const answer = await app.ask('/api/upload', { method: 'POST', body: form, headers })
  return (await answer.json()).path
}

async function text(app: TestApp, id: string, path: string): Promise<string> {
  const answer = await app.ask(`/api/artifacts/${id}/${path}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** A figure with an icon of three strokes beside the flow. */
const WITH_ICON = FLOW.replace(
  '</svg>',
  '<g fill="none" stroke="#8a2be2" stroke-width="2"><circle cx="60" cy="310" r="14"/><path d="M50 330L70 290M48 300L74 322"/></g></svg>',
)

describe('POST /api/image-to-svg', () => {
  test('gives every file of a job, and the same bytes for the same picture', async () => {
    const path = await upload(app, await toPng(WITH_ICON))
    const body = { image_path: path, optimize_iterations: 1 }
    const [first, second] = [
      await app.submit('/api/image-to-svg', body),
      await app.submit('/api/image-to-svg', body),
    ]
    const job = await app.ended(first)
    expect(job).toMatchObject({ status: 'completed', workflow: 'image-to-svg' })
    const paths = job.artifacts.map(({ path }) => path)
    for (const one of [
      'figure.png',
      'samed.png',
      'boxlib.json',
      'icons/icon_AF01.png',
      'icons/icon_AF01_nobg.png',
      'template.svg',
      'optimized_template.svg',
      'final.svg',
      'final_preview.png',
      'final.pdf',
      'scene.json',
      'report.json',
      'run.log',
    ])
      expect(paths).toContain(one)
    await app.ended(second)
    const svg = await text(app, first, 'final.svg')
    expect(svg).toBe(await text(app, second, 'final.svg'))
    expect(svg).toBe(cleanSvg(svg))
    expect(svg).toContain('viewBox="0 0 640 360"')
    for (const word of ['Reads', 'Alignment', 'Counts']) expect(svg).toContain(`>${word}</text>`)
    const boxlib = JSON.parse(await text(app, first, 'boxlib.json'))
    expect(boxlib).toMatchObject({
      image_size: { width: 640, height: 360 },
      prompts_used: ['icon', 'person', 'robot', 'animal'],
    })
    expect(boxlib.boxes).toHaveLength(1)
    expect(await text(app, first, 'template.svg')).toContain('<g id="AF01" class="icon">')
    const report = JSON.parse(await text(app, first, 'report.json'))
    expect(report.figures.ssim).toBeGreaterThan(0.97)
    expect(report.figures.editable_share).toBeGreaterThan(0.85)
  })

  test('writes which boxes a connector joins, so that a moved box takes its connectors along', async () => {
    const id = await app.submit('/api/image-to-svg', {
      image_path: await upload(app, await toPng(FLOW)),
    })
    await app.ended(id)
    const svg = await text(app, id, 'final.svg')
    const idOf = (label: string) => new RegExp(`id="([^"]+)" data-label="${label}"`).exec(svg)?.[1]
    const [reads, alignment, counts] = ['Reads', 'Alignment', 'Counts'].map(idOf)
    const edges = [
      ...svg.matchAll(/<g class="edge" id="([^"]+)" data-from="([^"]+)" data-to="([^"]+)"/g),
    ]
    expect(edges.map(([, , from, to]) => [from, to]).sort()).toEqual(
      [
        [alignment, counts],
        [reads, alignment],
        [reads, counts],
      ].sort() as string[][],
    )
    // Without the box and its connectors nothing of them is left to see.
    const gone = svg
      .replace(/<title>.*?<\/title>/, '')
      .replace(new RegExp(`<g class="node" id="${alignment}".*?</g>`), '')
      .replace(new RegExp(`<g class="edge" [^>]*data-(from|to)="${alignment}".*?</g>`, 'g'), '')
    expect(gone).not.toContain('>Alignment<')
    const rest = await toPng(gone)
    const plain = await toPng(
      FLOW.replace(/<rect x="400".*\n/, '')
        .replace(/<text x="490" y="87".*\n/, '')
        .replace(/<path d="M220 80.*\n/, '')
        .replace(/<path d="M490 120.*\n/, ''),
    )
    const { readScene } = await import('../../src/read/image/read-picture')
    const { decodePicture } = await import('../../src/read/raster')
    const labels = async (png: Uint8Array) =>
      (await readScene(await decodePicture(png, { maxPixels: 1e7 }))).scene.elements
        .filter(({ kind }) => kind === 'shape')
        .map(({ label }) => label)
    expect(await labels(rest)).toEqual(await labels(plain))
  })

  test('takes exactly one source', async () => {
    const path = await upload(app, await toPng(FLOW))
    for (const body of [
      {},
      { image_url: null, image_path: null },
      { image_url: 'https://example.org/a.png', image_path: path },
      { image_url: 'https://example.org/a.png', image_path: 'uploads/unknown.png' },
    ]) {
      const answer = await app.post('/api/image-to-svg', body)
      expect(answer.status).toBe(422)
      expect((await answer.json()).detail).toMatchObject([
        {
          loc: ['body'],
          type: 'value_error',
          msg: 'Value error, exactly one of image_url and image_path must be given',
        },
      ])
    }
  })

  test('refuses each field outside its values', async () => {
    const path = await upload(app, await toPng(FLOW))
    for (const [field, value, type] of [
      ['image_path', '', 'string_too_short'],
      ['image_path', 'uploads/../../etc/passwd', 'value_error'],
      ['image_path', `uploads/${'0'.repeat(32)}.png`, 'value_error'],
      ['provider', null, 'string_type'],
      ['provider', 'other', 'value_error'],
      ['svg_provider', 'other', 'value_error'],
      ['sam_backend', 'sam3', 'value_error'],
      ['sam_max_masks', 0, 'greater_than_equal'],
      ['sam_max_masks', '5', 'int_type'],
      ['placeholder_mode', 'circle', 'value_error'],
      ['merge_threshold', 1.5, 'less_than_equal'],
      ['optimize_iterations', 11, 'less_than_equal'],
      ['method_text', 'A -> B', 'extra_forbidden'],
    ] as const) {
      const answer = await app.post('/api/image-to-svg', { image_path: path, [field]: value })
      expect([field, answer.status]).toEqual([field, 422])
      const { detail } = await answer.json()
      expect(detail).toMatchObject([{ loc: ['body', field], type }])
    }
    const insecure = await app.post('/api/image-to-svg', { image_url: 'http://example.org/a.png' })
    expect((await insecure.json()).detail[0].loc).toEqual(['body', 'image_url'])
  })

  test("refuses another key's upload without spending a unit", async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const [one, other] = [await makeKey(app, { quota: 3 }), await makeKey(app, { quota: 3 })]
    const path = await upload(app, await toPng(FLOW), bearer(one.key))
    const answer = await app.post('/api/image-to-svg', { image_path: path }, bearer(other.key))
    expect(answer.status).toBe(422)
  })

  test('selects kinds by the words of sam_prompt and says which it does not know', async () => {
    const path = await upload(app, await toPng(WITH_ICON))
    const id = await app.submit('/api/image-to-svg', {
      image_path: path,
      sam_prompt: 'arrow, unicorn',
      sam_max_masks: 2,
      merge_threshold: 0,
      placeholder_mode: 'box',
    })
    await app.ended(id)
    const { boxes } = JSON.parse(await text(app, id, 'boxlib.json'))
    expect(boxes).toHaveLength(2)
    expect(boxes.map(({ prompt }: { prompt: string }) => prompt)).toContain('arrow')
    expect(await text(app, id, 'run.log')).toContain(
      'sam_prompt: nothing in the figure is known as "unicorn".',
    )
  })

  test('keeps the ends of connectors in the template', async () => {
    const id = await app.submit('/api/image-to-svg', {
      image_path: await upload(app, await toPng(FLOW)),
      sam_prompt: 'box',
    })
    await app.ended(id)
    const template = await text(app, id, 'template.svg')
    const ids = new Set([...template.matchAll(/ id="([^"]+)"/g)].map(([, one]) => one))
    const ends = [...template.matchAll(/ data-(?:from|to)="([^"]+)"/g)].map(([, end]) => end)
    expect(ends.length).toBeGreaterThan(0)
    expect(ends.filter((end) => !ids.has(end))).toEqual([])
    expect(ends.some((end) => end?.startsWith('AF'))).toBe(true)
  })

  test.each([
    ['one pixel', () => painted(1, 1, () => {})],
    ['noise', () => noise(300, 200)],
    ['a ribbon', () => painted(20_000, 4, (c) => c.fillRect(10, 0, 500, 4))],
  ])('turns %s into a figure', async (_, picture) => {
    const id = await app.submit('/api/image-to-svg', {
      image_path: await upload(app, await picture()),
    })
    expect(await app.ended(id)).toMatchObject({ status: 'completed' })
    expect(await text(app, id, 'final.svg')).toContain('<svg')
  })
})
