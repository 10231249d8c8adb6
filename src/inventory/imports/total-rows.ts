import { nameKey } from '../../kernel/names.ts'
import { problemAt, type Problem, type Row } from '../../system/imports/imports.ts'

/** What people, and spreadsheets, write before the sum of the rows above, in the languages of the countries that we have; without blanks and signs. */
const TOTALS = new Set(
  'total totals totalarea grandtotal overalltotal subtotal sum sums gesamt gesamtsumme gesamtfläche insgesamt summe zwischensumme somme soustotal totalgénéral σ ∑'.split(
    ' ',
  ),
)
const SIGNS = /[^\p{L}∑]+/gu
const UNIT = /(?:ha|ac|t|kg)$/

/**
 * What is wrong with a row that would make a place out of the sum under a table. A place that is called so already is no sum.
 *
 * @param name the column that names the place
 */
export function totalProblems(row: Row, name: 'name' | 'bay', isThere: boolean): Problem[] {
  const cell = row.values[name]
  if (isThere || typeof cell !== 'string') return []
  const said = nameKey(cell).replaceAll(SIGNS, '')
  if (!TOTALS.has(said) && !TOTALS.has(said.replace(UNIT, ''))) return []
  return [
    problemAt(
      row,
      name,
      'is what stands before a sum: leave this row out. If it is a name, enter it by hand first',
    ),
  ]
}
