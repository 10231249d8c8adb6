import type { archives as sentences } from '../en/archives.ts'
import type { Examples } from '../writing.ts'

export const archives: Examples<typeof sentences> = {
  archiveIsOfOtherTables: { theirs: '1.2.0', ours: '1.1.0' },
  organisationIsHere: { name: 'xa', id: 'xb' },
  isNoFileOfArchive: { name: 'xa' },
  archiveFiguresDiffer: {},
  archiveLogIsBroken: { sequence: 7 },
  archiveHasOtherTables: {},
  archiveHasUnknownPart: { part: 'xa' },
  archiveHasRowsOfOther: { table: 'xa' },
  archiveLacksRows: { table: 'xa' },
  fileIsNoArchive: {},
  archiveIsOfOtherForm: { theirs: '1.2.0', ours: '1.1.0' },
  archiveIsNobodys: {},
  summaryOfOrganisationExport: {},
  helpOfOrganisationExport: {},
  summaryOfOrganisationImport: {},
  helpOfOrganisationImport: {},
  summaryOfOrganisationDelete: {},
  helpOfOrganisationDelete: {},
}
