import { sql, type Kysely } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { AuditEntry } from '../../http/write/audit.ts'
import { hashOfEntry, headText, type ChainedEntry, type ChainPlace } from './chain-hash.ts'
import { rowOfEntry } from './entry-rows.ts'

/** Entries chained in one transaction: on the embedded database nobody waits longer for its connection. */
const PIECE = 500

/**
 * Chains what is committed and in no chain yet, of every organisation. Any number of processes may do so at once: the row of a chain is
 * its lock.
 */
export async function chainAudit(db: Kysely<Tables>): Promise<void> {
  for (const { organisation_id: organisationId } of await withPending.rows(db, {}))
    await chainAuditOf(db, organisationId)
}

/**
 * Chains what is committed of one organisation. What is committed later comes later in the chain, so nothing ever appears before what was
 * read. Of what is found together, the order is that in which it was written, behind the locks of what it is about.
 */
export async function chainAuditOf(db: Kysely<Tables>, organisationId: string): Promise<void> {
  for (;;) {
    const chained = await inTransaction(db, (trx) => chainPiece(trx, organisationId))
    if (chained < PIECE) return
  }
}

/** Chains what waits of all organisations within a transaction, which then holds the chains of those that had something until it ends. */
export async function chainWithin(trx: Transaction): Promise<void> {
  for (const { organisation_id: organisationId } of await withPending.rows(trx, {}))
    while ((await chainPiece(trx, organisationId)) === PIECE);
}

async function chainPiece(trx: Transaction, organisationId: string): Promise<number> {
  // Asked first without a lock: mostly there is nothing.
  if ((await readPending.rows(trx, { organisationId, most: 1 })).length === 0) return 0
  const place = await lockChain(trx, organisationId)
  // A statement of its own, which sees what whoever had the lock before has done.
  const pending = await readPending.rows(trx, { organisationId, most: PIECE })
  if (pending.length === 0) return 0
  let { sequence, hash } = place
  const rows = pending.map(({ entry }) => {
    // The column has what `writeAudit` writes.
    const chained: ChainedEntry = { ...(JSON.parse(entry) as AuditEntry), sequence: ++sequence }
    hash = hashOfEntry(hash, chained)
    return rowOfEntry(chained, hash)
  })
  await insertChained.rows(trx, { rows: JSON.stringify(rows) })
  await sql`set local granary.audit_chaining = 'on'`.execute(trx)
  await sql`delete from audit_pending where organisation_id = ${organisationId}::uuid
    and id = any(${pending.map(({ id }) => id)}::bigint[])`.execute(trx)
  await trx
    .updateTable('audit_chains')
    .set({ last_sequence: sequence, last_hash: hash })
    .where('organisation_id', '=', organisationId)
    .execute()
  return pending.length
}

/** The last place of a chain, locked until the transaction ends. */
async function lockChain(trx: Transaction, organisationId: string): Promise<ChainPlace> {
  await trx
    .insertInto('audit_chains')
    .values({ organisation_id: organisationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const chain = await trx
    .selectFrom('audit_chains')
    .select(['last_sequence', 'last_hash'])
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { sequence: chain.last_sequence, hash: chain.last_hash }
}

/** The head of an organisation's chain, as papers and backups carry it; empty before the first entry. */
export async function readAuditHead(db: Kysely<Tables>, organisationId: string): Promise<string> {
  const chain = await db
    .selectFrom('audit_chains')
    .select(['last_sequence', 'last_hash'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return chain ? headText({ sequence: chain.last_sequence, hash: chain.last_hash }) : ''
}

const withPending = statement<object, { organisation_id: string }>(
  () => sql`select distinct organisation_id from audit_pending order by organisation_id`,
)

const readPending = statement<{ organisationId: string; most: number }, { id: number; entry: string }>(
  ({ organisationId, most }) => sql`
    select id, entry from audit_pending where organisation_id = ${organisationId}::uuid order by id limit ${most}::integer`,
)

const insertChained = statement<{ rows: string }>(
  ({ rows }) => sql`
    insert into audit_entries (organisation_id, sequence, at, actor, actor_id, actor_name, address, user_agent, request_id, category, deed,
      subject_kind, subject_id, outcome, before, after, hash)
    select organisation_id, sequence, at, actor, actor_id, actor_name, address, user_agent, request_id, category, deed, subject_kind, subject_id,
      outcome, nullif(before, 'null'), nullif(after, 'null'), hash
    from json_to_recordset(${rows}::json) as e (organisation_id uuid, sequence bigint, at timestamptz, actor text, actor_id uuid, actor_name text,
      address text, user_agent text, request_id text, category text, deed text, subject_kind text, subject_id text, outcome text,
      before jsonb, after jsonb, hash bytea)`,
)
