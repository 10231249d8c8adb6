import { date, list, text, weight, type Row } from '../../system/imports/imports.ts'
import { commodityColumns, ownerColumns } from './commodity-columns.ts'

export const stockColumns = {
  store: text('Store', { aliases: ['Store name', 'Storage'], isRequired: true }),
  bay: text('Bay', { aliases: ['Bay name', 'Substorage', 'Bin'] }),
  ...commodityColumns,
  weight: weight('Weight (t)', { aliases: ['Quantity', 'Amount', 't', 'tonnes', 'kg'], isRequired: true }),
  date: date('Date', { aliases: ['Stored on', 'As at'] }),
  ...ownerColumns,
  name: text('Name', { aliases: ['Record name'] }),
  tags: list('Tags'),
  businessUnit: text('Business unit', { aliases: ['Farm', 'Site'] }),
  reference: text('Reference'),
  record: text('Record', { aliases: ['Record id'] }),
}
export type StockRow = Row<typeof stockColumns>
