import { Worker } from 'node:worker_threads'
import { FairTurns } from '../../kernel/concurrency.ts'
import type { Wording } from '../../words/writing.ts'
import { noTable } from './file-formats.ts'

const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const MOST_SECONDS = 60

/**
 * Files are turned into tables, one of each organisation at a time and two in all, for each takes the memory of
 * many requests. One organisation's large files keep no other waiting.
 */
const turns = new FairTurns({ inAll: 2, ofOne: () => 1 })

/** A task for a thread, and the organisation it is for. */
export interface ThreadWork {
  thread: URL
  task: object
  organisationId: string
  /** The message where it takes more than the thread may. */
  tooMuch: Wording
}

/**
 * Has a file read in a thread with limits of memory and time: whatever a file is made to do, others are served meanwhile. The thread has ended,
 * and has given its memory back, before the next begins.
 *
 * @throws Refusal `unsupported_media_type` where it takes more than the thread may
 */
export async function readInThread<Answer>(work: ThreadWork): Promise<Answer> {
  const end = await turns.take(work.organisationId)
  try {
    return await askThread<Answer>(work)
  } finally {
    end()
  }
}

function askThread<Answer>({ thread, task, tooMuch }: ThreadWork): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: task, resourceLimits: MEMORY, env: {} })
    const timer = setTimeout(() => void worker.terminate(), MOST_SECONDS * 1000)
    let settle = () => reject(noTable(tooMuch))
    worker.once('message', (answer: Answer) => {
      settle = () => resolve(answer)
      void worker.terminate()
    })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') settle = () => reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      settle()
    })
  })
}
