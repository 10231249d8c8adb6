import { sql } from 'kysely'
import { readColumns, type CatalogColumn } from '../../db/catalog.ts'
import type { Database } from '../../db/open.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import { tenantOf } from '../archives/organisation-tables.ts'
import { chainAuditOf, readAuditHead } from '../audit/chain.ts'
import { auditOperator } from '../audit/operator-entries.ts'
import { ensureNoObstacles } from './deletions.ts'

/** Remains of an organisation: its name, and the head of its audit log for whoever kept a copy. */
export interface DeletedOrganisation {
  id: string
  name: string
  auditHead: string
}

/**
 * Deletes an organisation with its rows and files. In the books of others it is a partner by its name, under the id that they have of it.
 * Accounts of its people stay; entry and name stay with the installation. The bytes of its files go with the next sweep.
 *
 * @param options.onlyIfDue where it was asked for over HTTP: not where it was withdrawn, or is not due yet
 * @returns undefined where it is not due
 * @throws Refusal `not_found`; `in_use` where stock is in the way
 */
export async function deleteOrganisation(
  { db }: Pick<Database, 'db'>,
  organisationId: string,
  { now, onlyIfDue }: { now: Date; onlyIfDue: boolean },
): Promise<DeletedOrganisation | undefined> {
  if (!isId(organisationId)) throw notFound('organisation', organisationId)
  const id = organisationId.toLowerCase()
  // What is in no chain yet would be in no head.
  await chainAuditOf(db, id)
  return inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    // Nobody enters anything for it from here on, and whoever withdraws has done so or comes too late.
    const { rows } = await sql<{
      name: string
    }>`select name from organisations where id = ${id} for update`.execute(trx)
    const [found] = rows
    if (!found) throw notFound('organisation', id)
    const asked = await trx
      .selectFrom('organisation_deletions')
      .select(['due_at', 'asked_by_name'])
      .where('organisation_id', '=', id)
      .executeTakeFirst()
    if (onlyIfDue && !(asked && asked.due_at <= now)) return undefined
    await ensureNoObstacles(trx, id)
    const auditHead = await readAuditHead(trx, id)
    const deleted = { id, name: found.name, auditHead }
    await becomeName(trx, deleted, now)
    await removeAll(trx, id)
    auditOperator(trx, {
      deed: 'operator.organisationDelete',
      now,
      subjectKind: 'organisations',
      subjectId: id,
      after: { name: found.name, auditHead, askedBy: asked?.asked_by_name ?? '' },
    })
    return deleted
  })
}

/** Leaves a name where others have its id: with its partners, and in conversations. */
async function becomeName(trx: Transaction, { id, name }: DeletedOrganisation, now: Date): Promise<void> {
  const columns = await catalogOf(trx)
  const named = [...Map.groupBy(columns, ({ table }) => table)].flatMap(([table, of]) => {
    const tenant = tenantOf(of)
    if (tenant === undefined || table === 'partners') return []
    return of
      .filter((each) => each.type === 'text' && each.name.endsWith('_id') && each.generated !== 'stored')
      .map(
        (each) =>
          sql`select ${sql.ref(tenant)} as organisation_id from ${sql.table(table)} where ${sql.ref(each.name)} = ${id}`,
      )
  })
  await sql`
    insert into partners (organisation_id, id, name, name_key, is_named, created_at, updated_at)
    select found.organisation_id, ${id}::text, ${name}::text, ${nameKey(name)}::text, true, ${now}::timestamptz, ${now}::timestamptz
    from (${sql.join(named, sql` union `)}) found
    where found.organisation_id <> ${id} and exists (select from organisations o where o.id = found.organisation_id)
    on conflict do nothing`.execute(trx)
  // What waits for its word waits for nobody now.
  await sql`update records set confirmation = null where owner_id = ${id} and keeper_id <> ${id} and confirmation is not null`.execute(
    trx,
  )
  await sql`update storage_contracts set confirmation = null where owner_id = ${id} and storer_id <> ${id} and confirmation is not null`.execute(
    trx,
  )
  await sql`update files set organisations = array_remove(organisations, ${id}) where ${id} = any(organisations)`.execute(
    trx,
  )
  await sql`
    insert into deleted_organisations (id, name, deleted_at) values (${id}, ${name}, ${now})
    on conflict (id) do update set name = excluded.name, deleted_at = excluded.deleted_at`.execute(trx)
}

/** Tables in which an organisation's id does not make the row its own. */
const OF_OTHERS_TOO = new Set([
  'conversation_messages',
  'conversation_reports',
  'deleted_organisations',
  'organisations',
])
/** Columns, besides those by which rows belong to an organisation, that make a row go with it. */
const GOES_WITH: Record<string, string[]> = {
  confirmations: ['owner_id', 'storer_id'],
  counterparties: ['organisation_id', 'other_id'],
  event_streams: ['owner_id'],
  factor_challenges: ['provider_organisation_id'],
}

async function removeAll(trx: Transaction, id: string): Promise<void> {
  await sql`set local granary.organisation_deletion = 'on'`.execute(trx)
  // A sweep removes the bytes of files that are in no table.
  for (const table of ['files', 'organisation_exports'])
    await sql`
      insert into unfinished_files (storage_key, created_at)
      select storage_key, to_timestamp(0) from ${sql.table(table)} where organisation_id = ${id} and storage_key is not null
      on conflict do nothing`.execute(trx)
  await sql`delete from jobs where position(${id} in payload::text) > 0`.execute(trx)
  // Between two people of its own alone.
  const inner = sql`select c.id from conversations c where c.first_organisation_id = ${id} and c.second_organisation_id = ${id}`
  await sql`delete from conversation_messages where conversation_id in (${inner})`.execute(trx)
  await sql`delete from conversation_reports where conversation_id in (${inner}) or organisation_id = ${id}`.execute(
    trx,
  )
  await sql`delete from conversations c where c.first_organisation_id = ${id} and c.second_organisation_id = ${id}`.execute(
    trx,
  )
  const columns = await catalogOf(trx)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  for (const table of await inOrderOfReferences(trx, [...byTable.keys()])) {
    const of = byTable.get(table) ?? []
    const whose = GOES_WITH[table] ?? columnsOfTenant(of)
    if (OF_OTHERS_TOO.has(table) || whose.length === 0) continue
    const isTheirs = whose.map((column) => sql`${sql.ref(column)} = ${id}`)
    await sql`delete from ${sql.table(table)} where ${sql.join(isTheirs, sql` or `)}`.execute(trx)
  }
  // Triggers note what goes for searches, which nobody makes any more.
  await sql`delete from search_changes where organisation_id = ${id}`.execute(trx)
  await sql`delete from organisations where id = ${id}`.execute(trx)
}

function columnsOfTenant(columns: CatalogColumn[]): string[] {
  const tenant = tenantOf(columns)
  if (tenant !== undefined) return [tenant]
  return columns.some(({ name, type }) => name === 'organisation_id' && type === 'text')
    ? ['organisation_id']
    : []
}

function catalogOf(trx: Transaction): Promise<CatalogColumn[]> {
  return readColumns({ query: (text: string) => sql.raw(text).execute(trx) } as never)
}

/** Tables with those first that refer to others, so that nothing is deleted that something still refers to. */
async function inOrderOfReferences(trx: Transaction, tables: string[]): Promise<string[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct source.relname as "from", target.relname as "to" from pg_constraint k
    join pg_class source on source.oid = k.conrelid join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and source.oid <> target.oid`.execute(trx)
  const referrers = Map.groupBy(rows, ({ to }) => to)
  const sorted = new Set<string>()
  const visit = (table: string, path: string[]): void => {
    if (sorted.has(table) || path.includes(table)) return
    for (const { from } of referrers.get(table) ?? []) visit(from, [...path, table])
    sorted.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...sorted]
}
