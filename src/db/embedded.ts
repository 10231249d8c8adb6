import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { DISK_FAILED, type Answer, type EmbeddedSettings, type Request } from './embedded-protocol.ts'
import type { DatabaseLog } from './log.ts'

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

/** A stream that `pg.Client` takes for a socket. It writes whole messages only, which the embedded database relies on. */
class EmbeddedStream extends Duplex {
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

/** The embedded database took longer over one statement than it may. Its code is PostgreSQL's for a cancelled query. */
export class StatementTookTooLong extends Error {
  readonly code = '57014'
  constructor(limitMilliseconds: number) {
    super(
      `The embedded database was stopped: a statement ran for more than ${limitMilliseconds} ms. Nothing of it was stored.`,
    )
    this.name = 'StatementTookTooLong'
  }
}

/** The embedded database's thread ended while something waited for it. Its code is PostgreSQL's for a lost connection. */
class EmbeddedDatabaseGone extends Error {
  readonly code = '08006'
}

export interface EmbeddedOptions extends EmbeddedSettings {
  /** Milliseconds one statement may run. The thread cannot be interrupted, only stopped and started again. */
  statementTimeoutMilliseconds: number
  log: DatabaseLog
}

/** Pause before another start after one that failed: each takes seconds, and with a full disk none will do. */
const START_AGAIN_AFTER_MILLISECONDS = 2000

interface Waiting {
  onBytes: (bytes: Uint8Array) => void
  resolve: () => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  isReady: boolean
  ready: Promise<void>
  /** The request that the thread is working on; one at a time. */
  waiting: Waiting | undefined
}

/**
 * PGlite in a thread of its own, which speaks PostgreSQL's wire protocol through `connect`. The thread is started at
 * the first use and again after it was lost: files on disk recover as PostgreSQL does after a crash.
 */
export class EmbeddedDatabase {
  readonly #options: EmbeddedOptions
  #thread: Thread | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** A thread on its way out: the files may be opened again only when it has let go of them. */
  #ending: Promise<unknown> = Promise.resolve()
  #isBounded = true
  /** From then on whoever waits for it is not who started it. */
  #hasStarted = false
  #closed: Error | undefined
  #failedStart: { error: Error; at: number } | undefined
  #syncs = 0

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  /** Counts how often data was forced to the disk so far. */
  get syncs(): number {
    return this.#syncs
  }

  /** Waits until the database is there, however long its making or its recovery takes. */
  async start(): Promise<void> {
    this.#thread ??= this.#start()
    await this.#thread.ready
  }

  /** A stream for `pg.Client`. There is one session behind all streams, so only one may be in use at a time. */
  connect(): Duplex {
    return new EmbeddedStream((bytes, onBytes) => this.#request({ kind: 'wire', bytes }, onBytes))
  }

  /** Runs what may take as long as it likes: a migration, a vacuum. Whoever asks holds the one connection. */
  async unbounded<T>(work: () => Promise<T>): Promise<T> {
    this.#isBounded = false
    try {
      return await work()
    } finally {
      this.#isBounded = true
    }
  }

  /** The whole database as a tar file, to start others from. */
  async dump(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    await this.#request({ kind: 'dump' }, (bytes) => pieces.push(bytes))
    return Buffer.concat(pieces)
  }

  /** Copies the files of a database on disk into a directory that is not there yet; nothing is stored meanwhile. */
  async copyTo(directory: string): Promise<void> {
    await this.#request({ kind: 'copy', to: directory }, () => undefined)
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined)
    if (this.#thread && !this.#closed) await this.#request({ kind: 'close' }, () => undefined)
    this.#closed = new EmbeddedDatabaseGone('The database is closed.')
    await this.#thread?.worker.terminate()
    await this.#ending
  }

  #request(request: Request, onBytes: Waiting['onBytes']): Promise<void> {
    const result = this.#last.then(() => this.#perform(request, onBytes))
    this.#last = result.catch(() => undefined)
    return result
  }

  async #perform(request: Request, onBytes: Waiting['onBytes']): Promise<void> {
    await this.#ending
    if (this.#closed) throw this.#closed
    this.#refuseHastyStart()
    const thread = (this.#thread ??= this.#start())
    await thread.ready
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { onBytes, resolve, reject }
    thread.waiting = waiting
    const bound =
      request.kind === 'wire' && this.#isBounded ? this.#stopAfterLimit(thread, waiting) : undefined
    thread.worker.postMessage(request)
    try {
      await promise
    } finally {
      clearTimeout(bound)
      thread.waiting = undefined
    }
  }

  /** Throws at once if the last start failed a moment ago, since the next one would fail too. */
  #refuseHastyStart(): void {
    if (this.#thread || !this.#failedStart) return
    if (performance.now() - this.#failedStart.at < START_AGAIN_AFTER_MILLISECONDS)
      throw this.#failedStart.error
    this.#failedStart = undefined
  }

  #stopAfterLimit(thread: Thread, waiting: Waiting): NodeJS.Timeout {
    const limit = this.#options.statementTimeoutMilliseconds
    const stop = () => {
      if (thread.waiting === waiting) this.#lose(thread, new StatementTookTooLong(limit))
    }
    // Where this process itself was held up, the answer may be here unread: read it first.
    return setTimeout(() => setImmediate(stop), limit)
  }

  #start(): Thread {
    const { directory, durable, loadFrom } = this.#options
    const workerData: EmbeddedSettings = { directory, durable, loadFrom }
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData,
      // Flags of this process, such as --eval's, are not for the thread.
      execArgv: [],
      // Its memory is the database's own; of JavaScript it has hardly any.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { onBytes: () => undefined, resolve, reject }
    const thread: Thread = { worker, isReady: false, ready: promise, waiting }
    worker.on('message', (answer: Answer) => this.#receive(thread, answer))
    worker.on('error', (error) => this.#lose(thread, goneBecauseOf(error)))
    worker.on('exit', (code) => this.#lose(thread, new EmbeddedDatabaseGone(reasonOf(code))))
    return thread
  }

  #receive(thread: Thread, answer: Answer): void {
    if (answer.kind === 'bytes') return thread.waiting?.onBytes(answer.bytes)
    if (answer.kind === 'ready') thread.isReady = this.#hasStarted = true
    if (answer.kind === 'done') {
      this.#syncs = answer.syncs
      if (answer.bytes) thread.waiting?.onBytes(answer.bytes)
    }
    thread.waiting?.resolve()
  }

  /** Gives a thread up. What lives in memory is gone with it; what lies on disk is opened again at the next use. */
  #lose(thread: Thread, error: Error): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    // A first start that fails is told to whoever wanted it.
    if (!this.#closed && this.#hasStarted)
      this.#options.log.error({ err: error }, 'embedded database stopped')
    if (this.#options.directory === undefined) this.#closed ??= error
    if (!thread.isReady) this.#failedStart = { error, at: performance.now() }
    this.#ending = thread.worker.terminate()
    thread.waiting?.reject(error)
  }
}

function goneBecauseOf(error: unknown): EmbeddedDatabaseGone {
  return new EmbeddedDatabaseGone(error instanceof Error ? error.message : String(error), { cause: error })
}

function reasonOf(exitCode: number): string {
  if (exitCode === DISK_FAILED)
    return 'The embedded database has stopped: the disk did not take what was to be stored.'
  return `The embedded database has stopped (${exitCode}).`
}
