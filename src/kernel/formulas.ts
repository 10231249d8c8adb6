/** Beginnings of a cell for a spreadsheet: the text's own, and those after any separator or line break within it. */
const BEGINS = String.raw`(?<=^|[,;\t\r\n])`
/** The signs that begin a formula, in either width. */
const SIGN = String.raw`[=+\-@\t\r＝＋－＠]`
/** A signed number is no formula. */
const NUMBER = String.raw`[+-]?\d+(?:[.,]\d+)?`
/** A text that goes on behind its number is none: cut at its own separators it is one cell. */
const ALL_A_NUMBER = String.raw`^${NUMBER}$`
const A_NUMBER_WITHIN = String.raw`(?<!^)${NUMBER}(?=$|[,;\t\r\n])`

const FORMULA = new RegExp(`${BEGINS}(?!${ALL_A_NUMBER}|${A_NUMBER_WITHIN})(?=${SIGN})`, 'g')
const HELD = new RegExp(`${BEGINS}'(?='*${SIGN})`, 'g')

/**
 * Text with an apostrophe before each beginning of a formula, which keeps a spreadsheet from running it, whichever separator the spreadsheet
 * cuts lines at. Numbers, also signed ones, are left alone.
 *
 * @example holdFormulas('x;=1+1') // "x;'=1+1"
 */
export function holdFormulas(text: string): string {
  return text.replaceAll(FORMULA, "'")
}

/** Text without the apostrophes of `holdFormulas`. */
export function releaseFormulas(text: string): string {
  return text.replaceAll(HELD, '')
}

/** Text with one apostrophe more wherever `releaseFormulas` takes one away. */
export function escapeApostrophes(text: string): string {
  return text.replaceAll(HELD, "''")
}

/** Pattern of a text in which an apostrophe holds a formula. */
export const HOLDS_FORMULA = new RegExp(HELD.source)
