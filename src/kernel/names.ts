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

/** The same for names that are the same: whatever their blanks and their case. */
export function nameKey(name: string): string {
  return tidied(name).toLowerCase()
}
