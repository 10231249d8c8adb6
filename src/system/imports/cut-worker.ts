import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { cutRecords, type CutTask } from './cut-records.ts'

// A thread of its own, which cuts a long text into rows and cells, once: each becomes a line of a file, as JSON, from which it is read as often
// as is needed. A line is short work whatever the text is like, and to find where its rows end is not.

export interface CutFileTask extends CutTask {
  /** Path of the file of rows to write. */
  target: string
}

async function cutFile({ target, ...text }: CutFileTask): Promise<void> {
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  for await (const records of cutRecords(text)) {
    if (records.length === 0) continue
    const isRoom = file.write(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`)
    if (!isRoom) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

await cutFile(workerData as CutFileTask)
parentPort?.postMessage(undefined)
