import { sql, type RawBuilder } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { lockedRecords, lockingBalances, type LockedRecord, type LockedRow } from './balances.ts'
import { dayText, standingAt, summarising, type Reach, type Summary } from './read-histories.ts'
import { startOfDay } from './rules.ts'

/** What a command has locked and read of the ledger before it knows all that it will post. */
export interface Held {
  locked: Map<string, LockedRecord>
  /** Of the records' histories, from one instant on. */
  summaries: Map<string, Summary>
  at: number
}

export const nothingHeld: Held = { locked: new Map(), summaries: new Map(), at: Number.NaN }

/** What is held ahead, with the columns that the command asked for besides. */
export interface HeldAhead<Row> extends Held {
  rows: (Row & { record_id: string })[]
  /** What a record holds at the instant, or undefined where something comes after it. Grams. */
  standing: (recordId: string) => number | undefined
}

/** When the change is to happen, and the moment of the request. */
interface Moments {
  at: Date
  now: Date
}

/**
 * Makes the way in which a command locks balances and reads histories before it knows their records by id: both statements
 * share one round trip, with those around them. `ids` is a table of record ids, as SQL, with one column `id` and no id twice;
 * whoever names records has to be kept from naming those of others there. `columns` are of the record `r`, each behind a comma.
 *
 * @returns a function that does it, for changes that all happen `at` one instant
 */
export function holding<Parameters extends object, Row>(
  ids: (parameters: Parameters) => RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): (trx: Transaction, parameters: Parameters, moments: Moments) => Promise<HeldAhead<Row>> {
  const lock = statement<Parameters & { now: Date; since: Date }, Row & LockedRow>(
    // The columns that the caller asks for are those that it says it gets.
    (all) => lockingBalances(ids(all), all, columns) as RawBuilder<Row & LockedRow>,
  )
  const summarise = statement<Parameters & { at: Date; day: string; now: Date }, Summary>((all) => {
    const asked = sql`(select id, ${all.at}::timestamptz, ${all.day}::date from ${ids(all)} as concerned)`
    return summarising(asked, all.now)
  })
  return async (trx, parameters, { at, now }) => {
    const start = startOfDay(at.getTime())
    const since = new Date(startOfDay(Math.min(at.getTime(), now.getTime())))
    const [rows, read] = await Promise.all([
      lock.rows(trx, { ...parameters, now, since }),
      // Sent behind the locks, so that it sees what those before us have stored.
      summarise.rows(trx, { ...parameters, at, day: dayText(start), now }),
    ])
    const summaries = new Map(read.map((summary) => [summary.record_id, summary]))
    const standing = (recordId: string) => {
      const summary = summaries.get(recordId)
      return summary && standingAt(summary, at.getTime())
    }
    return { rows, locked: await lockedRecords(trx, rows, now), summaries, at: at.getTime(), standing }
  }
}

/** The summaries that were read for just these changes. */
export function summariesFor(reaches: Reach[], { summaries, at }: Held): Map<string, Summary> {
  const fitting = reaches.flatMap(({ recordId, from }) => {
    const summary = from.at === at ? summaries.get(recordId) : undefined
    return summary ? [[recordId, summary] as const] : []
  })
  return new Map(fitting)
}
