import { Refusal } from '../../kernel/errors.ts'

/** What a file is, by how it begins, whatever it is called. */
export type FileFormat = 'text' | 'workbook'

const BEGINNINGS: [start: Buffer, what: string][] = [
  [
    Buffer.from('%PDF-', 'latin1'),
    'The file is a PDF. Ask for the same table as CSV or XLSX, and send that.',
  ],
  [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    'The file is a workbook of the old kind (XLS), or one with a password. Save it as XLSX without a password, and send that.',
  ],
  [Buffer.from([0xff, 0xd8, 0xff]), 'The file is a picture. Send the table as CSV, XLSX or ODS.'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'The file is a picture. Send the table as CSV, XLSX or ODS.'],
  [Buffer.from([0x1f, 0x8b]), 'The file is packed (GZIP). Unpack it, and send the table in it.'],
  [Buffer.from('Rar!', 'latin1'), 'The file is packed (RAR). Unpack it, and send the table in it.'],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'The file is packed (7z). Unpack it, and send the table in it.'],
]
const ZIP = Buffer.from('PK\x03\x04', 'latin1')

const MARKED: [pattern: RegExp, what: string][] = [
  [
    /^\s*(?:<!doctype html|<html|<head|<body|<table|<meta)/i,
    'The file is a web page (HTML), even if it is called .xls. Open it in a spreadsheet, save it as XLSX or CSV, and send that.',
  ],
  [
    /^\s*<\?xml[^>]*>\s*(?:<!--[^]*?-->\s*)?<kml|^\s*<kml/i,
    'The file is a map (KML). Its outlines of fields go to the import of boundaries (imports/inventory/boundaries).',
  ],
  [
    /^\s*\{[^]{0,2000}"(?:Feature|FeatureCollection|GeometryCollection|Polygon|MultiPolygon)"/,
    'The file is a map (GeoJSON). Its outlines of fields go to the import of boundaries (imports/inventory/boundaries).',
  ],
  [/^\s*<\?xml/i, 'The file is XML, and no table. Send the table as CSV, XLSX or ODS.'],
  [/^\s*[[{]\s*["{[]/, 'The file is JSON, and no table. Send the table as CSV, XLSX or ODS.'],
  [/^\{\\rtf/, 'The file is a document (RTF), and no table. Send the table as CSV, XLSX or ODS.'],
]

/**
 * Tells a table as text from a workbook.
 *
 * @throws Refusal `unsupported_media_type` for what is neither, naming what it is
 */
export function formatOf(head: Buffer): FileFormat {
  if (head.subarray(0, ZIP.length).equals(ZIP)) return 'workbook'
  for (const [start, message] of BEGINNINGS)
    if (head.subarray(0, start.length).equals(start)) throw noTable(message)
  const text = head.toString('utf8').replace(/^\ufeff/, '')
  for (const [pattern, message] of MARKED) if (pattern.test(text)) throw noTable(message)
  return 'text'
}

/** The refusal of a file that is no table. */
export function noTable(message: string): Refusal {
  return new Refusal('unsupported_media_type', message)
}
