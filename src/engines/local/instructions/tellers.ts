import { COLOR_WORDS } from '../../words/color-names'
import { isFunctionWord, NUMBER_WORDS } from '../../words/language'
import { LEADING } from '../prose/pieces'
import { inEnglish } from './gloss'

export const IMPERATIVE =
  /^(?:use|draw|make|create|generate|design|put|place|arrange|align|lay|group|label|number|colou?r|paint|highlight|mark|shade|fill|show|display|add|include|keep|set|choose|render|style|avoid|omit|remove|do not|don['’]t|never|ensure|leave|hide|separate|enclose|depict|illustrate|sketch|represent|write|print|limit|cent(?:er|re)|indicate|distinguish|give|let|have|orient|point)\b/i
/** A verb and its object: "Incubate the cells". */
const OBJECT =
  /^(?!\p{L}+(?:ing|ly|ed|s)\b)(\p{L}+) (?:\d|(?:the|an?|all|each|every|it|them|its|our)\b)/iu
const isCommand = (words: string) => {
  const first = OBJECT.exec(words)?.[1]
  return first !== undefined && !LEADING.test(words) && !isFunctionWord(first, 'en')
}

const list = (words: string) => new Set(words.split(' '))
/** Words of drawing: what a picture alone has, what other things have too, and what says nothing alone. */
const OF_PICTURES = list(
  'arrow arrowhead background bold border box brightness caption color colour column component connector corner dashed design diagram dotted drawing element everything figure font frame gradient greyscale grayscale handwritten icon illustration label layout legend legible letter lettering line minimalist module outline palette panel picture readable rounded row shade shadow simple stroke style symbol text title typeface',
)
const OF_THINGS = list(
  `above arrangement around clean below beneath beside between big bigger biggest bottom center centre circle dark different emphasized equal fine grid highlighted horizontal inside inner large larger largest left light lower middle narrow next outer outside over plain prominent right round same side size small smaller smallest solid space square thick thin top triangle under upper transparent vertical visible white wide ${COLOR_WORDS.join(' ')}`,
)
const SMALL = list(
  'all also and at belong bit block both but by drawn each else every few for in instead it less little many more much no not of off on one only other part per placed please plenty should must shall shown some stage step such than thing to very want whole with without',
)
const ADDRESSED =
  /^(?:please\b|(?:can|could|would) you\b|i (?:want|prefer|(?:would|['’]d) (?:like|prefer))\b|i['’]d (?:like|prefer)\b)|\bplease[.!]*$|(?:て(?:ください|下さい|ほしい)|願いします|がいいです)[。！]*$/i
const WISHED =
  /\b(?:(?:should|must|shall|needs? to|has to|have to) (?:not )?(?:be|have|go|look|stand)|belongs?)\b/
/** A place on the sheet: "at the bottom", of nothing else. */
const ON_SHEET =
  /\b(?:at|on|to|in) the (?:top|bottom|left|right|cent(?:er|re)|middle)(?: side)?[.!]*$/
/** A verb of another's doing: the sentence tells. */
const DONE =
  /(?<!\p{L})(?:is|are|was|were|been|ist|sind|w[ui]rden?|wurde|wird|est|sont|été|se|es|fue|fueron|é|são|foi|foram|è|sono|viene|vengono|stat[aeoi])(?!\p{L})/iu
const WORD =
  /[\p{Script=Katakana}ー]+|\p{Script=Han}+|\p{Script=Hiragana}+|(?:(?![\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}])[\p{L}\p{N}])+/gu
const DENSE = /[\p{Script=Han}\p{Script=Katakana}]/u

const singular = (word: string) => word.replace(/(?<=\p{L}{3})s$/u, '')
const isIn = (words: ReadonlySet<string>, word: string) =>
  words.has(word) || words.has(singular(word))
/** Names may be inflected: by their beginnings; of scripts without blanks by their pairs of signs. */
const stemsOf = (word: string): string[] =>
  DENSE.test(word)
    ? [...word.matchAll(/(?=(..))/gu)].map(([, pair = '']) => pair)
    : [word.slice(0, Math.max(4, word.length - 2))]

/** A new thing that is put beside others. */
const ICON =
  /^(?:add|put|place|show|draw|include) an? (?:small |large )?\S+(?= (?:next|beside|near|on|in|above|below|inside)\b)/

/**
 * Tells which sentences of a text tell of its method: those that say something of their own, or in which something is done.
 * What has but words of drawing, and names that the others tell of, is for the illustrator; so is what somebody is asked
 * for, in a text that does not command its steps.
 */
export function tellersOf(sentences: readonly string[]): (sentence: string) => boolean {
  const known = new Map(sentences.map((words) => [words, saidIn(words)]))
  const read = [...known.values()]
  const counts = new Map<string, number>()
  for (const { said } of read)
    for (const stem of new Set(said.flatMap(stemsOf))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const isTold = (word: string) => stemsOf(word).every((stem) => (counts.get(stem) ?? 0) > 1)
  const isNew = ({ words, names }: Said) => DONE.test(words) || !names.every(isTold)
  const telling = read.filter(
    (one) =>
      DONE.test(one.words) ||
      (isNew(one) && !(ICON.test(one.english) || (speaks(one) && one.said.some(isPictured)))),
  )
  const own = new Set(telling.flatMap(({ said }) => said.map(singular)))
  const commands = telling.filter(({ words }) => isCommand(words)).length
  const acts = telling.filter(({ words }) => !DONE.test(words) && !DENSE.test(words)).length
  return (sentence) => {
    const one = known.get(sentence) ?? saidIn(sentence)
    if (commands > 0 && commands * 2 >= telling.length) return true
    const isOfPicture =
      ON_SHEET.test(one.english) ||
      one.said.some((word) => isPictured(word) && !own.has(singular(word)))
    if ([one.english, sentence].some((words) => ADDRESSED.test(words)))
      return DONE.test(sentence) && !isOfPicture
    if (!speaks(one) || (telling.length > 0 ? isNew(one) : one.names.length > 1)) return true
    // Where parts act, they do not lie about: "place the decoder below the encoder".
    const acting =
      telling.length > 0 ? (acts - commands) * 2 > telling.length : ICON.test(one.english)
    return !isOfPicture && !(acting && one.said.some(isOfThings))
  }
}

type Said = ReturnType<typeof saidIn>

/** A sentence in English, all its words, and those that are none of drawing. */
function saidIn(words: string) {
  const english = inEnglish(words)
    .toLowerCase()
    .replace(/\b(picture|icon|image|symbol) of (?:an? )?\S+/g, '$1')
  // A verb of drawing is no thing of it: "label each object".
  const said = english.replace(IMPERATIVE, '').match(WORD) ?? []
  return {
    words,
    english,
    said,
    names: english.replace(ICON, '').match(WORD)?.filter(isName) ?? [],
  }
}

/** Begins with a verb of drawing, says what should be, or has no verb: no name then stands behind another, but behind a small word. A word alone is a step's name. */
const speaks = ({ words, english }: Said) =>
  (/\S\s+\S/.test(words.trim()) || DENSE.test(words)) &&
  (IMPERATIVE.test(english.replace(/^\P{L}+/u, '')) ||
    WISHED.test(english) ||
    (/^[\p{L}\d]/u.test(words) && !VERBAL.test(english.replace(WORD, partOf))))
const VERBAL = /[nd] n|^s n|(?:^|[,;，；] *)n (?!s)/
/** A name, a word of drawing or a small one. */
const partOf = (word: string) =>
  isName(word) ? 'n' : isPictured(word) || isOfThings(word) ? 'd' : 's'
const isPictured = (word: string) => isIn(OF_PICTURES, word)
const isOfThings = (word: string) => isIn(OF_THINGS, word)

/** A word that is none of drawing and none of grammar. */
const isName = (word: string) =>
  (DENSE.test(word) || word.length > 3) &&
  ![OF_PICTURES, OF_THINGS, SMALL].some((words) => isIn(words, word)) &&
  !/^\p{Script=Hiragana}+$/u.test(word) &&
  !IMPERATIVE.test(word) &&
  !NUMBER_WORDS.includes(word) &&
  !isFunctionWord(word)
