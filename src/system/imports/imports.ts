/** Building blocks of an import of CSV files, for every module with something to import. */
export {
  area,
  date,
  dateOrMonth,
  degrees,
  figure,
  harvestYear,
  hectaresOf,
  joinList,
  kilogramsOf,
  list,
  outline,
  text,
  weight,
  yieldPerArea,
} from './columns.ts'
export { aliasOperations, type ValidateAliases } from './aliases.ts'
export type { Columns, MeasuredColumn, Subject, Values } from './columns.ts'
export type { ExportRow } from './export.ts'
export type { ImportKind, ImportRequest } from './import-file.ts'
export { Mapping } from './mapping.ts'
export { readPasted } from './read-pasted.ts'
export { importErrors, importOperations, type SharedRoute } from './operations.ts'
export type { Made, Outcome } from './outcome.ts'
export { getRun, importRuns } from './runs.ts'
export type { UnderstoodSchema } from './schema.ts'
export { headerOf, isTotal, isLeftOut, problemAt, type Problem, type Row } from './cells.ts'
export { lockImports } from './queries.ts'
