/** What an import of CSV files is made of, for whoever has something to be imported. */
export {
  area,
  date,
  dateOrMonth,
  joinList,
  kilogramsOf,
  list,
  number,
  text,
  weight,
  yieldPerArea,
} from './columns.ts'
export type { Measured, Values } from './columns.ts'
export type { ExportRow } from './export.ts'
export type { ImportKind } from './import-file.ts'
export { importErrors, importOperations } from './operations.ts'
export type { Outcome } from './report.ts'
export { problemAt, type Problem, type Row } from './cells.ts'
