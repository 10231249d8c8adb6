import { sql, type RawBuilder } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { lockedRecords, lockingBalances, type LockedBalance, type LockedRow } from './balances.ts'
import { balanceAtStart, summarising, type ChangedRange, type DaySummary } from './read-histories.ts'
import { startOfDay } from './rules.ts'

/** The ledger data that a command has locked and read before it knows all that it will post. */
export interface Preloaded {
  locked: Map<string, LockedBalance>
  /** Of the records' histories, each from the instant on from which it is to change. */
  summaries: Map<string, DaySummary>
}

export const nothingPreloaded: Preloaded = { locked: new Map(), summaries: new Map() }

/** The ledger data locked ahead, with the columns that the command asked for besides. */
export interface PreloadedLedger<Row> extends Preloaded {
  rows: (Row & { record_id: string })[]
  /** Returns the grams in a record at its instant, or undefined where something comes after it. */
  standing: (recordId: string) => number | undefined
}

/** The moment of the request, and the earliest one that it changes. */
interface Moments {
  earliest: Date
  now: Date
}

/**
 * Makes the way in which a command locks balances and reads histories before it knows their records by id: both statements
 * share one round trip, with those around them. `records` is a table, as SQL, of their ids (`id`, none twice) and the instants at
 * which they begin to change (`at`); whoever names records has to be kept from naming those of others there. `columns` are of the
 * record `r`, each behind a comma.
 */
export function preloading<Parameters extends object, Row>(
  records: (parameters: Parameters) => RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): (trx: Transaction, parameters: Parameters, moments: Moments) => Promise<PreloadedLedger<Row>> {
  const lock = statement<Parameters & { now: Date; since: Date }, Row & LockedRow>(
    // The columns that the caller asks for are those that it says it gets.
    (all) => lockingBalances(records(all), all, columns) as RawBuilder<Row & LockedRow>,
  )
  const summarise = statement<Parameters & { now: Date }, DaySummary>((all) =>
    summarising(sql`(select id, at from ${records(all)} as concerned)`, all.now),
  )
  return async (trx, parameters, { earliest, now }) => {
    const since = new Date(startOfDay(Math.min(earliest.getTime(), now.getTime())))
    const [rows, read] = await Promise.all([
      lock.rows(trx, { ...parameters, now, since }),
      // Sent behind the locks, so that it sees what those before us have stored.
      summarise.rows(trx, { ...parameters, now }),
    ])
    const summaries = new Map(read.map((summary) => [summary.record_id, summary]))
    const standing = (recordId: string) => {
      const summary = summaries.get(recordId)
      return summary && balanceAtStart(summary)
    }
    return { rows, locked: await lockedRecords(trx, rows, now), summaries, standing }
  }
}

/** The summaries that were read for just these changes. */
export function summariesFor(reaches: ChangedRange[], { summaries }: Preloaded): Map<string, DaySummary> {
  const fitting = reaches.flatMap(({ recordId, from }) => {
    const summary = summaries.get(recordId)
    return summary?.from_at === from.at ? [[recordId, summary] as const] : []
  })
  return new Map(fitting)
}
