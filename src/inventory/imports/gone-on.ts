import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'

/** Stock as it arrived in its parcel. */
export interface ArrivedStock {
  /** The number of the fact that brought it. */
  id: number
  recordId: string
  at: Date
}

/**
 * Refuses to take stock back of which a load has been taken since: what leaves a parcel takes of each part of it (rules.md §3), so some of it has gone on,
 * however much still lies there.
 *
 * @param together movements that are taken back at the same time
 * @throws Refusal `in_use`, which names the load in the way
 */
export async function ensureNothingWentOn(
  trx: Transaction,
  { organisationId, now, timeZone }: Actor,
  arrived: ArrivedStock[],
  together: number[] = [],
): Promise<void> {
  if (arrived.length === 0) return
  const { rows } = await sql<{ id: number; effective_at: Date; weight_grams: number }>`
    select taken.* from jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb) as arrived (id bigint, "recordId" uuid, at timestamptz)
    cross join lateral (
      select m.id, m.effective_at, m.weight_grams from movements m
      where m.organisation_id = ${organisationId} and m.source_record_id = arrived."recordId" and m.effective_at between arrived.at and ${now}
        and m.id > arrived.id and m.status <> 'deleted' and m.id <> all(${together}::bigint[])
      order by m.effective_at, m.id limit 1) taken
    limit 1`.execute(trx)
  const [taken] = rows
  if (!taken) return
  const load = {
    movementId: taken.id,
    atUTC: taken.effective_at.toISOString(),
    timeZone,
    weight: kilogramsFromGrams(taken.weight_grams),
  }
  throw new Refusal('in_use', message('stockHasGoneOn', load))
}
