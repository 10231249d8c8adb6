import type { Workbook } from '../../http/workbook.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { readInThread } from './in-thread.ts'
import type { SheetCell, WriteTask } from './write-workbook-worker.ts'

const THREAD = new URL('./write-workbook-worker.ts', import.meta.url)
const TOO_MUCH = message('tableIsTooLarge', {})
/** A workbook is made in memory, and a CSV file is not. */
const MOST_ROWS = 50_000
const LONGEST_NAME = 31

/** A table to be written as a workbook. */
export interface SheetTable {
  /** Without the ending. */
  fileName: string
  organisationId: string
  columns: string[]
  rows: AsyncIterable<SheetCell[]>
}

/**
 * A table as an XLSX workbook of one sheet.
 *
 * @throws Refusal `invalid_input` for more rows than a workbook is made of here
 */
export async function writeWorkbook({
  fileName,
  organisationId,
  columns,
  rows: all,
}: SheetTable): Promise<Workbook> {
  const rows: SheetCell[][] = []
  for await (const row of all) {
    rows.push(row)
    if (rows.length > MOST_ROWS) {
      refuseFaults([fault('format', message('workbookHasTooManyRows', { limit: MOST_ROWS }), 'maxItems')])
    }
  }
  const task: WriteTask = { sheet: fileName.slice(0, LONGEST_NAME), columns, rows }
  const bytes = await readInThread<Uint8Array>({ thread: THREAD, task, organisationId, tooMuch: TOO_MUCH })
  return { fileName, bytes: Buffer.from(bytes) }
}
