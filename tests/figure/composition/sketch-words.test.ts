import { describe, expect, test } from 'bun:test'
import { smallestTextPt } from '../../../src/figure/measure'
import { STYLES } from '../../../src/forms/look'
import { drawDraft, edge, node } from './draft-figure'

const TEXT =
  'The loss curve of the student follows the teacher. The student learns from the teacher model.'

const sketch = (texts: string) => ({
  svg: `<rect x='2' y='2' width='116' height='76' fill='paper' stroke='line'/><path d='M10 60L60 30L110 20' stroke='c1' fill='none'/>${texts}`,
  ...{ width: 120, height: 80, alt: 'loss curve' },
})
const draw = (texts: string, style = 'academic') =>
  drawDraft(
    TEXT,
    {
      ...{ title: null, unsure: [], groups: [], edges: [edge('student', 'teacher')] },
      nodes: [
        node('student', 'student', [100, 200, 420, 420], { picture: sketch(texts) }),
        node('teacher', 'teacher', [1000, 200, 420, 420]),
      ],
    },
    { style },
  )
const LOSS = `<text x='60' y='16' font-size='12' text-anchor='middle'>loss</text>`

describe('words of a sketch', () => {
  test.each([...STYLES])(
    '%s sets those of the text in its face, large enough for print',
    async (style) => {
      const { scene, figures, diagram } = await draw(LOSS, style)
      const words = scene.elements.find(({ id }) => id === 'n-student-words')
      expect(words?.label).toBe('loss')
      const label = scene.elements.find(({ id }) => id === 'n-student-label')
      expect(words?.style.fonts).toEqual(label?.style.fonts)
      expect(smallestTextPt(scene)).toBeGreaterThanOrEqual(5.99)
      expect(figures).toMatchObject({ textOverflow: 0, labelHits: 0 })
      expect(diagram.unsure).toEqual([])
    },
  )

  test('that the text does not say are left out and named, the sketch stays', async () => {
    const { svg, diagram } = await draw(`${LOSS}<text x='10' y='70' font-size='12'>99.2 %</text>`)
    expect(svg).not.toContain('99.2')
    expect(svg).toContain('>loss<')
    expect(svg).toContain('class="picture"')
    expect(diagram.unsure).toEqual([
      '"99.2 %" in the sketch of "student" is left out: the text does not say it.',
    ])
  })

  test.each([
    ['tiny', `<text x='60' y='16' font-size='1'>loss</text>`],
    ['of no size', `<text x='60' y='16' font-size='0'>loss</text>`],
    ['upright', `<text transform='rotate(-90)' x='-60' y='16' font-size='12'>loss</text>`],
    ['beyond its box', `<text x='115' y='16' font-size='30'>the loss curve of the student</text>`],
    ['without end', `<text x='5' y='16' font-size='12'>${'loss '.repeat(300)}</text>`],
    ['empty', `<text x='5' y='16'> </text><text/>`],
  ])('that are %s are not drawn, and cost nothing else', async (_, texts) => {
    const { svg, figures } = await draw(texts)
    expect(svg).not.toContain('-words')
    expect(svg).not.toMatch(/>loss/)
    expect(svg).toContain('class="picture"')
    expect(figures).toMatchObject({ textOverflow: 0, labelHits: 0 })
  })

  test('of a script are none', async () => {
    const { svg } = await draw(`<script>loss</script><a href='x'><text x='9' y='9'>loss</text></a>`)
    expect(svg).not.toContain('>loss')
    expect(svg).not.toContain('script')
  })
})
