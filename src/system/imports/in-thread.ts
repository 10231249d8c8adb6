import { Worker } from 'node:worker_threads'
import { noTable } from './file-formats.ts'

const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const MOST_SECONDS = 60

/** Files are turned into tables, and tables into workbooks, one after the other, for each takes the memory of many requests. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Has a file read in a thread with limits of memory and time: whatever a file is made to do, others are served meanwhile.
 *
 * @param tooMuch the message where it takes more
 * @throws Refusal `unsupported_media_type` where it takes more than the thread may
 */
export function readInThread<Answer>(thread: URL, task: object, tooMuch: string): Promise<Answer> {
  const mine = turn.then(() => askThread<Answer>(thread, task, tooMuch))
  turn = mine.catch(() => undefined)
  return mine
}

function askThread<Answer>(thread: URL, task: object, tooMuch: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: task, resourceLimits: MEMORY, env: {} })
    const refuse = () => reject(noTable(tooMuch))
    const timer = setTimeout(() => {
      refuse()
      void worker.terminate()
    }, MOST_SECONDS * 1000)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse()
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      refuse()
    })
  })
}
