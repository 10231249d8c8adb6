import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { conflictsOfBays } from '../conflicts.ts'
import { conflictToWire, type NamedConflict } from '../ledger/ledger.ts'
import type { MovementAcknowledgement } from './schema.ts'

/** What is to be answered to one request. */
interface Write {
  message: string
  ids: number[]
  changes: string[]
  /** The record that each of the movements puts stock into. */
  arrivals?: (string | null)[]
}

/** Those whose bays may have a conflict by now. */
type Touched = (string | null | undefined)[]

type Answer = Static<typeof MovementAcknowledgement>

/**
 * The answer to a movement write: the sentence, what was made, what a blend changed, and the conflicts that the
 * movements cause in the bays they touch.
 */
export async function answerMovements(
  trx: Transaction,
  actor: Actor,
  { recordIds, ...write }: Write & { recordIds: Touched },
): Promise<Answer> {
  const [answer] = await answerAll(trx, actor, { writes: [write], recordIds })
  return answer as Answer
}

/** The answers to several requests that were stored together; conflicts are looked for once. */
export async function answerAll(
  trx: Transaction,
  actor: Actor,
  { writes, recordIds }: { writes: Write[]; recordIds: Touched },
): Promise<Answer[]> {
  const bayIds = await findTightBays(
    trx,
    writes.flatMap(({ ids }) => ids),
    [...new Set(recordIds)].filter((id) => typeof id === 'string'),
  )
  const conflicts = await conflictsOfBays(trx, bayIds, actor.now)
  return writes.map((write) => answerOf(write, conflicts))
}

function answerOf({ message, ids, changes, arrivals = [] }: Write, inBays: NamedConflict[]): Answer {
  const conflicts = inBays.filter(({ movementId }) => ids.includes(movementId)).map(conflictToWire)
  const joined =
    changes.length > 0 ? ` The stock joined what lay there: ${[...new Set(changes)].join('; ')}.` : ''
  const warned =
    conflicts.length > 0 ? ` Beware: ${conflicts.map((conflict) => conflict.message).join(' ')}` : ''
  return {
    status: 'success',
    message: `${message}${joined}${warned}`,
    ids: ids.map(String),
    ...(arrivals.some((id) => id !== null) && { recordIds: arrivals.map((id) => id ?? '') }),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

/**
 * The bays of records that can have a conflict at all: those with a capacity, with something planned, or that a
 * movement reaches under a storage contract.
 */
async function findTightBays(trx: Transaction, ids: number[], recordIds: string[]): Promise<number[]> {
  if (recordIds.length === 0) return []
  const { rows } = await sql<{ bay_id: number }>`
    select distinct r.bay_id from records r
    where r.id = any(${recordIds}::uuid[]) and r.bay_id is not null
      and (exists (select 1 from bay_capacities c where c.bay_id = r.bay_id)
        or exists (select 1 from movements m
          where m.id = any(${ids}::bigint[]) and m.destination_record_id = r.id and m.storage_contract_id is not null)
        or exists (select 1 from records other join ledger_balances b on b.record_id = other.id
          where other.bay_id = r.bay_id and b.next_due_at is not null))`.execute(trx)
  return rows.map(({ bay_id }) => bay_id)
}
