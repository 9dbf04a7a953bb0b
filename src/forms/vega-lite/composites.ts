/**
 * Marks of our own, each written out in Vega-Lite's before it is drawn (`figure/chart/composites/`). They stand where a
 * mark of Vega-Lite does, compute from the rows that the transforms before them leave, and say in the description what
 * they computed and what they left out.
 */
import type { Schema } from './schema'

export interface CompositeMark {
  /** What it draws, in a phrase. */
  summary: string
  /** The channels that it reads, and what each must hold; a question mark for those that may be absent. */
  channels: Readonly<Record<string, string>>
  /** Members of the mark beside `type` and `color`. */
  options: Readonly<Record<string, Schema>>
}

const flag: Schema = { type: 'boolean' }
const number: Schema = { type: 'number' }
const name: Schema = { type: 'string', minLength: 1, maxLength: 200 }
const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum })
const list = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems })

const BAND: Schema = { ...flag, description: 'false: without the interval' }
const BY = 'names: one curve each'

export const COMPOSITES: Readonly<Record<string, CompositeMark>> = {
  survival: {
    summary: "Kaplan and Meier's estimate, ticks where rows were censored",
    channels: { x: 'times', y: 'events: 1 seen, 0 censored', 'color?': BY },
    options: {
      /** Numbers at risk below. */
      risk: flag,
      band: BAND,
    },
  },
  ecdf: {
    summary: 'the empirical cumulative distribution as steps',
    channels: { x: 'values', 'y?': 'a title', 'color?': BY },
    options: {},
  },
  roc: {
    summary: 'true against false positive rates at every threshold, with the area under the curve',
    channels: { x: 'scores', y: 'truth: 1 or 0, yes or no', 'color?': BY },
    options: {},
  },
  'precision-recall': {
    summary: 'precision against recall at every threshold, with the average precision',
    channels: { x: 'scores', y: 'truth: 1 or 0, yes or no', 'color?': BY },
    options: {},
  },
  calibration: {
    summary:
      "observed shares against mean predictions in bins of equal width, with Wilson's 95 % intervals",
    channels: { x: 'predicted probabilities', y: 'truth: 1 or 0, yes or no', 'color?': BY },
    options: { bins: whole(2, 50) },
  },
  volcano: {
    summary:
      'effects against −log10 of p, with thresholds, counts and the names of the most significant points',
    channels: {
      x: 'effects, as log2 of the fold change',
      y: 'p values from 0 to 1',
      'text?': 'names of points',
    },
    options: {
      /** Threshold of the effect; 1 without. */
      fold: { type: 'number', minimum: 0, maximum: 1e6 },
      /** Threshold of p; 0.05 without. */
      p: { type: 'number', minimum: 0, maximum: 1 },
      /** Points that get their name; 10 without. */
      top: whole(0, 50),
    },
  },
  forest: {
    summary:
      'estimates with their intervals, squares by weight where there is one, pooled ones as diamonds; estimates, intervals and any weights written in columns beside',
    channels: { x: 'estimates', y: 'names of studies', 'size?': 'weights' },
    options: {
      lower: { ...name, description: "the field of the intervals' lower ends" },
      upper: { ...name, description: 'that of the upper ones' },
      /** Studies that are pooled already: their diamond reaches over their interval. */
      summary: list(name, 20),
      /** The line of no effect: 0 without, 1 on a logarithmic axis. */
      reference: number,
    },
  },
  radar: {
    summary: 'values on spokes around a middle',
    channels: { x: 'names of the spokes', y: 'values', 'color?': 'names: one outline each' },
    options: {},
  },
  violin: {
    summary: 'densities of samples as closed forms, with quartiles and median',
    channels: { x: 'names or values', y: 'values or names', 'color?': 'names' },
    options: {},
  },
  fit: {
    summary: 'a fitted curve, of a straight line with the 95 % interval of the mean',
    channels: { x: 'numbers', y: 'numbers', 'color?': BY },
    options: {
      method: { enum: ['linear', 'log', 'exp', 'pow', 'quad', 'loess'] },
      band: BAND,
      /** R² and r are written into a corner. */
      figures: flag,
    },
  },
}
