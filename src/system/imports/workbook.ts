import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { noTable } from './file-formats.ts'
import { readInThread } from './in-thread.ts'
import { MOST_COLUMNS } from './split-records.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker.ts'
import { message } from '../../words/catalogue.ts'

/** A sheet that has been written as a CSV file, with the other sheets of its workbook. */
export interface SheetFile {
  path: string
  sheets: string[]
  sheet: string
}

/** As many rows as spreadsheets have. */
const MOST_ROWS = 1_048_576
const LIMITS = {
  mostRows: MOST_ROWS,
  mostCells: 5_000_000,
  mostColumns: MOST_COLUMNS,
  mostBytes: 300_000_000,
}
const TOO_MUCH = message('workbookIsTooLarge', {})

const THREAD = new URL('./workbook-worker.ts', import.meta.url)

/**
 * Writes one sheet of a workbook (XLSX or ODS) as CSV beside it, for whoever calls to remove, in a thread with limits of its own. The
 * first sheet that is shown where none is named.
 *
 * @throws Refusal `unsupported_media_type` where it is damaged, encrypted or too large, or has no such sheet
 */
export async function writeSheetAsCsv(
  path: string,
  sheet: string | number | undefined,
  organisationId: string,
): Promise<SheetFile> {
  const target = `${path}-${randomUUID()}`
  const task: WorkbookTask = { path, target, sheet, ...LIMITS }
  try {
    const { refusal, ...found } = await readInThread<WorkbookAnswer>({
      thread: THREAD,
      task,
      organisationId,
      tooMuch: TOO_MUCH,
    })
    if (refusal !== undefined) throw noTable(refusal)
    return { path: target, ...found }
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}
