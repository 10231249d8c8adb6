import { date, list, text, weight, type Row } from '../../system/imports/imports.ts'
import { commodityColumns, ownerColumns } from './commodity-columns.ts'
import { withTitles } from './title-words.ts'
import { cropWords, placeWords } from './header-words.ts'

export const stockImportColumns = withTitles({
  store: text('Store', { aliases: placeWords.store, isRequired: true }),
  bay: text('Bay', { aliases: placeWords.bay }),
  ...commodityColumns,
  weight: weight('Weight (t)', { aliases: cropWords.weight, isRequired: true }),
  date: date('Date', { aliases: cropWords.date }),
  ...ownerColumns,
  name: text('Name', { aliases: cropWords.name }),
  tags: list('Tags'),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
  reference: text('Reference', { aliases: cropWords.reference }),
  record: text('Record', { aliases: ['Record id'] }),
})
export type StockRow = Row<typeof stockImportColumns>
