import { Refusal } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'

/** Format of a file, by its beginning, whatever its name. */
export type FileFormat = 'text' | 'workbook'

const BEGINNINGS: [start: Buffer, what: Message][] = [
  [Buffer.from('%PDF-', 'latin1'), message('isPdf', {})],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), message('isOldWorkbook', {})],
  [Buffer.from([0xff, 0xd8, 0xff]), message('isPicture', {})],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), message('isPicture', {})],
  [Buffer.from([0x1f, 0x8b]), message('isPacked', { format: 'GZIP' })],
  [Buffer.from('Rar!', 'latin1'), message('isPacked', { format: 'RAR' })],
  [Buffer.from('7z\xbc\xaf', 'latin1'), message('isPacked', { format: '7z' })],
]
const ZIP = Buffer.from('PK\x03\x04', 'latin1')

const MARKED: [pattern: RegExp, what: Message][] = [
  [/^\s*(?:<!doctype html|<html|<head|<body|<table|<meta)/i, message('isWebPage', {})],
  [/^\s*<\?xml[^>]*>\s*(?:<!--[^]*?-->\s*)?<kml|^\s*<kml/i, message('isMap', { format: 'KML' })],
  [
    /^\s*\{[^]{0,2000}"(?:Feature|FeatureCollection|GeometryCollection|Polygon|MultiPolygon)"/,
    message('isMap', { format: 'GeoJSON' }),
  ],
  [/^\s*<\?xml/i, message('isNoTable', { format: 'XML' })],
  [/^\s*[[{]\s*["{[]/, message('isNoTable', { format: 'JSON' })],
  [/^\{\\rtf/, message('isDocument', {})],
]

/**
 * Tells a table as text from a workbook.
 *
 * @throws Refusal `unsupported_media_type` for what is neither, naming what it is
 */
export function formatOf(head: Buffer): FileFormat {
  if (head.subarray(0, ZIP.length).equals(ZIP)) return 'workbook'
  for (const [start, what] of BEGINNINGS)
    if (head.subarray(0, start.length).equals(start)) throw noTable(what)
  const text = head.toString('utf8').replace(/^\ufeff/, '')
  for (const [pattern, what] of MARKED) if (pattern.test(text)) throw noTable(what)
  return 'text'
}

/** The refusal of a file that is no table. */
export function noTable(reason: Wording): Refusal {
  return new Refusal('unsupported_media_type', reason)
}
