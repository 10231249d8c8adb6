import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** An event as a listener receives it. */
export interface HeardEvent {
  id: string
  type: string
  data: {
    id: string
    type: string
    subject: string
    data: Record<string, unknown>
    userId: string
    occurredAtUTC: string
  }
}

export interface Listening {
  status: number
  /** The whole answer, where it is no stream. */
  body: string
  /** Everything that was heard so far. */
  heard: HeardEvent[]
  /** What a browser would come back with. */
  lastId(): string
  heartbeats(): number
  /** Waits until so many were heard in all; throws when they do not come. */
  hear(count: number): Promise<HeardEvent[]>
  /** Stops taking bytes from the connection, as a listener that is busy does. */
  pause(): void
  resume(): void
  /** True once the service has ended the stream. */
  hasEnded(): boolean
  close(): void
}

const PATIENCE_MS = 30_000

/** Listens to `GET /api/events` as an EventSource does. */
export async function listenTo(url: string, headers: Record<string, string>): Promise<Listening> {
  const answer = await open(url, headers)
  const heard: HeardEvent[] = []
  let lastId = ''
  let heartbeats = 0
  let text = ''
  let hasEnded = false
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    text += chunk
    if (!isStream) return
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = fieldsOf(block)
      lastId = fields.get('id') ?? lastId
      if (block.startsWith(':')) heartbeats += 1
      const data = fields.get('data')
      if (data !== undefined)
        heard.push({ id: lastId, type: fields.get('event') ?? '', data: JSON.parse(data) })
    }
  })
  answer.on('error', () => undefined)
  answer.on('close', () => void (hasEnded = true))
  if (!isStream) await until(() => hasEnded)
  return {
    status: answer.statusCode ?? 0,
    body: text,
    heard,
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    async hear(count) {
      await until(() => heard.length >= count)
      return heard
    },
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
    hasEnded: () => hasEnded,
    close: () => void answer.destroy(),
  }
}

/** Waits until something is so; throws when it does not come to be. */
export async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${isSo.toString()}`)
    await sleep(10)
  }
}

async function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // No shared connections: each listener has its own, as a process of its own would.
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
}

function fieldsOf(block: string): Map<string, string> {
  return new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
}
