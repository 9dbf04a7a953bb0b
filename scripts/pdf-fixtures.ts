/**
 * Makes tests/fixtures/pdf: one paper in four shapes, and one with formulas, a table and a footnote. Needs pdflatex; the PDFs
 * are checked in, so tests do not. `bun scripts/pdf-fixtures.ts`
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ABSTRACT,
  ACKNOWLEDGEMENTS,
  AUTHORS,
  REFERENCES,
  RUNNING_HEAD,
  SECTIONS,
  type Section,
  TITLE,
} from '../tests/read/paper'

const FOLDER = join(import.meta.dir, '..', 'tests', 'fixtures', 'pdf')

interface Shape {
  options: string
  preamble: string
  figure: 'none' | 'column' | 'wide'
  numbered: boolean
  abstract: 'inline' | 'wide'
}

const HEAD = String.raw`\usepackage{fancyhdr}\pagestyle{fancy}\fancyhf{}\fancyhead[L]{${RUNNING_HEAD}}\fancyhead[R]{\thepage}\fancyfoot[C]{Preprint, not peer reviewed}`
const PAGE = '\\usepackage[a5paper,margin=16mm]{geometry}'

const SHAPES: Record<string, Shape> = {
  'one-column': {
    options: '10pt',
    preamble: PAGE,
    figure: 'column',
    numbered: true,
    abstract: 'inline',
  },
  'two-columns': {
    options: '10pt,twocolumn',
    preamble: `${PAGE}\n${HEAD}`,
    figure: 'column',
    numbered: true,
    abstract: 'inline',
  },
  'two-columns-wide-figure': {
    options: '9pt,twocolumn',
    preamble: `\\usepackage[a4paper,margin=22mm]{geometry}\n${HEAD}`,
    figure: 'wide',
    numbered: true,
    abstract: 'wide',
  },
  'sans-unnumbered': {
    options: '11pt',
    preamble: `${PAGE}\n${HEAD}\n\\renewcommand{\\familydefault}{\\sfdefault}`,
    figure: 'none',
    numbered: false,
    abstract: 'inline',
  },
}

function latex({ options, preamble, figure, numbered, abstract }: Shape): string {
  const star = numbered ? '' : '*'
  const style = preamble.includes('fancyhdr') ? 'fancy' : 'plain'
  const intro =
    abstract === 'wide'
      ? `\\twocolumn[\\begin{@twocolumnfalse}\\maketitle\\begin{abstract}${ABSTRACT}\\end{abstract}\\vspace{6mm}\\end{@twocolumnfalse}]\\thispagestyle{${style}}`
      : `\\maketitle\\thispagestyle{${style}}\\begin{abstract}${ABSTRACT}\\end{abstract}`
  const body = SECTIONS.map((section) => sectionTex(section, star, figure)).join('\n\n')
  const items = REFERENCES.map((entry, index) => `\\bibitem{r${index}} ${entry}`).join('\n')
  return String.raw`\documentclass[${options}]{article}
\usepackage[T1]{fontenc}\usepackage{lmodern}
\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=15
${preamble}
\title{${TITLE}}\author{${AUTHORS}}\date{}
\makeatletter
\begin{document}
${intro}
${body}

\section*{Acknowledgements}
${ACKNOWLEDGEMENTS}
\begin{thebibliography}{9}
${items}
\end{thebibliography}
\end{document}
`
}

function sectionTex(
  { level, title, paragraphs, figure }: Section,
  star: string,
  place: Shape['figure'],
) {
  const heading = `\\${level === 1 ? 'section' : 'subsection'}${star}{${title}}`
  return [heading, figure && figureTex(figure, place), ...paragraphs].filter(Boolean).join('\n\n')
}

function figureTex({ caption, labels }: NonNullable<Section['figure']>, place: Shape['figure']) {
  if (place === 'none') return ''
  const name = place === 'wide' ? 'figure*' : 'figure'
  const boxes = labels.map((label) => `\\fbox{\\rule{0pt}{5mm}\\footnotesize ${label}}`)
  return `\\begin{${name}}[t]\\centering ${boxes.join(' $\\rightarrow$ ')}\\caption{${caption.replace(/^Figure \d+: /, '')}}\\end{${name}}`
}

function compile(name: string, source: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'burin-tex-'))
  try {
    writeFileSync(join(folder, 'a.tex'), source)
    for (let turn = 0; turn < 2; turn++) {
      const run = Bun.spawnSync(['pdflatex', '-interaction=nonstopmode', 'a.tex'], { cwd: folder })
      if (run.exitCode !== 0) throw new Error(`${name}: ${run.stdout.toString().slice(-2000)}`)
    }
    return readFileSync(join(folder, 'a.pdf'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What papers hold besides running text: a formula, a table, a footnote, run-in titles, roman numbers. */
const CONFERENCE = String.raw`\documentclass[10pt,twocolumn]{article}
\usepackage[a5paper,margin=16mm]{geometry}
\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=15
\renewcommand{\thesection}{\Roman{section}.}
\renewcommand{\thetable}{\Roman{table}}
\makeatletter
\renewcommand{\section}{\@startsection{section}{1}{0pt}{3ex}{1.5ex}{\centering\normalsize\scshape}}
\long\def\@makecaption#1#2{\centering\footnotesize #1. #2\par\vskip 4pt}
\makeatother
\renewcommand{\tablename}{TABLE}
\title{Trees from Bilinear Scores}\author{Ana Ruiz}\date{}
\begin{document}
\maketitle
\section*{ABSTRACT}
We parse sentences into trees with a single bilinear layer and report accuracy on four corpora.
\section{INTRODUCTION}
Parsing is an old problem with many answers, of which most need a grammar. We need none and show that a plain scorer is enough for languages with rich morphology.
\section{PROPOSED METHOD}
\paragraph{Tokenisation.} Each sentence is cut into sub-word units by a unigram model with a vocabulary of eight thousand entries, and every unit is mapped to a vector.\footnote{Vectors are trained from scratch on the same corpora.}
\paragraph{Scoring.} A bilinear layer scores every pair of units,
\begin{equation} s(i,j) = h_i^\top W h_j + b_j, \end{equation}
where the matrix is learned and the bias is fixed to the mean of the training labels. The score is turned into a probability by a logistic function.
\begin{table}[t]\caption{Corpora and their sizes in sentences}\footnotesize\begin{tabular}{lrr}Corpus & Train & Test\\ Alpine & 12000 & 900\\ Baltic & 9400 & 850\\ Coastal & 15100 & 1200\\ Delta & 7000 & 640\\\end{tabular}\end{table}
\paragraph{Decoding.} A maximum spanning tree is taken over the scored pairs, and its edges are labelled by a second classifier that sees both ends.
\section{RESULTS}
Accuracy is above ninety percent on all four corpora, and training takes less than an hour on one card. Longer sentences suffer most, as expected from a scorer that sees pairs alone.
\section{CONCLUSION}
A bilinear layer is enough for trees. We will try it on graphs.
\end{document}
`

const write = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(FOLDER, name), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}

for (const [name, shape] of Object.entries(SHAPES))
  write(`${name}.pdf`, compile(name, latex(shape)))
write('conference.pdf', compile('conference', CONFERENCE))
