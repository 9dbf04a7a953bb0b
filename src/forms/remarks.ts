/**
 * What people are told of a figure beside the figure itself: one list, from the first stage to the page.
 *
 * - `note`: what was done; run.log.
 * - `trouble`: what did not work on the way and shows nowhere; run.log.
 * - `doubt`: why the figure may be wrong, or not be read; `warnings` of the record.
 * - `unmet`: a wish that has no effect; `ignored` of report.json, and the description.
 * - `open`: what the text leaves open; `unsure` of report.json.
 */
export interface Remark {
  kind: 'note' | 'trouble' | 'doubt' | 'unmet' | 'open'
  sentence: string
  /** What it is about, written before it in run.log: a candidate, a round. */
  where?: string
}

export const remarksOf = (kind: Remark['kind'], sentences: readonly string[] = []): Remark[] =>
  sentences.map((sentence) => ({ kind, sentence }))

/** The sentences of one kind. */
export const sentencesOf = (kind: Remark['kind'], remarks: readonly Remark[]): string[] =>
  remarks.filter((one) => one.kind === kind).map(({ sentence }) => sentence)
