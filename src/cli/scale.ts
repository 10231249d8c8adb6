import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { readConfig } from '../config.ts'
import { isOrigin } from '../kernel/web.ts'
import { command, CommandRefused, say, UsageError } from './command.ts'

export const scaleCommand = command(
  {
    name: 'scale',
    summary: 'Pass on what a weighbridge’s indicator sends to the console in a browser without Web Serial.',
    usage: '(--tcp <host:port> | --device <file> [--baud <rate>]) [--origin <address>]',
    help: `
  --tcp     the indicator’s own address in the network, or that of a converter, such as 192.168.1.50:4001
  --device  a serial port, such as /dev/ttyUSB0
  --baud    sets the port up with stty: 8 bits, no parity, such as 9600; without it the port is taken as it is
  --origin  where the console is opened, such as https://granary.example; by default PUBLIC_URL, or this computer

Runs on the computer at the weighbridge, in which the console is open, until Ctrl-C. In the console, beside the weight: settings, and
“By granary scale”. Only pages of that address on this computer hear the indicator.`,
    options: {
      tcp: { type: 'string' },
      device: { type: 'string' },
      baud: { type: 'string' },
      origin: { type: 'string' },
    },
  },
  async ({ tcp, device, baud, origin }) => {
    const source = sourceOf(tcp, device)
    if (baud !== undefined) setUp(device, baud)
    const origins = originsOf(origin)
    const bridge = await openBridge(origins).catch((error: unknown) => {
      throw new CommandRefused(`Port ${SCALE_PORT} is in use: another granary scale may be running.`, {
        cause: error,
      })
    })
    say(`Pages of ${origins.join(' and ')} hear the indicator on this computer.`)
    const stop = listenTo(source, { pass: bridge.pass, tell: say })
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        stop()
        void bridge.close()
      })
  },
)

/** @throws UsageError */
function sourceOf(tcp: string | undefined, device: string | undefined): Source {
  if ((tcp === undefined) === (device === undefined))
    throw new UsageError('--tcp or --device is needed, and one of them. See: npm run granary -- scale --help')
  if (device !== undefined) return { device }
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(tcp ?? '') ?? []
  if (host === '' || Number(port) > 65_535)
    throw new UsageError('--tcp must be a host and a port, such as --tcp 192.168.1.50:4001')
  return { host, port: Number(port) }
}

/** @throws CommandRefused, UsageError */
function setUp(device: string | undefined, baud: string): void {
  if (device === undefined || !/^\d{3,6}$/.test(baud))
    throw new UsageError('--baud must be a whole number and goes with --device, such as --baud 9600')
  const flag = process.platform === 'darwin' ? '-f' : '-F'
  try {
    execFileSync('stty', [flag, device, baud, 'raw', '-echo', 'cs8', '-parenb', '-cstopb'], { stdio: 'pipe' })
  } catch (error) {
    throw new CommandRefused(`stty cannot set up ${device}: ${(error as Error).message.trim()}`, {
      cause: error,
    })
  }
}

/** @throws UsageError */
function originsOf(given: string | undefined): string[] {
  if (given !== undefined) {
    if (!isOrigin(given)) throw new UsageError('--origin must be such as https://granary.example')
    return [new URL(given).origin]
  }
  const { publicUrl, port } = readConfig()
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
}

/** The place of an indicator: behind a converter in the network, or at a serial port, which is a file. */
type Source = { host: string; port: number } | { device: string }

const AGAIN_AFTER_MS = 2000

interface Hearing {
  pass: (bytes: Buffer) => void
  /** Told when it is heard, and when it is not any more and why; nothing is told twice. */
  tell: (state: string) => void
}

/** Listens to an indicator until it is stopped, also after it was switched off or pulled out. Answers how to stop. */
export function listenTo(source: Source, { pass, tell }: Hearing, againAfterMs = AGAIN_AFTER_MS): () => void {
  let current: Readable | undefined
  let timer: NodeJS.Timeout | undefined
  let told = ''
  const tellOnce = (state: string) => {
    if (state !== told) tell(state)
    told = state
  }
  const open = () => {
    const stream = 'device' in source ? createReadStream(source.device) : connect(source)
    let why = 'it sends nothing any more'
    current = stream
    stream.on('data', (bytes: Buffer) => {
      tellOnce('The indicator is heard.')
      pass(bytes)
    })
    stream.on('error', (error) => (why = error.message))
    stream.on('close', () => {
      tellOnce(`The indicator is not heard: ${why}. It is tried again every two seconds.`)
      timer = setTimeout(open, againAfterMs)
    })
  }
  open()
  return () => {
    current?.removeAllListeners('close').destroy()
    clearTimeout(timer)
  }
}

/** The port at which pages of this computer receive the indicator: the console asks here and nowhere else. */
const SCALE_PORT = 4711
/** An indicator says the same over and over: whoever cannot keep up needs none of what is old. */
const MOST_UNSENT_BYTES = 64 * 1024

export interface Bridge {
  port: number
  /** Passes on what the indicator sent, as it came: pages know how the lines of each make are read. */
  pass: (bytes: Buffer) => void
  close: () => Promise<void>
}

/**
 * Opens a server for pages on this computer that passes on what an indicator sends, as an event stream at `/lines`.
 *
 * @param origins of the pages that may listen, such as `https://granary.example`; no other page in the browser hears anything
 */
export async function openBridge(origins: string[], port = SCALE_PORT): Promise<Bridge> {
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const { origin } = request.headers
    const isAllowed = origin !== undefined && origins.includes(origin)
    if (!isAsked(request) || !isAllowed) return void response.writeHead(403).end()
    const headers = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Private-Network': 'true',
      Vary: 'Origin',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write('retry: 2000\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pass(bytes) {
      // Bytes as characters of the same number: makes that set single bits need all eight.
      const event = `data: ${JSON.stringify(bytes.toString('latin1'))}\n\n`
      for (const each of listeners) if (each.writableLength < MOST_UNSENT_BYTES) each.write(event)
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
function isAsked({ url, headers: { host = '' } }: IncomingMessage): boolean {
  return url === '/lines' && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)
}
