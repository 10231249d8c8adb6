/**
 * Names as people give them: of people and organisations, fields, stores and bays, varieties, files. They are kept as `tidied` says, and
 * compared as `nameKey` says, so that one that was copied out of a spreadsheet or a web page is no other name.
 */

/**
 * Characters that are not seen: what steers a printer or ends a file of an old program, a soft hyphen, blanks without width, marks for the
 * direction of writing. Joiners are none of them, since some scripts, and emoji, are written with them; nor is NUL, which is refused.
 */
const UNSEEN =
  '\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff'

/** The pattern of a text in which there is something to be seen. */
export const SEEN = `[^\\s${UNSEEN}]`

const ALL_UNSEEN = new RegExp(`[${UNSEEN}]+`, 'g')
/** Several blanks, or one that is not the ordinary one. */
const BLANKS = / [^\S\r\n]+|[^\S\r\n ][^\S\r\n]*/g
/** Not in most names, which stay as they are. */
const UNTIDY = /[^ -~]|^ | $| {2}/

/**
 * A name as it is kept: without blanks around, single blanks within, whatever kind they were, and without what is not seen. Line breaks
 * stay. Letters with marks are written as one character, as most programs do; a Mac may write them as two.
 *
 * @example tidied('Long\u00a0 Meadow\u200b ') // 'Long Meadow'
 */
export function tidied(name: string): string {
  if (!UNTIDY.test(name)) return name
  return name.normalize('NFC').replaceAll(ALL_UNSEEN, '').replaceAll(BLANKS, ' ').trim()
}

/** Returns a key that is the same for names that are the same but for their blanks and their case. */
export function nameKey(name: string): string {
  return tidied(name).toLowerCase()
}

/** A word or a sentence with its first letter large. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Words to choose one of, in a sentence.
 *
 * @example formatChoice(['intake', 'internal', 'outbound']) // 'intake, internal or outbound'
 */
export function formatChoice(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

/**
 * Counts the letters that have to be changed, added, left out or swapped with their neighbour to make each beginning of `name` of what was
 * typed. The counts are by the length of the beginning, from none to all of the name. A count above `most` is infinite or left out, and no
 * longer looked at: a long text beside a long one would take too long.
 *
 * @example slipsToBeginnings('yrk', 'york') // [3, 2, 2, 2, 1]
 */
export function slipsToBeginnings(typed: string, name: string, most = Number.POSITIVE_INFINITY): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: Math.min(name.length, most) + 1 }, (_each, index) => index)
  for (let row = 1; row <= typed.length; row++) {
    const current = row <= most ? [row] : []
    let least = row <= most ? row : Number.POSITIVE_INFINITY
    const end = Math.min(name.length, row + most)
    for (let column = Math.max(1, row - most); column <= end; column++) {
      const isSame = typed[row - 1] === name[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1]
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY
      const slips = Math.min(changed, swapped, at(last, column) + 1, at(current, column - 1) + 1)
      current[column] = slips
      least = Math.min(least, slips)
    }
    if (least > most) return []
    beforeLast = last
    last = current
  }
  return last
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
