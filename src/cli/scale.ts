import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, Socket, type AddressInfo } from 'node:net'
import { Duplex, type Readable } from 'node:stream'
import { readConfig } from '../config.ts'
import { isOrigin } from '../kernel/web.ts'
import { message, type Message } from '../words/catalogue.ts'
import { requestOf } from './indicator-requests.ts'
import { command, CommandRefused, say, UsageError } from './command.ts'
import { isDevice, isSerialPort, openSerialPort } from './serial-port.ts'

export const scaleCommand = command(
  {
    name: 'scale',
    summary: message('summaryOfScale', {}),
    usage:
      '(--tcp <host:port> | --device <file> [--baud <rate>]) [--second <host:port or file>] [--ask <make or text>] [--meter <host:port or file> [--meter-baud <rate>]] [--origin <address>]',
    help: message('helpOfScale', {}),
    options: {
      tcp: { type: 'string' },
      device: { type: 'string' },
      baud: { type: 'string' },
      second: { type: 'string' },
      ask: { type: 'string' },
      meter: { type: 'string' },
      'meter-baud': { type: 'string' },
      origin: { type: 'string' },
    },
  },
  async ({ tcp, device, baud, second, ask, meter, 'meter-baud': meterBaud, origin }) => {
    const heard: Heard[] = [
      ...(tcp === undefined && device === undefined && meter !== undefined
        ? []
        : [
            {
              source: sourceOf(tcp, device, rateOf(baud)),
              path: '/lines' as const,
              request: ask && requestOf(ask),
            },
          ]),
      ...(second === undefined
        ? []
        : [{ source: placeOf(second), path: '/lines/2' as const, request: ask && requestOf(ask) }]),
      ...(meter === undefined
        ? []
        : [{ source: placeOf(meter, rateOf(meterBaud)), path: '/meter' as const }]),
    ]
    const origins = originsOf(origin)
    const bridge = await openBridge(origins).catch((error: unknown) => {
      throw new CommandRefused(message('scalePortIsInUse', { port: SCALE_PORT }), { cause: error })
    })
    say(message('pagesHearIndicator', { origins }))
    const stops = heard.map(({ source, path, request }) =>
      listenTo(source, {
        pass: (bytes) => bridge.pass(bytes, path),
        report: (state) => say(path === '/lines/2' ? message('ofSecondBridge', { reason: state }) : state),
        isMeter: path === '/meter',
        request,
      }),
    )
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        for (const stop of stops) stop()
        void bridge.close()
      })
  },
)

/** Something that is listened to, and the address at which pages hear it. */
interface Heard {
  source: Source
  path: Path
  request?: string | undefined
}

/** @throws UsageError */
function sourceOf(tcp: string | undefined, device: string | undefined, baud?: number): Source {
  if ((tcp === undefined) === (device === undefined)) throw new UsageError(message('indicatorIsNotNamed', {}))
  if (device !== undefined) return { device, baud }
  if (baud !== undefined) throw new UsageError(message('baudIsNoRate', {}))
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(tcp ?? '') ?? []
  if (host === '' || Number(port) > 65_535) throw new UsageError(message('tcpIsNoAddress', {}))
  return { host, port: Number(port) }
}

/** The place of something beside the first indicator: an address in the network, or a serial port. */
function placeOf(given: string, baud?: number): Source {
  return isDevice(given) ? { device: given, baud } : sourceOf(given, undefined, baud)
}

/** @throws UsageError */
function rateOf(given: string | undefined): number | undefined {
  if (given !== undefined && !/^\d{3,6}$/.test(given)) throw new UsageError(message('baudIsNoRate', {}))
  return given === undefined ? undefined : Number(given)
}

/** @throws UsageError */
function originsOf(given: string | undefined): string[] {
  if (given !== undefined) {
    if (!isOrigin(given)) throw new UsageError(message('originIsNoAddress', {}))
    return [new URL(given).origin]
  }
  const { publicUrl, port } = readConfig()
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
}

/** The place of an indicator: behind a converter in the network, or at a serial port. */
type Source = { host: string; port: number } | { device: string; baud?: number | undefined }

const AGAIN_AFTER_MS = 2000
const ASK_EVERY_MS = 500

interface Hearing {
  pass: (bytes: Buffer) => void
  /** Called when it is heard, and when it is not any more and why; never twice with the same. */
  report: (state: Message) => void
  /** Sent over and over to an indicator that says nothing by itself. */
  request?: string | undefined
  /** It is a meter, and no indicator of a scale. */
  isMeter?: boolean
}

/** Listens to an indicator until it is stopped, also after it was switched off or pulled out. Answers how to stop. */
export function listenTo(
  source: Source,
  { pass, report, request, isMeter = false }: Hearing,
  againAfterMs = AGAIN_AFTER_MS,
): () => void {
  let current: Readable | undefined
  let timer: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let reported = ''
  const reportChange = (state: Message) => {
    const text = JSON.stringify(state)
    if (text !== reported) report(state)
    reported = text
  }
  const open = () => {
    const stream = streamOf(source)
    if (request !== undefined) asking = askThrough(stream, source, request)
    let problem: string | undefined
    current = stream
    stream.on('data', (bytes: Buffer) => {
      reportChange(message(isMeter ? 'meterIsHeard' : 'indicatorIsHeard', {}))
      pass(bytes)
    })
    stream.on('error', (error) => (problem = error.message))
    stream.on('close', () => {
      clearInterval(asking)
      const why = problem === undefined ? {} : { problem }
      reportChange(message(isMeter ? 'meterIsNotHeard' : 'indicatorIsNotHeard', why))
      timer = setTimeout(open, againAfterMs)
    })
  }
  open()
  return () => {
    current?.removeAllListeners('close').destroy()
    clearTimeout(timer)
    clearInterval(asking)
  }
}

function streamOf(source: Source): Readable {
  if (!('device' in source)) return connect(source)
  return isSerialPort(source) ? openSerialPort(source.device, source.baud) : createReadStream(source.device)
}

/** Asks an indicator over and over, until the timer is cleared. A port that is a file is read and written as two streams of it. */
function askThrough(stream: Readable, source: Source, request: string): NodeJS.Timeout {
  const isTwoWay = stream instanceof Duplex
  const writer = isTwoWay
    ? stream
    : createWriteStream('device' in source ? source.device : '', { flags: 'r+' })
  if (!isTwoWay) {
    writer.on('error', (error) => stream.destroy(error))
    stream.on('close', () => writer.destroy())
  }
  // A line that is not taken needs no second one behind it.
  const ask = () =>
    void (writer.writable && !writer.writableNeedDrain && writer.write(Buffer.from(request, 'latin1')))
  if (stream instanceof Socket) stream.on('connect', ask)
  else ask()
  return setInterval(ask, ASK_EVERY_MS)
}

/** The port at which pages of this computer receive the indicator: the console asks here and nowhere else. */
const SCALE_PORT = 4711
/** An indicator says the same over and over: whoever cannot keep up needs none of what is old. */
const MOST_UNSENT_BYTES = 64 * 1024

/** Addresses at which pages hear the first indicator, the second, and the meter. */
const paths = ['/lines', '/lines/2', '/meter'] as const
type Path = (typeof paths)[number]

export interface Bridge {
  port: number
  /** Passes on what an indicator or a meter sent as it came: pages know how the lines of each make are read. */
  pass: (bytes: Buffer, path?: Path) => void
  close: () => Promise<void>
}

/**
 * Opens a server for pages on this computer that passes on what an indicator sends, as an event stream at `/lines`, a second one at `/lines/2`, and a
 * meter at `/meter`.
 *
 * @param origins of the pages that may listen, such as `https://granary.example`; no other page in the browser hears anything
 */
export async function openBridge(origins: string[], port = SCALE_PORT): Promise<Bridge> {
  const listeners = new Map<string, Set<ServerResponse>>(paths.map((path) => [path, new Set()]))
  const server = createServer((request, response) => {
    const { origin } = request.headers
    const isAllowed = origin !== undefined && origins.includes(origin)
    const asked = listeners.get(request.url ?? '')
    if (!asked || !isAsked(request) || !isAllowed) return void response.writeHead(403).end()
    const headers = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Private-Network': 'true',
      Vary: 'Origin',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write('retry: 2000\n\n')
    asked.add(response)
    response.on('close', () => asked.delete(response))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pass(bytes, path = '/lines') {
      // Bytes as characters of the same number: makes that set single bits need all eight.
      const event = `data: ${JSON.stringify(bytes.toString('latin1'))}\n\n`
      for (const each of listeners.get(path) ?? [])
        if (each.writableLength < MOST_UNSENT_BYTES) each.write(event)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Asked by the name of this computer for itself: a name that was made to lead here is somebody else’s page. */
function isAsked({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)
}
