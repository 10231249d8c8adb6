import type { Operations } from './operations.ts'

/** The name of an operation: its method and path, as in the reference. */
export type OperationName = keyof Operations

/** Operations that answer a list in pages. */
export type Listed = {
  [K in OperationName]: 'limit' extends keyof Operations[K]['query'] ? K : never
}[OperationName]

/** Operations that can be tried out and stored nothing of. */
export type DryRunnable = {
  [K in OperationName]: 'dryRun' extends keyof Operations[K]['query'] ? K : never
}[OperationName]

/** The answer to an operation that is done. */
export type Result<K extends OperationName> = Exclude<Operations[K]['result'], { dryRun: unknown }>

/** One entry of a list. */
export type DocOf<K extends Listed> = Operations[K]['result'] extends { docs: Array<infer Doc> }
  ? Doc
  : Operations[K]['result'] extends Array<infer Doc>
    ? Doc
    : never

interface Besides {
  /** The version that was read (`etag` of an answer). A write to another version is refused with 412. */
  ifMatch?: string
  /** A key of your own for a write; without one the client makes one. */
  idempotencyKey?: string
  /** Ends the request, its pauses, and further attempts. */
  signal?: AbortSignal
  /** Milliseconds that one attempt may take, for this request. */
  timeoutMs?: number
}

type PathOf<P> = {} extends P ? { path?: P } : { path: P }
type QueryOf<Q> = {} extends Q ? { query?: Q } : { query: Q }
/** Operations without a JSON body may take a form with a file. */
type BodyOf<B> = unknown extends B ? { body?: FormData } : null extends B ? { body?: B } : { body: B }

/** All that is sent with an operation. */
export type Given<K extends OperationName> = Besides &
  PathOf<Operations[K]['path']> &
  QueryOf<Operations[K]['query']> &
  BodyOf<Operations[K]['body']>

/** The arguments behind an operation's name: none are needed where nothing has to be sent. */
export type Arguments<K extends OperationName> = {} extends Given<K> ? [given?: Given<K>] : [given: Given<K>]
