const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1b2430; background: #eef0f3 }
h2 { margin-top: 3rem }
.row { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0; background: #fff; padding: .5rem; border-radius: 6px }
.row img { height: 330px; max-width: 100%; object-fit: contain }
section > figure img { max-width: 100%; max-height: 80vh }
figcaption, .facts { color: #55606e; font-size: 13px }
pre { white-space: pre-wrap; background: #fff; padding: 1rem; border-radius: 6px }
table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: left }
`

/** A whole page that needs nothing but the files beside it; `body` is HTML, `title` is not. */
export function page(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><h1>${escapeHtml(title)}</h1>`,
    body,
    '</body></html>',
    '',
  ].join('\n')
}

export function escapeHtml(text: string): string {
  return Bun.escapeHTML(text)
}
