/** Whatever is neither a letter nor a figure; what is not seen is part of it. */
const MARK = '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u2212\\ufeff]'

const PLAIN = /^[1-9][0-9]*$/
const BEFORE = new RegExp(`^${MARK}*(?:(?:no|nr|n°)${MARK}*)?(?=[0-9])`)
const FRACTION = new RegExp(`^([0-9]+)[.,]00?(?![0-9])${MARK}*$`)
const MARKS = new RegExp(`${MARK}+`, 'g')

/**
 * The number of a ticket as it is compared, by files, statements, searches and warnings alike: without case, blanks, marks, leading zeros, a “No.”
 * before it, and the `.0` of a spreadsheet. Between two figures a mark stays, since 12-3 is another number than 1-23. `ticket_key` of the database
 * (migration 0087) reads it in the same way. Empty where there is no number, such as of a dash.
 *
 * @example ticketKey('No. 0012') // '12'
 * @example ticketKey('WB 0012-04') // 'wb0012-04'
 */
export function ticketKey(number: string): string {
  // Most are, and the rest takes longer than to see it.
  if (PLAIN.test(number)) return number
  return number
    .normalize('NFKC')
    .toLowerCase()
    .replace(BEFORE, '')
    .replace(FRACTION, '$1')
    .replaceAll(MARKS, ' ')
    .replaceAll(/(?<=[0-9]) (?=[0-9])/g, '-')
    .replaceAll(' ', '')
    .replace(/^0+(?=[^-])/, '')
}
