import type { RunningProgram } from '../test/program.ts'

/** Reads the memory of a program from outside, through Node's own inspector: nothing is added to what is measured. */

/** What a program has to be started with to be looked into. It listens on this machine alone. */
export const INSPECTED = '--inspect=127.0.0.1:0'

/** Bytes. */
export type MemoryUsage = Pick<NodeJS.MemoryUsage, 'heapUsed' | 'external' | 'rss'>

export interface Inspector {
  /** Collects what nobody holds, and answers what is left. */
  collectAndRead: () => Promise<MemoryUsage>
  close: () => void
}

interface Reply {
  id?: number
  result?: { result?: { value?: unknown } }
  error?: { message: string }
}

/** Connects to a program that was started with `INSPECTED` in its NODE_OPTIONS. */
export async function inspect(program: RunningProgram): Promise<Inspector> {
  const address = /\bws:\/\/\S+/.exec(program.stderr())?.[0]
  if (address === undefined) throw new Error('the program was not started to be looked into')
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`nothing listens at ${address}`)))
  })
  let lastId = 0
  const ask = (method: string, params: object = {}) => {
    lastId += 1
    const id = lastId
    return new Promise<Reply['result']>((resolve, reject) => {
      const listen = ({ data }: MessageEvent) => {
        const reply = JSON.parse(String(data)) as Reply
        if (reply.id !== id) return
        socket.removeEventListener('message', listen)
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`))
        else resolve(reply.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  return {
    async collectAndRead() {
      // What waits to be finalised by the first is gone after the second.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const read = { expression: 'process.memoryUsage()', returnByValue: true }
      const answer = await ask('Runtime.evaluate', read)
      return answer?.result?.value as MemoryUsage
    },
    close: () => socket.close(),
  }
}
