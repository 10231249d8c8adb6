import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import type { Sent } from './report/harvest-day.ts'

/** A statement that is run by its name, and one that is sent as text. */
const RUNS = new Set(['E', 'Q'])

/** Stands between a program and its PostgreSQL, and counts what is sent: the program itself is left as it is. */
export async function openCountingProxy(
  databaseUrl: string,
): Promise<{ url: string; sent: () => Sent; close: () => void }> {
  const target = new URL(databaseUrl)
  const sent = { roundTrips: 0, statements: 0 }
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true })
    sockets.push(client, database)
    const count = countStatements(() => (sent.statements += 1))
    let isAnswered = true
    client.on('data', (chunk: Buffer) => {
      if (isAnswered) sent.roundTrips += 1
      isAnswered = false
      count(chunk)
    })
    database.on('data', () => (isAnswered = true))
    for (const socket of [client, database]) socket.on('error', () => undefined)
    client.pipe(database).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    sent: () => ({ ...sent }),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Reads messages, which may come in pieces: a letter, but for the first one, and the length of all that follows the letter. */
function countStatements(onStatement: () => void): (chunk: Buffer) => void {
  let received: Buffer = Buffer.alloc(0)
  let letterBytes = 0
  return (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    while (received.length >= letterBytes + 4) {
      const length = letterBytes + received.readInt32BE(letterBytes)
      if (received.length < length) return
      if (letterBytes > 0 && RUNS.has(String.fromCharCode(received[0] ?? 0))) onStatement()
      letterBytes = 1
      received = received.subarray(length)
    }
  }
}
