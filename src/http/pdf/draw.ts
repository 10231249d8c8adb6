import { Worker } from 'node:worker_threads'
import { Refusal } from '../../kernel/errors.ts'
import type { DrawAnswer, DrawRequest, Sheet } from './sheet.ts'
import { message } from '../../words/catalogue.ts'

/** Most papers take a tenth of a second; one that takes this long will not end. */
const TIMEOUT_MS = 30_000
/** The thread holds 40 MB, so it goes when nobody has printed for a while. */
const IDLE_MS = 60_000
/** More than wait at the busiest weighbridge. */
const MOST_WAITING = 50

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: unknown) => void
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
  idle: NodeJS.Timeout | undefined
}

let thread: Thread | undefined
let asked = 0

/**
 * A document as PDF. It is drawn in a thread of its own, which is started by the first one.
 *
 * @throws Refusal `unavailable` where too many wait already, or drawing takes too long
 */
export async function drawPdf(sheet: Sheet): Promise<Buffer> {
  const own = (thread ??= start())
  if (own.waiting.size >= MOST_WAITING) throw new Refusal('unavailable', message('tooManyPapers', {}))
  clearTimeout(own.idle)
  asked += 1
  const request: DrawRequest = { id: asked, sheet }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  own.waiting.set(request.id, { resolve, reject })
  const tooLong = new Refusal('unavailable', message('paperTookTooLong', {}))
  const limit = setTimeout(() => lose(own, tooLong), TIMEOUT_MS)
  own.worker.postMessage(request)
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    if (own.waiting.size === 0)
      own.idle = setTimeout(() => lose(own, new Error('the thread was idle')), IDLE_MS).unref()
  }
}

function start(): Thread {
  const worker = new Worker(new URL('./draw-thread.ts', import.meta.url), { execArgv: [] })
  // It must keep nobody from ending.
  worker.unref()
  const own: Thread = { worker, waiting: new Map(), idle: undefined }
  worker.on('message', (answer: DrawAnswer) => {
    const asker = own.waiting.get(answer.id)
    own.waiting.delete(answer.id)
    if ('bytes' in answer) asker?.resolve(Buffer.from(answer.bytes))
    else asker?.reject(new Error(answer.problem))
  })
  worker.on('error', (error) => lose(own, error as Error))
  worker.on('exit', () => lose(own, new Error('the thread that draws papers ended')))
  return own
}

/** Gives a thread up; the next paper starts another. */
function lose(own: Thread, error: Error): void {
  if (thread === own) thread = undefined
  for (const { reject } of own.waiting.values()) reject(error)
  own.waiting.clear()
  void own.worker.terminate()
}
