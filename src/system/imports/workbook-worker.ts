import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { read, SSF, type CellObject, type WorkSheet } from '@e965/xlsx'
import { checkWorkbook, archiveEntriesOf, type WorkbookLimits } from './archive.ts'
import { CsvWriter } from './csv-writer.ts'
import { message, type Message } from '../../words/catalogue.ts'

// A thread of its own, which turns one sheet of a workbook into a CSV file: whatever a workbook is made to do, it takes the memory and the
// time of this thread and no more. Formulas are not worked out: what they gave when the file was saved is read.

export interface WorkbookTask extends WorkbookLimits {
  path: string
  /** Path of the CSV file to write. */
  target: string
  sheet: string | number | undefined
  mostColumns: number
}

export interface WorkbookAnswer {
  /** Why it cannot be read. */
  refusal?: Message
  sheets: string[]
  sheet: string
}

const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

async function answerTask({
  path,
  target,
  sheet,
  mostColumns,
  ...limits
}: WorkbookTask): Promise<WorkbookAnswer> {
  const bytes = readFileSync(path)
  const refused = (refusal: Message, sheets: string[] = []): WorkbookAnswer => ({
    refusal,
    sheets,
    sheet: '',
  })
  if (archiveEntriesOf(bytes)?.some(({ name }) => /\.(?:shp|kml)$/i.test(name)))
    return refused(message('mapIsInArchive', {}))
  const damage = await checkWorkbook(bytes, limits)
  if (damage !== undefined) return refused(damage)
  const options = {
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellStyles: false,
    cellNF: true,
    bookVBA: false,
    bookDeps: false,
  }
  const { SheetNames: sheets, Workbook: about } = read(bytes, {
    ...options,
    bookSheets: true,
    bookProps: false,
  })
  const shown = sheets.filter((_name, index) => !about?.Sheets?.[index]?.Hidden)
  const name = typeof sheet === 'number' ? sheets[sheet - 1] : (sheet ?? shown[0] ?? sheets[0])
  if (name === undefined || !sheets.includes(name))
    return refused(message('sheetIsMissing', { sheet: String(sheet ?? ''), sheets }), sheets)
  const book = read(bytes, { ...options, sheets: name })
  const content = book.Sheets[name]
  if (!content) return refused(message('sheetIsUnreadable', { sheet: name }), sheets)
  const writer = new CsvWriter(target)
  try {
    const refusal = writeSheet(content, writer, {
      is1904: book.Workbook?.WBProps?.date1904 === true,
      mostCells: limits.mostCells,
      mostColumns,
    })
    return refusal === undefined ? { sheets: shown, sheet: name } : refused(refusal, sheets)
  } finally {
    writer.close()
  }
}

interface SheetLimits {
  is1904: boolean
  mostCells: number
  mostColumns: number
}

function writeSheet(
  sheet: WorkSheet,
  writer: CsvWriter,
  { is1904, mostCells, mostColumns }: SheetLimits,
): Message | undefined {
  // Dense sheets are rows of cells, with holes; their type knows the other form alone.
  const rows = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  let cells = 0
  for (let number = 0; number < rows.length; number++) {
    const row = rows[number] ?? []
    let width = row.length
    while (width > 0 && textOf(row[width - 1], is1904) === '') width -= 1
    if (width > mostColumns)
      return message('rowIsTooWide', { row: number + 1, columns: width, limit: mostColumns })
    cells += width
    if (cells > mostCells) return message('sheetHasTooManyCells', { limit: mostCells })
    writer.line(Array.from({ length: width }, (_, index) => textOf(row[index], is1904)))
  }
  return undefined
}

function textOf(cell: CellObject | undefined, is1904: boolean): string {
  if (cell?.v === undefined || cell.t === 'z') return ''
  if (cell.t === 'e') return ERRORS[Number(cell.v)] ?? '#VALUE!'
  if (cell.v instanceof Date)
    return cell.v
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, '')
  if (cell.t !== 'n') return String(cell.v)
  const value = Number(cell.v)
  return cell.z !== undefined && SSF.is_date(String(cell.z)) ? dateText(value, is1904) : numberText(value)
}

const DAYS_OF_1904 = 1462

function dateText(serial: number, is1904: boolean): string {
  const { y, m, d, H, M } = SSF.parse_date_code(serial + (is1904 ? DAYS_OF_1904 : 0)) ?? {
    y: 0,
    m: 0,
    d: 0,
    H: 0,
    M: 0,
  }
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  return H === 0 && M === 0 ? day : `${day}T${two(H)}:${two(M)}`
}

/** A number so written that nobody can take its point for one between thousands. */
function numberText(value: number): string {
  const exact = Number(value.toPrecision(15))
  const text = /e/i.test(String(exact)) ? exact.toFixed(10).replace(/\.?0+$/, '') : String(exact)
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

async function run(): Promise<WorkbookAnswer> {
  try {
    return await answerTask(workerData as WorkbookTask)
  } catch (error) {
    const because = error instanceof Error && /password/i.test(error.message) ? 'password' : 'kind'
    return { refusal: message('workbookIsUnreadable', { because }), sheets: [], sheet: '' }
  }
}

parentPort?.postMessage(await run())
