import { date, text, weight, type Row } from '../../../system/imports/imports.ts'
import { placeWords } from '../header-words.ts'
import { loadWords } from '../load-words.ts'
import { withTitles } from '../title-words.ts'

/** Column titles of count sheets, in English, German and French. */
const countWords = {
  counted: [
    'Counted weight',
    'Count',
    'Weight',
    'Quantity',
    'Stock',
    't',
    'kg',
    'lb',
    'bu',
    'Bushels',
    'Gezähltes Gewicht',
    'Zählung',
    'Gewicht',
    'Menge',
    'Bestand',
    'Poids compté',
    'Comptage',
    'Poids',
    'Quantité',
  ],
  countedAt: [
    'Counted on',
    'Count date',
    'Date',
    'As at',
    'Zähldatum',
    'Aufgenommen am',
    'Datum',
    'Stichtag',
    'Date de comptage',
    'Date du comptage',
  ],
  countedBy: [
    'Counter',
    'By',
    'By whom',
    'Person',
    'Zähler',
    'Aufgenommen von',
    'Gezählt durch',
    'Compteur',
    'Par',
    'Personne',
  ],
} as const

/** Columns of a count sheet: a row for each bay. */
export const countColumns = withTitles({
  store: text('Store', { aliases: placeWords.store }),
  bay: text('Bay', { aliases: placeWords.bay }),
  counted: weight('Counted (t)', { aliases: countWords.counted, isRequired: true }),
  countedAt: date('Counted at', { aliases: countWords.countedAt, isRequired: true }),
  time: text('Time', { aliases: loadWords.time }),
  countedBy: text('Counted by', { aliases: countWords.countedBy }),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
})
export type CountSheetRow = Row<typeof countColumns>
