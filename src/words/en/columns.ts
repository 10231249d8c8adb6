import type { ColumnName } from '../column-names.ts'

export const columns = {
  // Programs read tables by these names.
  columnName: ({ name }: { name: ColumnName }) => name as string,
}
