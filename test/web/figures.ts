import type { Locator, Page } from 'playwright-core'

// Weights as the page writes them in English, written here once more, and what stands in its tables.

/** 28,460 or, where there are grams, 28,460.5 */
export const kg = (weight: number) => weight.toLocaleString('en-GB', { maximumFractionDigits: 3 })
export const tonnes = (weight: number, digits = 2) =>
  (weight / 1000).toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
/** Stock to the gram, in tonnes: 28.46 or, where there are grams, 28.4605 */
export const exact = (weight: number) =>
  (weight / 1000).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
/** The same with its sign. */
export const signedExact = (weight: number) =>
  (weight / 1000)
    .toLocaleString('en-GB', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
      signDisplay: 'exceptZero',
    })
    .replace('-', '−')
export const toNumber = (figure: string) => Number(figure.replaceAll(',', '').replace('−', '-'))
/** Kilograms to the gram; nothing less than nothing is nothing. */
export const toGram = (weight: number) => Math.round(weight * 1000) / 1000 + 0
export const sum = (weights: number[]) => toGram(weights.reduce((total, each) => total + each, 0))

/** What stands in the cells of a table, row by row, without the totals below it. */
export const rowsOf = (page: Page): Promise<string[][]> => cellsOf(page, '#content tbody tr')

/** What stands in the cells of a table, row by row, with the sums below it. */
export async function cellsOf(
  page: Page,
  where = '#content tbody tr, #content tfoot tr',
): Promise<string[][]> {
  const rows = page.locator(where)
  await rows.nth(1).waitFor()
  const cells = await Promise.all((await rows.all()).map((row) => row.locator('th, td').allInnerTexts()))
  // What a long table has above and below what is seen is one cell.
  return cells.filter(({ length }) => length > 1)
}

/** What a list of names and figures says, one by one. */
export async function factsOf(list: Locator): Promise<Record<string, string>> {
  await list.locator('dd').first().waitFor()
  const [names, values] = await Promise.all([
    list.locator('dt').allInnerTexts(),
    list.locator('dd').allInnerTexts(),
  ])
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))
}
