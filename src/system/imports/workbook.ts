import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { noTable } from './file-formats.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker.ts'

/** A sheet that has been written as a CSV file, with the other sheets of its workbook. */
export interface SheetFile {
  path: string
  sheets: string[]
  sheet: string
}

const LIMITS = { mostCells: 5_000_000, mostColumns: 1000, mostBytes: 300_000_000 }
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const MOST_SECONDS = 60
const TOO_MUCH = 'The workbook is too large to be read here. Save its sheet as CSV, and send that.'

/** Workbooks are read one after the other, for each takes the memory of many requests. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Writes one sheet of a workbook (XLSX or ODS) as CSV beside it, for whoever calls to remove, in a thread with limits of its own. The
 * first sheet that is shown where none is named.
 *
 * @throws Refusal `unsupported_media_type` where it is damaged, encrypted or too large, or has no such sheet
 */
export async function writeSheetAsCsv(path: string, sheet: string | number | undefined): Promise<SheetFile> {
  const target = `${path}-${randomUUID()}`
  const mine = turn.then(() => askWorker({ path, target, sheet, ...LIMITS }))
  turn = mine.catch(() => undefined)
  try {
    const { refusal, ...found } = await mine
    if (refusal !== undefined) throw noTable(refusal)
    return { path: target, ...found }
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

function askWorker(task: WorkbookTask): Promise<WorkbookAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: MEMORY,
      env: {},
    })
    const tooMuch = () => reject(noTable(TOO_MUCH))
    const timer = setTimeout(() => {
      tooMuch()
      void worker.terminate()
    }, MOST_SECONDS * 1000)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch()
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      tooMuch()
    })
  })
}
