import type { Writing } from '../writing.ts'
const UNREADABLE = {
  password: 'it has a password',
  damage: 'it is damaged',
  kind: 'it is damaged, or no workbook',
}

export const files = {
  mapIsInArchive: () =>
    'The file is a map (a shapefile, or KMZ). Its outlines of fields go to the import of boundaries (imports/inventory/boundaries).',
  sheetIsMissing: ({ sheet, sheets }: { sheet: string; sheets: string[] }, { listed }: Writing) =>
    `The workbook has no sheet ${sheet}: it has ${listed(sheets)}.`,
  sheetIsUnreadable: ({ sheet }: { sheet: string }) => `The sheet ${sheet} of the workbook cannot be read.`,
  rowIsTooWide: (
    { row, columns, limit }: { row: number; columns: number; limit: number },
    { figure }: Writing,
  ) =>
    `Row ${row} of the sheet has ${figure(columns)} columns; ${figure(limit)} are read. Delete those that are not needed.`,
  sheetHasTooManyCells: ({ limit }: { limit: number }, { figure }: Writing) =>
    `The sheet has more than ${figure(limit)} cells. Split it, or send it as CSV.`,
  workbookIsUnreadable: ({ because }: { because: 'password' | 'damage' | 'kind' }) =>
    `The file is a workbook that cannot be read: ${UNREADABLE[because]}. Save it anew as XLSX or CSV, and send that.`,
  unpacksTooLarge: ({ megabytes }: { megabytes: number }) =>
    `The file unpacks into more than ${megabytes} MB. Split it, or save the sheet as CSV, and send that.`,
  fileHasLongSheet: ({ limit }: { limit: number }, { figure }: Writing) =>
    `The file has a sheet of more than ${figure(limit)} rows. Split it, or save the sheet as CSV, and send that.`,
  fileHasFullSheet: ({ limit }: { limit: number }, { figure }: Writing) =>
    `The file has a sheet of more than ${figure(limit)} cells. Split it, or save the sheet as CSV, and send that.`,
  workbookIsTooLarge: () =>
    'The workbook is too large to be read here. Save its sheet as CSV, and send that.',
  textTakesTooLong: () => 'The text takes too long to be cut into rows. Send it in pieces.',
  isPdf: () => 'The file is a PDF. Ask for the same table as CSV or XLSX, and send that.',
  isOldWorkbook: () =>
    'The file is a workbook of the old kind (XLS), or one with a password. Save it as XLSX without a password, and send that.',
  isPicture: () => 'The file is a picture. Send the table as CSV, XLSX or ODS.',
  isPacked: ({ format }: { format: string }) =>
    `The file is packed (${format}). Unpack it, and send the table in it.`,
  isWebPage: () =>
    'The file is a web page (HTML), even if it is called .xls. Open it in a spreadsheet, save it as XLSX or CSV, and send that.',
  isMap: ({ format }: { format: string }) =>
    `The file is a map (${format}). Its outlines of fields go to the import of boundaries (imports/inventory/boundaries).`,
  isNoTable: ({ format }: { format: string }) =>
    `The file is ${format}, and no table. Send the table as CSV, XLSX or ODS.`,
  isDocument: () => 'The file is a document (RTF), and no table. Send the table as CSV, XLSX or ODS.',
  mapIsTooLarge: () => 'The map is too large to be read here. Send it in pieces.',
  mapHasTooManyProperties: ({ limit }: { limit: number }) =>
    `The map has more than ${limit} different properties: leave out those that are not needed.`,
  mapIsDamaged: () => 'The map cannot be read: it is damaged. Save it anew as GeoJSON, and send that.',
  isPartOfShapefile: () =>
    'The file is one of those that a shapefile is made of. Send GeoJSON, KML, KMZ, or a shapefile with its .shp, .dbf and .prj in one ZIP archive.',
  isNoMap: () =>
    'The file is no map with outlines of fields. Send GeoJSON, KML, KMZ, or a shapefile with its .shp, .dbf and .prj in one ZIP archive.',
  archiveIsDamaged: () =>
    'The file is an archive that cannot be read: it is damaged. Pack it anew, and send that.',
  archiveHasNoMap: () =>
    'The archive has no map in it. Send GeoJSON, KML, KMZ, or a shapefile with its .shp, .dbf and .prj in one ZIP archive.',
  archiveIsTooLarge: ({ megabytes }: { megabytes: number }) =>
    `The archive unpacks into more than ${megabytes} MB, or is damaged. Send the map in pieces.`,
  mapIsInOtherDegrees: ({ system }: { system: string }) =>
    `The map’s coordinates are in ${system}. Save it in WGS 84 (EPSG:4326), in degrees, and send that.`,
  mapHasNoFeatures: () => 'The map has no list of features.',
  geoJsonIsDamaged: () =>
    'The map is GeoJSON that cannot be read: it is damaged. Save it anew, and send that.',
  jsonIsNoMap: () => 'The file is JSON, and no map: GeoJSON has a type, such as FeatureCollection.',
  kmlHasDocumentType: () => 'The map is KML with a document type (DOCTYPE). Save it without, and send that.',
  kmlIsDamaged: () => 'The map is KML that cannot be read: it is damaged. Save it anew, and send that.',
  kmlIsTooDeep: () => 'The map is KML that is nested too deep. Save it anew, and send that.',
  xmlIsNoMap: () => 'The file is XML, and no KML. Save the map as KML or GeoJSON, and send that.',
  mapIsLink: () =>
    'The map only refers to another one (NetworkLink), which is not fetched. Save the places themselves, and send that.',
  projectionIsUnknown: ({ name }: { name?: string }) =>
    `The map is in ${name ?? 'a projection'}, which cannot be turned into degrees here. Save the map in WGS 84 (EPSG:4326), in degrees, and send that.`,
  shapefileHasNoProjection: ({ name }: { name: string }) =>
    `The shapefile ${name} has no .prj beside it, so nothing says what its coordinates are. Send all of its files in one ZIP archive.`,
  shapefileIsDamaged: ({ name }: { name: string }) =>
    `The shapefile ${name} cannot be read: it is damaged. Save it anew, and send that.`,
  shapeIsDamaged: () => 'is damaged',
  isNestedTooDeep: () => 'has collections within collections',
  isNoGeoJson: ({ type }: { type: string }) => `is a ${type} whose coordinates are not as GeoJSON has them`,
  hasNoKmlCoordinates: () => 'has coordinates that are not written as longitude,latitude',
}
