import { once } from 'node:events'
import { Agent, request as open } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { holdOpen } from '../test/attacks/raw-socket.ts'
import {
  hostileKinds,
  SLOW_LINES,
  type Aim,
  type HostileKind,
  type HostileRequest,
} from './hostile-requests.ts'

// The thread of one attack, so that what it costs to send does not delay those who are measured: attacks until it is told to
// stop, and then says what it was answered (`Suffered`).

/** What the thread is told. */
export interface Order {
  origin: string
  aim: Aim
  /** One of the kinds by name, or undefined for lines that are slow. */
  kind: string | undefined
}

/** How often the attacker was answered, by status. */
export type Suffered = Record<string, number>

const { origin, aim, kind } = workerData as Order
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function send({ method, path, headers, body }: HostileRequest): Promise<string> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = open(origin + path, { method, headers: { ...headers, ...length }, agent }, (answer) => {
      answer.resume().once('close', () => resolve(String(answer.statusCode)))
    })
    // Whoever sends too much is hung up on, before or after the answer.
    sent.once('error', () => resolve('hung up'))
    sent.end(body)
  })
}

function sendSteadily(perSecond: number, request: HostileKind['request']): () => Promise<Suffered> {
  const answered: Suffered = {}
  const underWay = new Set<Promise<void>>()
  let number = 0
  const timer = setInterval(() => {
    const one = send(request(number)).then((status) => void (answered[status] = (answered[status] ?? 0) + 1))
    underWay.add(one)
    void one.then(() => underWay.delete(one))
    number += 1
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(underWay)
    return answered
  }
}

/** Each sends the next one when it was answered. */
function sendAtOnce(most: number, request: HostileKind['request']): () => Promise<Suffered> {
  const answered: Suffered = {}
  let number = 0
  let isOver = false
  const senders = Array.from({ length: most }, async () => {
    while (!isOver) {
      number += 1
      const status = await send(request(number))
      answered[status] = (answered[status] ?? 0) + 1
    }
  })
  return async () => {
    isOver = true
    await Promise.all(senders)
    return answered
  }
}

function attackWith({ pace, request }: HostileKind): () => Promise<Suffered> {
  return 'atOnce' in pace ? sendAtOnce(pace.atOnce, request) : sendSteadily(pace.perSecond, request)
}

async function holdLines(): Promise<() => Promise<Suffered>> {
  const head = `Host: x\r\nX-Api-Key: ${aim.apiKey}\r\n`
  const body = `POST /api/inventory/movements HTTP/1.1\r\n${head}Content-Type: application/json\r\n`
  const beginnings = [
    `GET /api/inventory/records HTTP/1.1\r\n${head}X-Slow: `,
    `${body}Content-Length: 100000\r\n\r\n{"name":"`,
    `${body}Transfer-Encoding: chunked\r\n\r\n5000\r\n{"name":"`,
    'GET /',
  ]
  const lines = await Promise.all(
    Array.from({ length: SLOW_LINES }, (_line, index) =>
      holdOpen(origin, beginnings[index % beginnings.length] as string),
    ),
  )
  return () => {
    const kept = lines.filter((line) => !line.isClosed()).length
    for (const line of lines) line.letGo()
    return Promise.resolve({ 'kept waiting': kept, 'hung up': lines.length - kept })
  }
}

const steady = hostileKinds(aim).find(({ name }) => name === kind)
if (kind !== undefined && !steady) throw new Error(`There is no attack called ${kind}.`)
const stop = steady ? attackWith(steady) : await holdLines()
parentPort?.postMessage('under way')
if (parentPort) await once(parentPort, 'message')
parentPort?.postMessage(await stop())
agent.destroy()
parentPort?.close()
