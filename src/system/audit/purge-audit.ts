import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'

/** Entries deleted in one transaction: others wait for none that takes long. */
const PIECE = 5000
/** For the log of no organisation, such as failed sign-ins of nobody. */
const DEFAULT_YEARS = 7

/**
 * Forgets entries of whole days that are older than each organisation keeps them. The chain keeps the place and the hash of the last one
 * forgotten, behind which the first that is left follows.
 */
export async function purgeAudit(db: Kysely<Tables>, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; years: number }>`
    select c.organisation_id as id, coalesce(o.audit_years, ${DEFAULT_YEARS}::integer) as years
    from audit_chains c left join organisations o on o.id = c.organisation_id
    where c.last_sequence > c.kept_after`.execute(db)
  for (const { id, years } of rows) {
    const before = startOfDay(now, years)
    while ((await inTransaction(db, (trx) => purgePiece(trx, id, before))) === PIECE);
  }
}

/** The midnight, in UTC, before which entries are old. */
function startOfDay(now: Date, years: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate()))
}

/** Forgets from the beginning up to the first entry that is young enough: what a clock that was wrong put between stays as long. */
async function purgePiece(trx: Transaction, organisationId: string, before: Date): Promise<number> {
  const { rows: locked } = await sql<{ keptAfter: number }>`
    select kept_after as "keptAfter" from audit_chains where organisation_id = ${organisationId} for update`.execute(
    trx,
  )
  const keptAfter = locked[0]?.keptAfter ?? 0
  const { rows } = await sql<{ sequence: number; hash: Buffer; isOld: boolean }>`
    select sequence, hash, at < ${before} as "isOld" from audit_entries
    where organisation_id = ${organisationId} and sequence > ${keptAfter} order by sequence limit ${PIECE}`.execute(
    trx,
  )
  const young = rows.findIndex(({ isOld }) => !isOld)
  const old = young === -1 ? rows : rows.slice(0, young)
  const last = old.at(-1)
  if (!last) return 0
  await sql`set local granary.audit_retention = 'on'`.execute(trx)
  await sql`delete from audit_entries where organisation_id = ${organisationId} and sequence <= ${last.sequence}`.execute(
    trx,
  )
  await trx
    .updateTable('audit_chains')
    .set({ kept_after: last.sequence, kept_after_hash: last.hash })
    .where('organisation_id', '=', organisationId)
    .execute()
  return old.length
}
