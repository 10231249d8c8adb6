import type { Reader } from '../../words/render.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Rehearsal } from '../../http/validate/rehearsal.ts'
import * as ledger from '../ledger/ledger.ts'
import { findIntakeLimits } from './intake-limits.ts'
import { comingIn, describedRecords, labelChanges } from './label-changes.ts'
import { findIncompatibleStock } from './incompatible-stock.ts'
import { findUnweighedLoads } from './lock-stock.ts'
import { commodityName } from '../../system/commodities/catalogue.ts'
import { message, type Message } from '../../words/catalogue.ts'

/**
 * The conflicts of bays, now and along their plans, earliest first (rules.md §3): what the ledger says, given how much
 * storage contracts allow. Four statements, and one more where unlike stock has come; locks nothing.
 */
export async function conflictsOfBays(
  db: Kysely<Tables>,
  bayIds: number[],
  now: Date,
): Promise<ledger.NamedConflict[]> {
  return ledger.conflictsIn(await pictureOf(db, bayIds, now), now)
}

/**
 * Finds the conflicts of bays as far as the caller may know. A caller who only has grain in somebody else's store learns of conflicts of that
 * grain alone, and nothing by which the weight of others' stock there could be found out. One more statement where there is such a store.
 */
export async function conflictsSeenBy(
  db: Kysely<Tables>,
  actor: Actor,
  bayIds: number[],
): Promise<ledger.NamedConflict[]> {
  const picture = await pictureOf(db, bayIds, actor.now)
  const elsewhere = picture.bays.filter((bay) => bay.keeper_id !== actor.organisationId)
  if (elsewhere.length === 0) return ledger.conflictsIn(picture, actor.now)
  const seenRecordIds = await ownRecordsIn(
    db,
    actor,
    elsewhere.map((bay) => bay.bay_id),
  )
  const bays = picture.bays.map((bay) => (elsewhere.includes(bay) ? { ...bay, seenRecordIds } : bay))
  return ledger.conflictsIn({ ...picture, bays }, actor.now)
}

/** The caller's own records of bays, of those that have stock now or are to have some. */
async function ownRecordsIn(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
  bayIds: number[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from records
    where id = any(array(select record_id from ${ledger.recordsWithStockIn('bay', bayIds, now)} present))
      and elsewhere_owner_id = ${organisationId}::text`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/**
 * Looks at bays before a command changes what lies in them or is planned. What it answers is asked afterwards, and tells the
 * conflicts that the command made worse, whichever movement they show at (rules.md §3). A load that is entered late may take its
 * storage contract beyond what it allows, or further, and that shows where the last one lies: in another bay. One that is taken back
 * shows there, too, in a dry run.
 *
 * @param contractIds the storage contracts that the command brings stock in under, or no longer does
 *
 * @example
 * const findWorsened = await snapshotConflicts(trx, [bay.id], actor.now)
 * await post(trx, posting, actor.now)
 * const conflicts = await newConflicts()
 */
export async function snapshotConflicts(
  trx: Transaction,
  bayIds: number[],
  now: Date,
  contractIds: (string | null)[] = [],
): Promise<() => Promise<ledger.NamedConflict[]>> {
  const named = contractIds.filter((id) => id !== null)
  const before = await pictureOf(trx, bayIds, now, named)
  return async () => {
    const after = await pictureOf(trx, bayIds, now, named)
    const worse = ledger.conflictsIn(after, now, before)
    const elsewhere = ledger
      .baysOfChangedLimits(after.limits, before.limits)
      .filter((bayId) => !bayIds.includes(bayId))
    if (elsewhere.length === 0) return worse
    ledger.noteTouchedBays(trx, elsewhere)
    // Nothing else has changed there.
    const bays = await ledger.readBays(trx, [...new Set(elsewhere)], now)
    const known = new Set(before.limits.map(({ agreementId }) => agreementId))
    const limits = after.limits.filter(({ agreementId }) => known.has(agreementId))
    const elsewhereAfter = { bays, limits, unlike: noIncompatible, unweighed: [] }
    return [
      ...worse,
      ...ledger.conflictsIn(elsewhereAfter, now, { ...elsewhereAfter, limits: before.limits }),
    ]
  }
}

const noIncompatible: ledger.IncompatibleStock = { arrivals: [], lying: new Map() }

async function pictureOf(
  db: Kysely<Tables>,
  bayIds: number[],
  now: Date,
  contractIds: string[] = [],
): Promise<ledger.BayPicture> {
  if (bayIds.length === 0) return { bays: [], limits: [], unlike: noIncompatible, unweighed: [] }
  const [bays, limits, unlike, unweighed] = await Promise.all([
    ledger.readBays(db, bayIds, now),
    findIntakeLimits(db, bayIds, now, contractIds),
    findIncompatibleStock(db, bayIds, now),
    findUnweighedLoads(db, bayIds),
  ])
  return { bays, limits, unlike, unweighed }
}

/** Runs a command, says what it does to balances and conflicts, and takes it back: how operations run dry. */
export async function rehearseConflicts(
  trx: Transaction,
  now: Date,
  command: () => Promise<unknown>,
  reader: Reader,
): Promise<{ result: unknown; rehearsal: Rehearsal }> {
  const { result, rehearsal, seen } = await ledger.rehearse(trx, now, command, {
    reader,
    conflictsOf: conflictsOfBays,
    look: (recordIds) => describedRecords(trx, recordIds),
  })
  const coming = comingIn(trx)
  const labels = rehearsal.balances.flatMap(({ recordId, name, before }) =>
    labelChanges({
      recordId,
      name,
      present: before > 0 ? seen.before.get(recordId) : undefined,
      presentWeight: before,
      coming: coming.filter((each) => each.recordId === recordId),
      after: seen.after.get(recordId),
    }),
  )
  return { result, rehearsal: { ...rehearsal, labels } }
}

/** That a bay has a capacity for some commodities and none for this one; nothing where it has one, or none at all. */
export function unmeasured(
  { countryISO }: Pick<Actor, 'countryISO'>,
  { name, measured }: { name: string; measured: number[] },
  commodityId: number,
): Message[] {
  if (measured.length === 0 || measured.includes(commodityId)) return []
  const nameOf = (id: number) => commodityName(countryISO, id) ?? String(id)
  const commodities = measured.map(nameOf)
  return [message('hasNoCapacityFor', { bay: name, commodities, commodity: nameOf(commodityId) })]
}
