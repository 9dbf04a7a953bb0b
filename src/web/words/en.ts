import words from './en.json'
import { merged } from './merged'

const s = (count: number) => (count === 1 ? '' : 's')

/** Sentences with something in them. */
const sentences = {
  chart: {
    day: (day: string, submissions: number, failed: number) =>
      `${day}: ${submissions} submission${s(submissions)}${failed > 0 ? `, ${failed} failed` : ''}`,
    counts: (submissions: number, failed: number) =>
      `${submissions} submission${s(submissions)}, ${failed} failed`,
  },
  figure: {
    failed: (error: string) => `Failed: ${error}`,
    asks: (provider: string, attempt: number, attempts: number) =>
      `Waiting for the model of ${provider}${attempts > 1 ? `, attempt ${attempt} of ${attempts}` : ''}.`,
    stage: (stage: string, step: number, steps: number) => `${stage} (${step} of ${steps})`,
    figureOf: (title: string) => (title === '' ? 'The figure' : `Figure: ${title}`),
    candidates: {
      take: (number: number) => `Take figure ${number}`,
    },
  },
  report: {
    content: (nodes: string, edges: string) => `${nodes} boxes, ${edges} arrows.`,
    readAs: (source: string) => `Read as ${source}.`,
    rows: (rows: string) => `${rows} rows of data.`,
    marks: (marks: string) => `${marks} marks.`,
    paper: (width: string, height: string) => `On paper ${width} × ${height} mm.`,
    text: (points: string, readable: boolean) =>
      `The smallest text is ${points} pt on paper: ${readable ? 'readable in print' : 'too small for print; take a wider figure or fewer words'}.`,
    contrast: (ratio: string, enough: boolean) =>
      `The weakest contrast of a text is ${ratio} : 1${enough ? '' : ', which is little'}.`,
    inferred: (count: string) => `${count} arrows were inferred.`,
    cost: (cost: string) => `Its models cost ${cost}.`,
    by: (names: string) => `Decided by ${names}.`,
  },
  studio: {
    tooLong: (has: number, most: number) => `It has ${has} characters; at most ${most} are read.`,
    picture: {
      chosen: (name: string) => `The picture ${name}`,
    },
    pdf: {
      choose: (chosen: number, pages: number) =>
        chosen === 0 ? `All ${pages} pages are read` : `${chosen} of ${pages} pages are read`,
      page: (page: number) => `Page ${page}`,
      more: (pages: number) => `Show more (${pages})`,
    },
    composite: {
      later: (title: string) => `${title}: later`,
      add: (title: string) => `Add ${title}`,
      labelOf: (title: string) => `Label of ${title}`,
      earlier: (title: string) => `${title}: earlier`,
      remove: (title: string) => `${title}: take out`,
    },
    look: {
      standard: (name: string) => `${name} (standard)`,
      spent: (cost: string) => `Models have cost ${cost} so far.`,
    },
    mine: {
      compareWith: (title: string) => `Compare ${title}`,
      remove: (title: string) => `Delete ${title}`,
      removeHeading: (title: string) => `Delete “${title}”?`,
    },
  },
  editor: {
    several: (count: number) => (count === 0 ? 'Figure' : `${count} selected`),
    faults: (count: number) => `${count} thing${s(count)} to look at`,
    partName: (role: string, label: string) => `${role}: ${label}`,
    edgeName: (from: string, to: string, label: string) =>
      `Arrow: ${from} to ${to}${label === '' ? '' : `, ${label}`}`,
    changes: {
      added: (names: string) => `New: ${names}`,
      gone: (names: string) => `Gone: ${names}`,
      renamed: (names: string) => `Other words: ${names}`,
      moved: (names: string) => `Moved: ${names}`,
      resized: (names: string) => `Another size: ${names}`,
      led: (names: string) => `Leads elsewhere: ${names}`,
      painted: (names: string) => `Another look: ${names}`,
    },
  },
  admin: {
    overview: {
      since: (at: string) => `The first since ${at}`,
      streams: (count: number) => `${count} open event stream${s(count)}`,
      retrying: (count: number) =>
        count === 0 ? 'None failed so far' : `${count} failed and will be tried again`,
      ofDisk: (total: string, least: string) => `of ${total}; work stops below ${least}`,
      up: (since: string, memory: string) => `Up since ${since}, ${memory} of memory`,
      useLabel: (days: number) => `Submissions a day, last ${days} days (UTC); failed ones in red`,
      days: (days: number) => `${days} day${s(days)}`,
      sized: (count: number, size: string) => `${count} (${size})`,
    },
    providers: {
      load: (open: number, waiting: number) => `${open} open, ${waiting} waiting`,
      inOut: (input: string, output: string) => `${input} in, ${output} out`,
    },
    keys: {
      ofTotal: (left: string, total: string) => `${left} of ${total}`,
      copyOf: (name: string) => `Copy the key ${name}`,
      madeHeading: (name: string) => `Key “${name}”`,
    },
    key: {
      removeHeading: (name: string) => `Delete the key “${name}”?`,
      madeOn: (at: string) => `Made ${at}`,
      usedSoFar: (count: string) => `Used so far: ${count}`,
      all: (count: string) => `All ${count} in the history`,
    },
    history: {
      total: (count: string) => `${count} in all`,
      pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
    },
    record: {
      lost: (attempts: number, lost: number) => `${attempts}, ${lost} lost`,
      pictureOf: (id: string) => `The picture of ${id}`,
    },
  },
}

export type Sentences = typeof sentences

/** The words of the pages, and sentences that depend on something as functions of it. */
export const en = merged(words, sentences)
