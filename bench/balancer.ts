import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A balancer of connections: the next one goes to the next server in turn. */

export interface Balancer {
  url: string
  close: () => void
}

/** Balances over the servers at these addresses, on a free port of this machine. */
export async function balance(urls: string[]): Promise<Balancer> {
  const servers = urls.map((url) => new URL(url))
  const open = new Set<Socket>()
  let turn = 0
  const balancer = createServer({ noDelay: true }, (client) => {
    const { hostname, port } = servers[turn % servers.length] ?? new URL('http://127.0.0.1:0')
    turn += 1
    const server = connect({ host: hostname, port: Number(port), noDelay: true })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one)
      one.pipe(other)
      // Whichever side is lost takes the other with it, as a caller would see it without a balancer.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const { port } = balancer.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      balancer.close()
      for (const socket of open) socket.destroy()
    },
  }
}
