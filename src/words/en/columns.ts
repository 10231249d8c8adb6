import type { CellValue, ColumnName } from '../column-names.ts'

export const columns = {
  // Programs read tables by these names.
  columnName: ({ name }: { name: ColumnName }) => name as string,
  cellValue: ({ value }: { value: CellValue }) => value as string,
}
