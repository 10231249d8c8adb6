import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

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
    const text = textOf(parameters[0])
    if (!watch || text === undefined) return original.apply(this, parameters)
    watch.texts.push(text)
    if (watch.fault?.at !== watch.texts.length - 1) return original.apply(this, parameters)
    watch.hit = text
    const result = fail(this, watch.fault.kind, text, parameters)
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

/** The text of a query; undefined for a cursor or a copy, which bring their own protocol. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text } = query as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}

/** A statement that any database refuses. */
const NONSENSE = 'select granary_no_such_function()'
/** To begin a transaction cannot be wrong: a server that refuses it ends the connection. */
const BEGIN = /^(begin|start transaction)/

async function fail(
  client: pg.Client,
  kind: FaultKind,
  text: string,
  parameters: unknown[],
): Promise<unknown> {
  const withoutCallback = parameters.filter((each) => typeof each !== 'function')
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  if (kind === 'refused' && !BEGIN.test(text)) return original.call(client, NONSENSE)
  if (kind === 'lost after') await original.apply(client, withoutCallback)
  stream.destroy()
  if (kind === 'lost after') throw new Error('Connection terminated unexpectedly')
  return original.apply(client, withoutCallback)
}
