import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { askedBy } from '../asked.ts'

// Faults between the service and its database, put into the driver itself: whatever the service asks, through whichever
// connection, goes through `query`. What is asked outside `withFault` is left alone.

/**
 * What happens at one query. `refused`: the database says no to it, as it does to a statement in error. `lost before`: the connection
 * breaks before the query is sent. `lost after`: it breaks when the query was run and before its answer is read.
 */
export const faultKinds = ['refused', 'lost before', 'lost after'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface QueryFault {
  kind: FaultKind
  /** Which query, counted from 0. */
  at: number
}

interface Watch {
  fault: QueryFault | undefined
  texts: string[]
  hit: string | undefined
}

export interface Watched<T> {
  result: T
  /** The text of the query that failed; undefined where there were fewer queries. */
  hit: string | undefined
  /** The text of every query, in order. */
  texts: string[]
}

const current = new AsyncLocalStorage<Watch>()

/** Runs `work` with a fault at one of its queries, or with none to see what they are. */
export async function withFault<T>(
  fault: QueryFault | undefined,
  work: () => Promise<T>,
): Promise<Watched<T>> {
  const watch: Watch = { fault, texts: [], hit: undefined }
  const result = await current.run(watch, work)
  return { result, hit: watch.hit, texts: watch.texts }
}

type Query = (...parameters: unknown[]) => unknown

/** The prototype's one method with many signatures, as what it is at run time. */
const prototype = pg.Client.prototype as unknown as { query: Query }
const original = prototype.query

/** Puts the faults in; call what it returns to take them out again. */
export function installFaults(): () => void {
  prototype.query = function query(this: pg.Client, ...parameters: unknown[]): unknown {
    const watch = current.getStore()
    const [asked] = parameters
    if (asked instanceof pg.Query && lost.has(this)) return failLost(this, asked as DriverQuery)
    const texts = askedBy(asked).map(({ text }) => text)
    if (!watch) return original.apply(this, parameters)
    const at = watch.fault ? watch.fault.at - watch.texts.length : -1
    watch.texts.push(...texts)
    const text = texts[at]
    if (!watch.fault || text === undefined) return original.apply(this, parameters)
    watch.hit = text
    // To begin a transaction cannot be wrong: a server that refuses it ends the connection.
    const kind = watch.fault.kind === 'refused' && BEGIN.test(text) ? 'lost before' : watch.fault.kind
    if (asked instanceof pg.Query) return failOne(this, kind, asked as DriverQuery)
    const result = fail(this, kind, parameters)
    const callback = parameters.at(-1)
    if (typeof callback !== 'function') return result
    result.then(
      (value) => void callback(undefined, value),
      (error: unknown) => void callback(error),
    )
    return undefined
  }
  return () => void (prototype.query = original)
}

/** A statement that any database refuses. */
const NONSENSE = 'select granary_no_such_function()'
const BEGIN = /^(begin|start transaction)/
const LOST = 'Connection terminated unexpectedly'

function breakConnection(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
}

async function fail(client: pg.Client, kind: FaultKind, parameters: unknown[]): Promise<unknown> {
  const withoutCallback = parameters.filter((each) => typeof each !== 'function')
  if (kind === 'refused') return original.call(client, NONSENSE)
  if (kind === 'lost after') await original.apply(client, withoutCallback)
  breakConnection(client)
  if (kind === 'lost after') throw new Error(LOST)
  return original.apply(client, withoutCallback)
}

/** A query as the driver treats it, which its types leave out. */
type DriverQuery = pg.Query & {
  text: string
  name?: string
  values?: unknown[]
  handleError: (error: Error, connection: pg.Connection) => void
}

/** Broken after a query was run: what goes out together with it is not. */
const lost = new WeakSet<pg.Client>()

function failLost(client: pg.Client, query: DriverQuery): void {
  const { connection } = client as unknown as pg.PoolClient
  process.nextTick(() => query.handleError(new Error(LOST), connection))
}

/** The same for one of several that may go out together. */
function failOne(client: pg.Client, kind: FaultKind, query: DriverQuery): void {
  const { connection } = client as unknown as pg.PoolClient
  if (kind === 'refused') {
    const refused = original.call(client, NONSENSE) as Promise<unknown>
    refused.catch((error: Error) => query.handleError(error, connection))
    return
  }
  if (kind === 'lost before') {
    breakConnection(client)
    original.call(client, query)
    return
  }
  lost.add(client)
  const { name = '', text, values = [] } = query
  const copy = new pg.Query({ name, text, values }, () => {
    breakConnection(client)
    query.handleError(new Error(LOST), connection)
  })
  original.call(client, copy)
}
