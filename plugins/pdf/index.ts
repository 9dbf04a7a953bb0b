import type { Kit, Plugin } from '../../src/plugin'
import type { PdfInput } from './run'

export default ({ t, limits, fields }: Kit): Plugin<PdfInput> => ({
  id: 'pdf',
  summary: 'Draws a methodology figure from the pages of a PDF',
  service: 'task',
  path: '/api/generate-from-pdf',
  diagramType: 'methodology',
  bodyLimit: limits.pdfBytes,
  body: t.Object(
    {
      pdf_base64: t.String({
        minLength: 1,
        notBlank: true,
        file: 'pdf',
        description:
          'The PDF in base64, white space ignored; a data URL that begins with data:application/pdf;base64, is taken too.',
      }),
      caption: t.String({
        minLength: 1,
        maxLength: 2000,
        notBlank: true,
        description: 'Figure title or communicative intent.',
      }),
      pages: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 2000,
          description: `Pages from 1 on, like 3, 1,4 or 2-5; at most ${limits.pdfPages}. Left out: all.`,
        }),
      ),
      ...fields.task,
    },
    { additionalProperties: false },
  ),
  accept: async ({ pages }, look) => {
    const found = await look.probe('pdf_base64', { pages })
    if (!('sentence' in found)) return undefined
    return {
      field: found.at === 'file' ? 'pdf_base64' : 'pages',
      status: 422,
      sentence: found.sentence,
    }
  },
  example: { pdf_base64: 'JVBERi0xLjcK...', caption: 'Overview of the method', pages: '2-4' },
  run: () => import('./run'),
})
