import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { appendChanges, type PossibleChange } from '../../../system/events/append-event.ts'
import type { Posted } from '../../ledger/ledger.ts'
import { changeStock, type StockOutcome } from '../../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import type { MergeResult } from '../../stock/merge-stock.ts'
import { noteInHistory } from './change-history.ts'
import { noteChangedMovements, type SaidChanges, type ToldMovement } from './note-changed-movements.ts'
import { recordsOf, type OwnMovement } from './own-movement.ts'
import { stepOf, type StockMovement } from '../rules.ts'

/** A change of a movement that is there, which is locked. */
export interface MovementChange {
  movement: OwnMovement
  /** Whether stock moves otherwise by it. */
  moves: boolean
  /** Where it goes from now on, what it is taken from, and under which storage contract, where that may be another. */
  to?: { bayId: number | null; contractId: string | null; sourceRecordId: string | null }
  /** Whether it was weighed: what is complete by that is told to be, and not to be updated. */
  isWeighed?: boolean
  /** Writes what the movement says from now on, while its bays are locked. */
  save: () => Promise<SavedMovement>
}

/** A movement as it is from now on. */
export interface SavedMovement {
  row: OwnMovement
  stock: StockMovement
  /** The parcel that it goes into, where that may be called otherwise now. */
  merged?: MergeResult | undefined
  /** Refuses what only the ledger shows to be wrong. */
  ensure?: (posted: Posted) => void
}

/**
 * Changes movements, and deletes others, as one change: what they said is taken back at their own dates, what they say from now on is
 * posted, and all of it is judged together, at the end. The timelines, the movements' own histories and listeners are told.
 *
 * @param what the movements to change, and those to delete, which the caller has locked; and why, '' where nobody says
 * @returns the changed ones in their order, and what each says otherwise, in words
 * @throws Refusal `insufficient_stock`, `incompatible_stock`; `invalid_input` where a reason is needed; as a `save` does
 */
export async function changeMovements(
  trx: Transaction,
  actor: Actor,
  {
    changes = [],
    deleted = [],
    reason,
  }: { changes?: MovementChange[]; deleted?: ToldMovement[]; reason: string },
): Promise<{ outcome: StockOutcome; saved: SavedMovement[]; said: SaidChanges[] }> {
  const moving = changes.filter(({ moves }) => moves)
  const concerned = [...deleted, ...moving.map(({ movement }) => movement)]
  const { result: saved, outcome } = await changeStock(trx, actor, {
    // All of them at once: one after the other, two requests could each hold the bay that the other waits for.
    watched:
      concerned.length === 0
        ? []
        : await lockBaysAndApplyDuePlans(trx, actor.now, {
            bayIds: moving.flatMap(({ to }) => to?.bayId ?? []),
            recordIds: [
              ...concerned.flatMap(recordsOf),
              ...moving.flatMap(({ to }) => to?.sourceRecordId ?? []),
            ],
          }),
    contractIds: [
      ...concerned.map(({ storage_contract_id: contractId }) => contractId),
      ...moving.map(({ to }) => to?.contractId ?? null),
    ],
    async *plan() {
      await markDeleted(trx, actor, deleted)
      const made: SavedMovement[] = []
      for (const { save } of changes) made.push(await save())
      if (concerned.length === 0) return made
      const { postings, loads } = stepOf(
        made.flatMap(({ stock }, index) => (changes[index]?.moves ? stock : [])),
      )
      const posted = yield {
        reverse: concerned.map(({ id }) => id),
        postings,
        loads: [...concerned.map(loadOf), ...loads],
      }
      for (const { ensure } of made) ensure?.(posted)
      return made
    },
  })
  const pairs = [
    ...deleted.map((before) => ({ before, after: null })),
    ...changes.map(({ movement, moves, isWeighed }, index) => ({
      before: movement,
      after: saved[index]?.row ?? movement,
      moves,
      isWeighed,
    })),
  ]
  const told = await noteChangedMovements(
    trx,
    actor,
    pairs.filter((pair) => pair.after === null || pair.moves),
  )
  await noteInHistory(trx, actor, pairs, reason)
  await appendChanges(trx, actor, eventsOf(pairs, outcome.recordIds))
  return { outcome, saved, said: told.slice(deleted.length) }
}

function markDeleted(trx: Transaction, actor: Actor, deleted: ToldMovement[]): Promise<unknown> | undefined {
  if (deleted.length === 0) return undefined
  const ids = deleted.map(({ id }) => id)
  return trx
    .updateTable('movements')
    .set({
      status: 'deleted',
      deleted_at: actor.now,
      deleted_by: actor.userId,
      deleted_by_name: actor.userName,
    })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', anyOf(ids, 'bigint'))
    .execute()
}

function loadOf({ destination_record_id, effective_at, weight_grams }: ToldMovement) {
  return { destinationRecordId: destination_record_id, effectiveAt: effective_at, grams: weight_grams }
}

type Pair =
  | { before: ToldMovement; after: null }
  | { before: OwnMovement; after: OwnMovement; isWeighed: boolean | undefined }

/** An event for each that says something else; the last tells all records that they show at. */
function eventsOf(pairs: Pair[], shown: string[]): PossibleChange[] {
  const ownOf = ({ before, after }: Pair) => [before, after ?? before].flatMap(recordsOf)
  return pairs.flatMap((pair, index) => {
    const { before, after } = pair
    const recordIds = [...new Set([...(index === pairs.length - 1 ? shown : []), ...ownOf(pair)])]
    const event = { subject: String(before.id), data: { ids: [before.id], recordIds } }
    return typesOf(pair).map((type) => ({ before, after, event: { type, ...event } }))
  })
}

function typesOf(pair: Pair) {
  if (pair.after === null) return ['movement.deleted'] as const
  if (pair.before.status === 'deleted') return ['movement.restored'] as const
  const isCompleted = pair.before.completed_at === null && pair.after.completed_at !== null
  if (!isCompleted) return ['movement.updated'] as const
  return pair.isWeighed
    ? (['movement.completed'] as const)
    : (['movement.updated', 'movement.completed'] as const)
}
