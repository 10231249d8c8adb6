import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { Turn } from '../../kernel/concurrency.ts'
import { message } from '../../words/catalogue.ts'
import type { CutRecord } from './cells.ts'
import { cutRecords, type CutTask } from './cut-records.ts'
import type { CutFileTask } from './cut-worker.ts'
import { readText } from './decode.ts'
import { readInThread } from './in-thread.ts'

/** A text that has been cut into rows and cells. */
export interface CutText {
  /** The rows after the header, in pieces of at most so many. */
  batches(batch: number): AsyncGenerator<CutRecord[]>
  /** The files that were made of it, for whoever calls to remove. */
  made: string[]
}

const THREAD = new URL('./cut-worker.ts', import.meta.url)
const TOO_MUCH = message('textTakesTooLong', {})
/** Largest text that is not cut in a thread of its own. */
const SHORT_BYTES = 64 * 1024
/** As many cells as are looked at in one turn: rows may have thousands beyond those that the header names. */
const MOST_CELLS = 100_000

/**
 * Cuts a text into rows and cells, once, for them to be read as often as is needed. A long one is cut in a thread with limits of its own: a text
 * may be so made that to find where its rows end takes seconds.
 *
 * @throws Refusal `unsupported_media_type` where it takes more than the thread may
 */
export async function cutText(text: CutTask, organisationId: string): Promise<CutText> {
  const { size } = await stat(text.path)
  if (size <= SHORT_BYTES) {
    const records = (await Array.fromAsync(cutRecords(text))).flat()
    return { batches: (batch) => inBatches([records], batch), made: [] }
  }
  const target = `${text.path}-${randomUUID()}`
  const task: CutFileTask = { ...text, target }
  try {
    await readInThread({ thread: THREAD, task, organisationId, tooMuch: TOO_MUCH })
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
  return { batches: (batch) => inBatches(readLines(target), batch), made: [target] }
}

/** The rows of a file that the thread has written. */
async function* readLines(file: string): AsyncGenerator<CutRecord[]> {
  let begun = ''
  for await (const piece of readText(file, 'utf-8')) {
    const lines = piece.split('\n')
    const [first = ''] = lines
    lines[0] = begun + first
    begun = lines.pop() ?? ''
    yield lines.map((line) => JSON.parse(line) as CutRecord)
  }
}

async function* inBatches(
  pieces: AsyncIterable<CutRecord[]> | Iterable<CutRecord[]>,
  most: number,
): AsyncGenerator<CutRecord[]> {
  const turn = new Turn()
  let batch: CutRecord[] = []
  let cells = 0
  for await (const piece of pieces)
    for (const record of piece) {
      batch.push(record)
      cells += record.cells.length
      if (batch.length < most && cells < MOST_CELLS) continue
      yield batch
      batch = []
      cells = 0
      await turn.endIfLong()
    }
  if (batch.length > 0) yield batch
}
