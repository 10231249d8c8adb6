import { crc32, deflateRawSync } from 'node:zlib'

// Workbooks that no library would write, for tests.

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** An XLSX workbook of one sheet with these rows, as XML. */
export function sheetOfXml(rows: string): Buffer {
  const link = (type: string, target: string) =>
    `<Relationships xmlns="${LINKS}"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
    '_rels/.rels': link('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': link('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  })
}

/** The same of texts, row by row. */
export function sheetOf(rows: string[][]): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  return sheetOfXml(rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join(''))
}

const LOCAL = { signature: 0x04034b50, length: 30, at: 6 }
const ENTRY = { signature: 0x02014b50, length: 46, at: 8 }

/** A ZIP archive of texts, packed. */
function zipOf(files: Record<string, string>): Buffer {
  const contents: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const head = ({ signature, length, at }: typeof LOCAL) => {
      const bytes = Buffer.alloc(length)
      bytes.writeUInt32LE(signature, 0)
      bytes.writeUInt16LE(8, at + 2)
      bytes.writeUInt32LE(crc32(content), at + 8)
      bytes.writeUInt32LE(packed.length, at + 12)
      bytes.writeUInt32LE(content.length, at + 16)
      bytes.writeUInt16LE(name.length, at + 20)
      return bytes
    }
    const entry = head(ENTRY)
    entry.writeUInt32LE(offset, 42)
    contents.push(head(LOCAL), Buffer.from(name), packed)
    entries.push(entry, Buffer.from(name))
    offset += LOCAL.length + name.length + packed.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...contents, list, end])
}
