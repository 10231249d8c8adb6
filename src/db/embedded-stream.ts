import { Duplex } from 'node:stream'

/** Has whole protocol messages executed and hands on what comes back, until all of it is there. */
export type Exchange = (bytes: Uint8Array<ArrayBuffer>, onBytes: (bytes: Uint8Array) => void) => Promise<void>

/** Wire protocol messages that bring the one session back to where a new connection starts: Sync and two queries. */
const startOver = Buffer.concat([
  Buffer.from([0x53, 0, 0, 0, 4]),
  simpleQuery('rollback'),
  simpleQuery('discard all'),
])

function simpleQuery(text: string): Buffer {
  const message = Buffer.alloc(text.length + 6)
  message.write('Q')
  message.writeInt32BE(text.length + 5, 1)
  message.write(text, 5)
  return message
}

const TERMINATE = 0x58

/** What `pg.Client` takes for a socket. It writes whole messages only, which the embedded database relies on. */
export class EmbeddedStream extends Duplex {
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    super()
    this.#exchange = exchange
  }

  connect(): this {
    this.#exchange(new Uint8Array(startOver), () => undefined).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    // The session outlives the stream, so a goodbye is not for the database.
    const messages = chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== TERMINATE)
    if (messages.length === 0) return done()
    const bytes = new Uint8Array(Buffer.concat(messages))
    this.#exchange(bytes, (answer) => void this.push(answer)).then(() => done(), done)
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}
