import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { digits } from './report/text.ts'

/** Keep-alive clients that cost little themselves: service and measurement share one machine. */

export interface LoadRequest {
  path: string
  headers: Record<string, string>
  /** What is posted; without it, the request is a GET. */
  body?: object
  /** Where it is another one. */
  method?: string
}

export interface Load {
  /** Answered requests a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  /** How many were answered. */
  count: number
  /** Of each request, where it was measured. */
  processorMicroseconds?: number
}

/** Stands for one that was not measured. */
export const notMeasured: Load = {
  rate: Number.NaN,
  p50: Number.NaN,
  p95: Number.NaN,
  p99: Number.NaN,
  count: 0,
}

/**
 * Sends requests from so many clients for so long, each client one after the other, and answers how many came back.
 *
 * @param pauseMilliseconds how long each client waits after each answer
 * @throws Error for any answer but 200: a rate of refusals would measure something else
 */
export async function runLoad(
  origin: string,
  {
    clients,
    seconds,
    request,
    pauseMilliseconds = 0,
  }: { clients: number; seconds: number; request: () => LoadRequest; pauseMilliseconds?: number },
): Promise<Load> {
  const { hostname, port } = new URL(origin)
  const connections = await Promise.all(
    Array.from({ length: clients }, () => KeepAlive.open(hostname, Number(port))),
  )
  const milliseconds: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) {
        const sent = performance.now()
        await connection.send(request())
        milliseconds.push(performance.now() - sent)
        if (pauseMilliseconds > 0) await sleep(pauseMilliseconds)
      }
    }),
  )
  const elapsed = performance.now() - start
  for (const connection of connections) connection.close()
  const count = milliseconds.length
  return { rate: (count / elapsed) * 1000, count, ...latency(milliseconds) }
}

/**
 * Measures everything in turns, so that a busy minute of the machine falls on all alike, and answers each one's median. `before` is done
 * before each.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<Load>>,
  { before }: { before?: () => Promise<unknown> } = {},
): Promise<Record<Name, Load>> {
  const loads = {} as Record<Name, Load[]>
  for (let round = 1; round <= rounds; round++) {
    for (const name of Object.keys(measures) as Name[]) {
      await before?.()
      const load = await measures[name]()
      console.error(
        `round ${round}  ${name}: ${digits(load.rate)}/s, p50 ${digits(load.p50)} ms, p99 ${digits(load.p99)} ms, ${digits(load.processorMicroseconds ?? Number.NaN)} µs`,
      )
      ;(loads[name] ??= []).push(load)
    }
  }
  return Object.fromEntries(
    Object.entries<Load[]>(loads).map(([name, each]) => [name, median(each)]),
  ) as Record<Name, Load>
}

function median(loads: Load[]): Load {
  const middle = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return {
    rate: middle(loads.map(({ rate }) => rate)),
    p50: middle(loads.map(({ p50 }) => p50)),
    p95: middle(loads.map(({ p95 }) => p95)),
    p99: middle(loads.map(({ p99 }) => p99)),
    count: middle(loads.map(({ count }) => count)),
    processorMicroseconds: middle(
      loads.map(({ processorMicroseconds }) => processorMicroseconds ?? Number.NaN),
    ),
  }
}

/** The median and the percentiles of the slow ones, by nearest rank. */
export function latency(values: number[]): Pick<Load, 'p50' | 'p95' | 'p99'> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

interface Waiting {
  resolve: (body: string) => void
  reject: (error: Error) => void
}

/** One connection with one request at a time. It knows the little of HTTP that our own answers need: a Content-Length. */
class KeepAlive {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer = Buffer.alloc(0)
  #waiting: Waiting | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    const fail = (error: Error) => this.#waiting?.reject(error)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
  }

  static async open(hostname: string, port: number): Promise<KeepAlive> {
    const socket = connect({ host: hostname, port, noDelay: true })
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new KeepAlive(socket, `${hostname}:${port}`)
  }

  send({ path, headers, body, method = body === undefined ? 'GET' : 'POST' }: LoadRequest): Promise<string> {
    const payload = body === undefined ? '' : JSON.stringify(body)
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      ...(body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`]),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n')
    this.#socket.write(`${head}\r\n\r\n${payload}`)
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    const bodyStart = headEnd + 4
    if (this.#received.length < bodyStart + length) return
    const body = this.#received.toString('utf8', bodyStart, bodyStart + length)
    this.#received = this.#received.subarray(bodyStart + length)
    if (head.startsWith('HTTP/1.1 200 ')) this.#waiting?.resolve(body)
    else this.#waiting?.reject(new Error(`${head.split('\r\n')[0]}: ${body}`))
  }
}
