import { beforeAll, describe, expect, test } from 'bun:test'
import type { Diagram } from '../../src/forms/diagram'
import { type TestApp, useApps } from '../support/app'
import { ADMIN_KEY, type TaskClient, taskClient } from '../support/tasks'

const PATH = '/api/optimize-prompt'
const PROMPT =
  'A two-stage retrieval pipeline: a dual encoder finds passages, a re-ranker orders them.'
const startApp = useApps()

let app: TestApp
let client: TaskClient

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY })
  client = await taskClient(app)
})

const optimized = async (body: object) => {
  const task = await client.run(PATH, body)
  expect(task).toMatchObject({ status: 'completed', error: null })
  return task.description
}

describe('a prompt', () => {
  test('keeps its words and gains what it leaves open; no image, no artifacts', async () => {
    const task = await client.run(PATH, { description: PROMPT, webhook_include_image: true })
    expect(task).toMatchObject({
      status: 'completed',
      diagram_type: 'prompt_optimization',
      image_base64: null,
      artifacts: {},
    })
    expect(task.description).toStartWith(PROMPT)
    expect(task.description).toContain('\n\nDrawing instructions:\n- Draw a methodology diagram')
    expect((await client.get(`/api/tasks/${task.task_id}/image`)).status).toBe(404)
    const log = await client.get(`/api/artifacts/${task.task_id}/run.log`)
    expect(await log.text()).toContain('built-in for methodology')
  })

  test('is not contradicted: what it settles is not settled again', async () => {
    const settled = await optimized({
      description:
        'Draw it top to bottom on a dark background in shades of teal, isometric, with dashed arrows and a serif font.',
    })
    expect(settled).not.toContain('left to right')
    expect(settled).toContain('white space')
    expect(settled).toContain('Where the prompt above says otherwise, it goes before these.')
  })

  test('takes names and relations from the context and invents none', async () => {
    const grounded = await optimized({
      description: PROMPT,
      source_context: 'Encoder -> Index\nIndex -> Re-ranker: top-100 passages',
      caption: 'Retrieval in two stages',
    })
    expect(grounded).toContain(
      `${PROMPT}\n\nEncoder -> Index\nIndex -> Re-ranker: top-100 passages\n\n`,
    )
    expect(grounded).not.toContain('Encoder -> Re-ranker')
    expect(grounded).toContain('Caption: Retrieval in two stages.')
    const bare = await optimized({ description: PROMPT })
    expect(bare).not.toContain('->')
  })

  test('follows guidelines of the client in place of the built-in ones', async () => {
    const own = await optimized({
      description: PROMPT,
      guidelines:
        '- Arrange stages in a circle.\n- Avoid blue.\n2. Fonts: Fira Sans.\n\nWarm tones only.',
    })
    expect(own).toContain(
      '- Arrange stages in a circle.\n- Avoid blue.\n- Fonts: Fira Sans.\n- Warm tones only.',
    )
    expect(own).not.toContain('Read from left to right')
  })

  test('is not contradicted by guidelines either: those are left out and named, and the log says who wrote it', async () => {
    const task = await client.run(PATH, {
      description: `Draw the pipeline from top to bottom. ${PROMPT}`,
      guidelines: 'Read from left to right.\nThin lines.',
    })
    expect(task.description).not.toContain('left to right')
    expect(task.description).toContain('- Thin lines.')
    expect(task.warnings).toEqual([
      'Left out of the guidelines, as the prompt says otherwise: "Read from left to right".',
    ])
    const log = await client.get(`/api/artifacts/${task.task_id}/run.log`)
    expect(await log.text()).toContain('completed by rules, no model was asked')
  })

  test('for a plot gets rules for plots, and figures as the context states them', async () => {
    const plot = await optimized({
      description: 'Bars of accuracy for four models.',
      diagram_type: 'statistical_plot',
      source_context: 'Model A reaches 81.2 %. Model B is newer. Model C reaches 79.9 %.',
    })
    expect(plot).toContain('Draw a statistical plot')
    expect(plot).toContain('- Model A reaches 81.2 %.\n- Model C reaches 79.9 %.')
    expect(plot).toContain('Label both axes')
    expect(plot).not.toContain('arrows')
  })

  test('in another language stays in it', async () => {
    const german =
      'Eine Übersicht der Auswertung: Die Proben werden gereinigt und mit dem Modell verglichen.'
    const styled = await optimized({ description: german })
    expect(styled).toContain(german)
    expect(styled).toContain('All words in the figure are in German.')
    const chinese = '数据经过清洗后输入模型,然后输出结果。'
    expect(await optimized({ description: chinese })).toContain(chinese)
  })

  test('gives the same prompt for the same request', async () => {
    const request = { description: PROMPT, source_context: 'A is aligned with B, then counted.' }
    expect(await optimized(request)).toBe(await optimized(request))
  })
})

test.each([
  [{}, 'description: Field required'],
  [{ description: '' }, 'description: String should have at least 1 character'],
  [{ description: ' \n' }, 'description: must not be blank'],
  [{ description: 'x', source_context: ' ' }, 'source_context: must not be blank'],
  [{ description: 'x', caption: '\t' }, 'caption: must not be blank'],
  [
    { description: 'x', diagram_type: 'composite' },
    'diagram_type: must be one of methodology, statistical_plot',
  ],
  [{ description: 'x', guidelines: 5 }, 'guidelines: Input should be a valid string'],
  [{ description: 'x', vlm_provider: 'z' }, 'vlm_provider: must be one of local'],
  [
    { description: 'x', webhook_include_image: 'yes' },
    'webhook_include_image: Input should be a valid boolean',
  ],
  [{ description: 'x', webhook_url: 'http://127.0.0.1/' }, 'webhook_url: '],
  [{ description: 'x', image_model: 'y' }, 'image_model: Extra inputs are not permitted'],
  [{ description: 'x', iterations: 3 }, 'iterations: Extra inputs are not permitted'],
])('%j is refused', async (body, sentence) => {
  const response = await client.submit(PATH, body)
  expect(response.status).toBe(422)
  expect((await response.json()).detail).toContain(sentence)
})

test.each([
  { diagram_type: null, source_context: null, caption: null, guidelines: null, vlm_model: null },
  { guidelines: '', vlm_provider: 'local', vlm_model: 'any', diagram_type: 'methodology' },
])('%j is taken', async (more) => {
  expect(await optimized({ description: 'x y', ...more })).toContain('x y')
})

describe('the completed prompt, drawn', () => {
  /** What `/api/generate` draws of a prompt that `/api/optimize-prompt` has completed. */
  async function drawn(body: object) {
    const task = await client.run('/api/generate', {
      source_context: await optimized(body),
      caption: 'A figure',
    })
    expect(task).toMatchObject({ status: 'completed', error: null })
    const file = async (name: string) =>
      (await client.get(`/api/artifacts/${task.task_id}/${name}`)).json()
    const diagram: Diagram = await file('diagram.json')
    const { ignored }: { ignored: string[] } = await file('report.json')
    const labels = new Map(diagram.nodes.map(({ id, label }) => [id, label]))
    return {
      boxes: diagram.nodes.map(({ label }) => label),
      arrows: diagram.edges.map(({ from, to }) => `${labels.get(from)} -> ${labels.get(to)}`),
      title: diagram.title,
      direction: diagram.direction,
      ignored,
      description: task.description,
    }
  }

  test('shows what the prompt lists, and none of the instructions', async () => {
    expect(await drawn({ description: PROMPT })).toMatchObject({
      title: 'A two-stage retrieval pipeline',
      boxes: ['Dual encoder finds passages', 'Re-ranker orders them'],
      direction: 'right',
      ignored: [],
    })
  })

  test('shows the relations of the source under the name that the prompt gives', async () => {
    const figure = await drawn({
      description: 'A two-stage retrieval pipeline.',
      source_context: 'Encoder -> Index\nIndex -> Re-ranker: top-100',
      caption: 'Retrieval in two stages',
    })
    expect(figure).toMatchObject({
      title: 'A two-stage retrieval pipeline',
      boxes: ['Encoder', 'Index', 'Re-ranker'],
      arrows: ['Encoder -> Index', 'Index -> Re-ranker'],
      ignored: [],
    })
  })

  test('shows the steps of a source in prose', async () => {
    const { boxes, ignored } = await drawn({
      description: 'An overview of our RNA-seq analysis.',
      source_context:
        'Raw reads were trimmed with Trimmomatic. Reads were aligned to the mouse genome with STAR.',
    })
    expect(boxes).toEqual([
      'Raw reads were trimmed with Trimmomatic',
      'Reads were aligned to the mouse genome with STAR',
    ])
    expect(ignored).toEqual([])
  })

  test('obeys or names the guidelines of a client, also beside mermaid', async () => {
    const { boxes, ignored, description } = await drawn({
      description: 'flowchart LR\n  A[Scan] --> B[Score]\n  B --> C[Report]',
      guidelines:
        'Read from top to bottom.\nUse green arrows.\nWarm tones only.\nFonts: Fira Sans.',
    })
    expect(boxes).toEqual(['Scan', 'Score', 'Report'])
    expect(ignored).toEqual([
      'Not followed: "Warm tones only".',
      'Not followed: "Fonts: Fira Sans".',
    ])
    for (const sentence of ignored) expect(description).toContain(sentence)
  })

  test('in German', async () => {
    const { boxes, ignored } = await drawn({
      description: 'Zuerst werden die Proben gereinigt. Dann werden sie mit dem Modell verglichen.',
    })
    expect(boxes).toHaveLength(2)
    expect(ignored).toEqual([])
  })
})
