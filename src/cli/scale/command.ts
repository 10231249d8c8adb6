import { execFileSync } from 'node:child_process'
import { readConfig } from '../../config.ts'
import { isOrigin } from '../../kernel/web-address.ts'
import { command, CommandRefused, say, UsageError } from '../command.ts'
import { openBridge, SCALE_PORT } from './bridge.ts'
import { listenTo, type Source } from './listen.ts'

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
