import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Make } from '../../web/src/scale/indicator-lines.ts'

/**
 * What an indicator of a make sends, byte by byte. No session was recorded at a weighbridge: each is put together from the layout that the make
 * publishes, as `web/src/scale/indicator-lines.ts` describes it, with the signs that it puts around its lines.
 */
export interface Sender {
  /** The line for a weight, at rest or in motion. */
  line: (kg: number, isStill: boolean) => string
  /** The line that says once that a weighing was kept, and under which number, where the make has one. */
  kept?: (kg: number) => { line: string; number: string }
}

const wide = (kg: number, width: number) => String(kg).padStart(width)
const [STX, ETX] = ['\x02', '\x03']
const systec = (kg: number, isStill: boolean, number: string) => {
  const weights = `${wide(kg, 8)}${wide(0, 8)}${wide(kg, 8)}kg`
  return `<00${isStill ? 0 : 1}014.08.2609:30${number.padStart(4)}1${weights}     1   27387>\r\n`
}

export const senders: Record<Make, Sender> = {
  generic: { line: (kg, isStill) => `${isStill ? 'ST' : 'US'},GS,+${wide(kg, 8)}kg\r\n` },
  'mettler-toledo': { line: (kg, isStill) => `S ${isStill ? 'S' : 'D'} ${wide(kg, 10)} kg\r\n` },
  // With the check digit behind the line, which looks like a line of its own.
  'mettler-continuous': {
    line: (kg, isStill) => `${STX}*${isStill ? '0' : '8'} ${wide(kg, 6)}${wide(0, 6)}\rZ`,
  },
  'avery-weigh-tronix': {
    line: (kg, isStill) => `\n${kg === 0 ? 'Z' : ' '}1G${isStill ? ' ' : 'M'} ${wide(kg, 10)}kg \r`,
  },
  rinstrum: { line: (kg, isStill) => `${STX} ${wide(kg, 7)}${isStill ? 'G' : 'M'}${ETX}` },
  bilanciai: { line: (kg, isStill) => `$${isStill ? 0 : 1}${wide(kg, 7)}\r` },
  'rice-lake': { line: (kg, isStill) => `${STX} ${wide(kg, 7)}KG${isStill ? ' ' : 'M'}\r\n` },
  'dini-argeo': {
    line: (kg, isStill) => `${isStill ? 'ST' : 'US'},GS,${wide(kg, 8)},kg\r\n`,
    kept: (kg) => ({
      line: `PIDST,1,${wide(kg, 10)}kg,  ${wide(0, 10)}kg,00126-0000${kg % 97}\r\n`,
      number: `00126-0000${kg % 97}`,
    }),
  },
  systec: {
    line: (kg, isStill) => systec(kg, isStill, '0'),
    kept: (kg) => ({ line: systec(kg, true, String(kg % 97)), number: String(kg % 97) }),
  },
}

const EVERY_MS = 40

/** An indicator in the network that plays a lorry after the other. */
export interface PlayedIndicator {
  port: number
  /** It is of this make from now on, and its plate is empty. */
  become(make: Make): Promise<void>
  /** A lorry drives on, moves, and stands still. Returns the number under which its weighing was kept, if it was. */
  driveOn(kg: number): Promise<string | undefined>
  /** It drives off, and so much stays on the plate. */
  driveOff(left?: number): Promise<void>
  close(): void
}

/** Opens an indicator that sends what stands on its plate over and over, as those in the field do. */
export async function playIndicator(): Promise<PlayedIndicator> {
  const { port, send, close } = await openPlayed()
  let sender = senders.generic
  let onPlate = 0
  let standing: NodeJS.Timeout | undefined
  const pass = async (kg: number, isStill: boolean) => {
    clearInterval(standing)
    onPlate = kg
    send(sender.line(kg, isStill))
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    if (isStill) standing = setInterval(() => send(sender.line(onPlate, true)), EVERY_MS)
  }
  const through = async (parts: number[], from: number, to: number) => {
    for (const part of parts) await pass(Math.round((from + (to - from) * part) / 20) * 20, false)
    for (let lines = 0; lines < 3; lines++) await pass(to, true)
  }
  return {
    port,
    async become(make) {
      sender = senders[make]
      await through([], 0, 0)
    },
    async driveOn(kg) {
      await through([0.15, 0.4, 0.7, 0.99, 1], onPlate, kg)
      const kept = sender.kept?.(kg)
      if (kept) send(kept.line)
      return kept?.number
    },
    driveOff: (left = 0) => through([0.6, 0.2], onPlate, left),
    close() {
      clearInterval(standing)
      close()
    },
  }
}

/** Whoever connects hears what it sends, as behind a converter in the network. */
async function openPlayed() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    send: (text: string) => sockets.forEach((socket) => socket.write(Buffer.from(text, 'latin1'))),
    close() {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    },
  }
}

/** A meter in the network, that sends what it has found once. */
export interface PlayedMeter {
  port: number
  send(lines: string): void
  close(): void
}

/** Opens a meter that sends what a test has it find. */
export async function playMeter(): Promise<PlayedMeter> {
  const { port, send, close } = await openPlayed()
  return { port, send: (lines) => send(lines.replaceAll('\n', '\r\n')), close }
}
