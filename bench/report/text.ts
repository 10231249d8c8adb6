/** Figures as the document and the screen show them. */

/** Milliseconds, or any figure, with as many digits as mean something. */
export function digits(value: number): string {
  const size = Math.abs(value)
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A whole number, in groups of three. */
export const thousands = (count: number): string => Math.round(count).toLocaleString('en-GB')

/** What part of the whole, as `62 %`. */
export const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(0)} %`

/** A Markdown table; its first column is words and the others are figures. */
export function markdownTable(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(header),
    line(header.map((_cell, place) => (place === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n')
}
