import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network of a test's own: a port behind which somebody stands, until the line is slow, cut, or leads to another one. */
export interface Link {
  port: number
  /** Connections from now on lead to this port; those there are break. */
  leadTo(port: number): void
  /** Nothing arrives on either side any more, and neither side is told. */
  stall(): void
  /** Every connection breaks, and no new one is made. */
  cut(): void
  close(): Promise<void>
}

export async function openLink(target: number): Promise<Link> {
  let to: number | undefined = target
  let isStalled = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (to === undefined) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (!isStalled) one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const cut = () => {
    to = undefined
    breakAll()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    leadTo(port) {
      isStalled = false
      to = port
      breakAll()
    },
    stall() {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
