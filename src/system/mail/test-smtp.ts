import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { parseMail, type ParsedMail } from './test-mime.ts'

// A mail server of a test's own on loopback, which fails as it is told.

/** Ways in which a server can fail one connection; `lost answer` takes the mail and breaks off before it confirms it. */
export const failures = [
  'hangs up',
  '421 at the greeting',
  '451 to the sender',
  '452 to the recipient',
  '451 after the data',
  'cut after the data',
] as const
export type Failure =
  | (typeof failures)[number]
  | '530 to the sender'
  | '550 to the recipient'
  | '554 after the data'
  | 'lost answer'

export interface ReceivedMail extends ParsedMail {
  raw: Buffer
  envelope: { from: string; to: string[] }
}

export interface TestSmtp {
  url: string
  /** Mails it has taken, in order. */
  mails: ReceivedMail[]
  /** Counts the connections made to it. */
  connections(): number
  /** Sets the outcome of the connections from now on, one after the other; those after the last are served. */
  failWith(...next: (Failure | undefined)[]): void
  /** Holds the answer to data back until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

const says = (code: number) => Object.assign(new Error('as the test wants it'), { responseCode: code })

/** @param tls how it speaks TLS, where it does: with a certificate that nobody trusts */
export async function openTestSmtp(tls?: 'STARTTLS' | 'from the first byte'): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  let queue: (Failure | undefined)[] = []
  const failing = new Map<string, Failure | undefined>()
  let connections = 0
  let held: Promise<void> = Promise.resolve()
  const fate = ({ id }: SMTPServerSession) => failing.get(id)

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls === 'STARTTLS' ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    secure: tls === 'from the first byte',
    logger: false,
    closeTimeout: 100,
    onConnect(session, callback) {
      connections += 1
      failing.set(session.id, queue.shift())
      if (fate(session) === 'hangs up') hangUp(session)
      else callback(fate(session) === '421 at the greeting' ? says(421) : null)
    },
    onMailFrom(_address, session, callback) {
      const [, code] = /^(\d{3}) to the sender$/.exec(fate(session) ?? '') ?? []
      callback(code === undefined ? null : says(Number(code)))
    },
    onRcptTo(_address, session, callback) {
      const [, code] = /^(\d{3}) to the recipient$/.exec(fate(session) ?? '') ?? []
      callback(code === undefined ? null : says(Number(code)))
    },
    onData(stream, session, callback) {
      void (async () => {
        // Nothing was taken from a program that was killed while it said it.
        const raw = await buffer(stream).catch(() => undefined)
        if (raw === undefined) return
        await held
        const [, code] = /^(\d{3}) after the data$/.exec(fate(session) ?? '') ?? []
        if (fate(session) === 'cut after the data') return hangUp(session)
        if (code !== undefined) return callback(says(Number(code)))
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
        mails.push({ ...parseMail(raw), raw, envelope })
        if (fate(session) === 'lost answer') hangUp(session)
        else callback()
      })()
    },
  })
  server.on('error', () => undefined)

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy()
  }

  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  // A server that listens has an address.
  const { port } = listening.address() as AddressInfo
  return {
    url: `${tls === 'from the first byte' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    failWith: (...next) => void (queue = next),
    hold() {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      return gate.resolve
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
