import type { columns as sentences } from '../en/columns.ts'
import type { Examples } from '../writing.ts'

export const columns: Examples<typeof sentences> = {
  columnName: { name: 'harvest year' },
  cellValue: { value: 'intake' },
}
