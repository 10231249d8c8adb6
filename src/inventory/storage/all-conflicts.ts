import Type, { type Static } from 'typebox'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Conflict, named } from '../../http/validate/schema.ts'
import { conflictToWire, type NamedConflict } from '../ledger/ledger.ts'
import { conflictsSeenBy } from '../stock/conflicts.ts'
import { findStandingBays } from './queries.ts'

export const AllConflicts = named('AllConflicts', {
  at: Type.String({ description: 'The instant that was meant; empty where all are listed, now and later.' }),
  conflicts: Type.Array(Conflict, { description: 'By date.' }),
})
export type AllConflicts = Static<typeof AllConflicts>

/**
 * The conflicts of all bays that the caller may see: all of them along the plan, or those that stand at a moment of it. Of the past there are none:
 * what has happened is no plan (rules.md §3).
 */
export function listConflicts(db: Kysely<Tables>, actor: Actor, at: Date | undefined): Promise<AllConflicts> {
  return inOneMoment(db, async (moment) => {
    const conflicts = at && at < actor.now ? [] : await conflictsFrom(moment, actor, at)
    return { at: at?.toISOString() ?? '', conflicts: conflicts.map(conflictToWire) }
  })
}

async function conflictsFrom(
  db: Kysely<Tables>,
  actor: Actor,
  at: Date | undefined,
): Promise<NamedConflict[]> {
  const then = { ...actor, now: at ?? actor.now }
  const conflicts = await conflictsSeenBy(db, then, await findStandingBays(db, then))
  return conflicts
    .filter((conflict) => !at || conflict.at <= at)
    .map((conflict) => ({ ...conflict, isPresent: conflict.at <= actor.now && conflict.isPresent }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.movementId - b.movementId || a.bayId - b.bayId)
}
