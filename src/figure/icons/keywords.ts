import TABLE from './keywords.txt' with { type: 'text' }

/**
 * What a word in a label looks like: icon, what it shows (the word that segmentation selects it by), the words. A row
 * marked `plain` is unmistakable, so that even sparing themes may use it. The first row that has a word wins. Words of
 * several senses (environment, forest, policy) have no place here; a row without words is for authors who name its icon.
 */
export interface IconRow {
  icon: string
  shows: string
  words: readonly string[]
  plain: boolean
}

export const ICON_ROWS: readonly IconRow[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [icon = '', shows = '', words = '', plain] = row.split('|').map((part) => part.trim())
    return { icon, shows, words: words === '' ? [] : words.split(' '), plain: plain === 'plain' }
  })
