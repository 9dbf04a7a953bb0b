import type { FaultKind } from '../../forms/fault'
import type { Finding } from './findings'

/** What a sentence is made of. */
export interface Told extends Finding {
  /** The measure, as it is said. */
  n: string
  /** Where room is, as it is said. */
  room: string
  /** The group, and the other party, as they are called. */
  who: string
  them: string
}

/**
 * One sentence of condition and one of repair for each kind of fault. Frozen: models were measured with these very words.
 */
export const SENTENCES: Readonly<Record<FaultKind, (told: Told) => string>> = Object.freeze({
  words_over: ({ words, others, who, them, n, room }) =>
    `The words "${words}" of ${who} lie over "${others}" of ${them} by ${n} units. Move one of them apart; ${room}.`,
  words_struck: ({ words, who, what, them, other, n, room }) =>
    `${cap(what)}${other ? ` of ${them}` : ''} runs ${n} units through the words "${words}" of ${who}. Move the words beside it or give them a ground; ${room}.`,
  words_leave: ({ words, who, what, n, room }) =>
    `The words "${words}" of ${who} leave ${what} by ${n} units. Widen the shape, break the line or say it shorter; ${room}.`,
  words_small: ({ words, who, what }) =>
    `The words "${words}" of ${who} have a size of ${what} units that must be. Set them larger, or leave them out.`,
  words_hidden: ({ words, who, other, what, them }) =>
    `The words "${words}" of ${who} are hidden by ${other ? them : (what ?? 'a shape drawn over them')}. Draw them last, or move them off it.`,
  contrast: ({ words, who, what }) =>
    `The words "${words}" of ${who} have a contrast of ${what} to their ground; 4.5 is legible. Take a darker or lighter colour for them.`,
  end_off: ({ who, what, them, n, repair }) =>
    what === 'no line'
      ? `The connector ${who} draws no line. Give its group one path from its source to its target.`
      : what?.endsWith('inside')
        ? `The ${what.split(' ')[0]} of ${who} lies ${n} units inside ${them} and meets nothing there. End it on the border at ${repair}.`
        : `The ${what?.split(' ')[0]} of ${who} is ${n} units off ${them}. Lead it to the border at ${repair}.`,
  head_missing: ({ who, what }) =>
    `The connector ${who} has no head at its ${what}. Add its marker, or say data-heads="none".`,
  wrong_way: ({ who, them }) =>
    `The connector ${who} is drawn from its target to its source. Draw its path the other way round, so that it ends at ${them}.`,
  through: ({ who, them, words, what, n, room }) =>
    what === 'words'
      ? `The connector ${who} runs ${n} units through the words "${words}" of ${them}. Lead it around them, or move the words; ${room}.`
      : what === 'its own thing'
        ? `The connector ${who} runs ${n} units through ${them}, which it joins. Begin or end it on the side from which it comes.`
        : `The connector ${who} runs ${n} units through ${them}, which it does not join. Lead it around it.`,
  on_one_line: ({ who, them, n }) =>
    `The connectors ${who} and ${them} run on one line for ${n} units. Lead one of them at least 12 units beside the other.`,
  crossing: ({ who, them, n }) =>
    `The connectors ${who} and ${them} cross ${n} times. Where another way is free, take it.`,
  overlap: ({ who, them, n }) =>
    `${cap(who)} and ${them} overlap by ${n} square units and neither holds the other. Move them apart, or put one into the other's group.`,
  edge_unnamed: ({ who, what, repair }) =>
    `The connector ${who} names no node or panel in its ${what}${repair ? `; ${repair}` : ''}. Write the ids of what it joins.`,
  id_doubled: ({ who }) => `The id "${who}" is given twice. Give each group an id of its own.`,
  words_foreign: ({ words, who, what }) =>
    `The words "${words}" of ${who} say ${what}, which the text does not have. Say it in words of the text, or leave it out.`,
  quote_foreign: ({ who, what }) =>
    `The quote "${(what ?? '').slice(0, 120)}" of ${who} does not stand in the text. Quote the text word for word.`,
  missing: ({ what }) => `${cap(what)} of the plan is not drawn. Add it.`,
  off_picture: ({ who, what, n }) =>
    `The ${what} of ${who} lies where the picture shows none: ${n} % of it is on ink. Lead it along that of the picture, or drop ${who}.`,
  near_align: ({ who, them, n }) =>
    `${cap(who)} and ${them} are alike and ${n} units out of line. Put them on one line.`,
  near_border: ({ words, who, n }) =>
    `The words "${words}" of ${who} stand ${n} units too near to their border. Keep 4 units from it.`,
  empty: ({ what }) =>
    `A rectangle of ${what} of the canvas is empty. Draw the things around it larger, or the canvas lower.`,
})

const cap = (text = '') => text.charAt(0).toUpperCase() + text.slice(1)
