import type { Message } from '../../words/catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import type { ArrivedStock } from './gone-on.ts'
import { forgetStock } from './known-stock.ts'

/** Stock that was entered as lying there already. */
export interface Opening {
  postingId: number
  recordId: string
}

/** When stock that lay there already was entered for, by its number. */
export async function openingArrivalsOf(
  trx: Transaction,
  { organisationId }: Actor,
  openings: Opening[],
): Promise<ArrivedStock[]> {
  const ids = openings.map(({ postingId }) => postingId)
  const { rows } = await sql<{ id: number; record_id: string; effective_at: Date }>`
    select id, record_id, effective_at from record_changes where storer_id = ${organisationId} and id = ${anyOf(ids, 'bigint')}`.execute(
    trx,
  )
  return rows.map(({ id, record_id: recordId, effective_at: at }) => ({ id, recordId, at }))
}

/**
 * Takes entries of stock back that was there before the books began, at their own dates: what a mistake of a thousand has entered never
 * was there. Their rows may be entered anew.
 *
 * @param why told in the timelines: `Taken back: its import was undone.`
 * @throws Refusal `insufficient_stock` where some of it has already gone on
 */
export async function takeBackOpenings(
  trx: Transaction,
  actor: Actor,
  openings: Opening[],
  why: Message,
): Promise<StockOutcome> {
  const ids = openings.map(({ postingId }) => postingId)
  const recordIds = [...new Set(openings.map(({ recordId }) => recordId))]
  const { outcome } = await changeStock(trx, actor, {
    watched: (await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds })).bayIds,
    async *plan() {
      // Without a description it is no arrival that the stock would be called after.
      await sql`
        update record_changes set message = message || ' ' || ${render(why, ANYBODY)},
          wording = wording || ${JSON.stringify([why])}::jsonb,
          details = (details - 'description') || jsonb_build_object('takenBack', details -> 'description')
        where storer_id = ${actor.organisationId} and id = ${anyOf(ids, 'bigint')}`.execute(trx)
      yield { reverse: ids, postings: [] }
    },
  })
  await forgetStock(trx, actor, ids)
  await appendEvents(
    trx,
    actor,
    recordIds.map((id) => ({ type: 'record.updated', subject: id, data: { ids: [id], changed: ['stock'] } })),
  )
  return outcome
}
