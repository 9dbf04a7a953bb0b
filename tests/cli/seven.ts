/** Files and options for each workflow of the command line, and words that its figure must bear. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

const FIXTURES = join(import.meta.dir, '..', 'fixtures')

export interface Case {
  workflow: string
  files: string[]
  options: string[]
  words: string[]
}

const FLOW = 'flowchart LR\n  A[Reads] --> B[Trimming]\n  B --> C[Counts]\n'
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400"><g data-node="a"><rect x="60" y="100" width="300" height="160" fill="#eef"/><text x="90" y="190" font-size="32">Trimming</text></g></svg>'

export const SEVEN: readonly Case[] = [
  { workflow: 'run', files: ['flow.mmd'], options: [], words: ['Reads', 'Counts'] },
  {
    workflow: 'generate',
    files: ['flow.mmd'],
    options: ['--style', 'blueprint', '--title', 'RNA-seq', '--ratio', '16:9'],
    words: ['Reads', '<title>RNA-seq</title>'],
  },
  {
    workflow: 'generate-from-pdf',
    files: ['paper.pdf'],
    options: ['--pages=1'],
    words: ['<text'],
  },
  {
    workflow: 'plot',
    files: ['table.csv'],
    options: ['--intent', 'Bar chart of score by model'],
    words: ['ResNet', 'score'],
  },
  { workflow: 'image-to-svg', files: ['picture.png'], options: [], words: ['<rect'] },
  {
    workflow: 'optimize-prompt',
    files: ['prompt.txt'],
    options: ['--workflow', 'optimize-prompt', '--caption', 'Retrieval'],
    words: ['A dual encoder and a re-ranker.', 'Caption: Retrieval'],
  },
  {
    workflow: 'composite',
    files: ['drawing.svg', 'flow.mmd'],
    options: ['--layout', '1x2', '--labels', '(a) mine', '--labels', '(b) drawn'],
    words: ['Trimming', 'Counts', '(a) mine', '(b) drawn'],
  },
  { workflow: 'finish', files: ['drawing.svg'], options: [], words: ['Trimming', 'data-node'] },
]

/** Writes the files of all cases into a folder. */
export async function writeCases(folder: string): Promise<void> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const context = createCanvas(320, 200).getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, 320, 200)
  context.fillStyle = '#4477aa'
  context.fillRect(60, 50, 200, 100)
  await Promise.all([
    Bun.write(join(folder, 'flow.mmd'), FLOW),
    Bun.write(join(folder, 'drawing.svg'), DRAWING),
    Bun.write(join(folder, 'table.csv'), 'model,score\nResNet,76\nViT,79\nOurs,84\n'),
    Bun.write(join(folder, 'prompt.txt'), 'A dual encoder and a re-ranker.'),
    Bun.write(join(folder, 'picture.png'), await context.canvas.encode('png')),
    cp(join(FIXTURES, 'pdf', 'one-column.pdf'), join(folder, 'paper.pdf')),
  ])
}
