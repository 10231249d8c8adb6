import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes on a line, as no well-behaved client would send them. */

/** How long a line may be silent until all is taken to have been said. */
const SILENCE_MS = 1500

export interface Heard {
  text: string
  /** The statuses of all answers, in order; those that only say to go on are left out. */
  statuses: number[]
  isClosed: boolean
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // A server that has had enough resets the line.
  socket.on('error', () => undefined)
  return once(socket, 'connect').then(() => socket)
}

/** Sends bytes as they are, and listens until the line is closed or has been silent for a while after its first answer. */
export async function talk(url: string, bytes: string | Buffer): Promise<Heard> {
  const socket = await open(url)
  const chunks: Buffer[] = []
  let isClosed = false
  const closed = once(socket, 'close').then(() => (isClosed = true))
  let heardAt = Infinity
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    heardAt = performance.now()
  })
  socket.write(bytes)
  while (!isClosed && performance.now() - heardAt < SILENCE_MS) await Promise.race([closed, sleep(50)])
  socket.destroy()
  const text = Buffer.concat(chunks).toString('latin1')
  // A second answer begins right behind the body of the first.
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  return { text, statuses: statuses.filter((status) => status !== 100), isClosed }
}

/** A line that is held open, and fed a byte a second. */
export interface HeldLine {
  isClosed: () => boolean
  letGo: () => void
}

export async function holdOpen(url: string, beginning: string): Promise<HeldLine> {
  const socket = await open(url)
  let isClosed = false
  socket.on('close', () => (isClosed = true)).resume()
  socket.write(beginning)
  const drip = setInterval(() => void (socket.writable && socket.write('a')), 1000)
  return {
    isClosed: () => isClosed,
    letGo() {
      clearInterval(drip)
      socket.destroy()
    },
  }
}
