import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Batch, type DriverQuery } from '../../src/db/batch.ts'
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
    const texts = askedBy(parameters[0]).map(({ text }) => text)
    if (!watch) return original.apply(this, parameters)
    const at = watch.fault ? watch.fault.at - watch.texts.length : -1
    watch.texts.push(...texts)
    const text = texts[at]
    if (!watch.fault || text === undefined) return original.apply(this, parameters)
    watch.hit = text
    // To begin a transaction cannot be wrong: a server that refuses it ends the connection.
    const kind = watch.fault.kind === 'refused' && BEGIN.test(text) ? 'lost before' : watch.fault.kind
    const [asked] = parameters
    if (asked instanceof pg.Query) {
      const queries = asked instanceof Batch ? asked.queries : [asked as DriverQuery]
      failAmong(this, kind, queries, at)
      return undefined
    }
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

/** The same for one of several that go out together: those in front of it are run, and those behind it are not. */
function failAmong(client: pg.Client, kind: FaultKind, queries: readonly DriverQuery[], at: number): void {
  const { connection } = client as unknown as pg.PoolClient
  const failAll = (failed: readonly DriverQuery[]) => (error: Error) =>
    new Batch(failed).handleError(error, connection)
  if (kind === 'refused') {
    if (at > 0) original.call(client, new Batch(queries.slice(0, at)))
    void (original.call(client, NONSENSE) as Promise<unknown>).catch(failAll(queries.slice(at)))
    return
  }
  if (kind === 'lost before') {
    breakConnection(client)
    original.call(client, new Batch(queries))
    return
  }
  // Nobody reads an answer of what is sent together before all of it was run.
  const { promise, resolve } = Promise.withResolvers<void>()
  const copies = queries
    .slice(0, at + 1)
    .map((query, place) => copyOf(query, place === at ? resolve : undefined))
  if (copies.length > 1) original.call(client, new Batch(copies))
  else original.call(client, copies[0])
  void promise.then(() => {
    breakConnection(client)
    failAll(queries)(new Error(LOST))
  })
}

function copyOf(query: DriverQuery, onAnswer: () => void = () => undefined): DriverQuery {
  const { name = '', text, values = [] } = query
  return new pg.Query({ name, text, values }, onAnswer) as DriverQuery
}
