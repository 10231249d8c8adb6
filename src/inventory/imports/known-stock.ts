import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { balanceAt } from '../ledger/ledger.ts'
import type { NewRecord } from '../records/create-record.ts'
import type { StockRow } from './store-inventory.ts'

/** Stock has no name of its own, so its rows are known again by all that they say. */

/** All that a row says about the stock. Stock of no date is of the day it is first sent, so that it is known the next day. */
export function fingerprintOf({ values }: StockRow, record: NewRecord | undefined): string {
  if (!record) return ''
  const { commodityId, typeId, gradeId, variety, tagIds } = record.commodity
  const [place] = record.places
  const said = [
    place?.bayId,
    record.owner.id,
    commodityId,
    typeId,
    gradeId,
    variety.toLowerCase(),
    tagIds,
    record.body.harvestYear,
    place?.weightKilograms,
    values.date === undefined ? '' : record.effectiveAt,
    values.reference?.toLowerCase() ?? '',
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** Stock that is there: what the record that a row names has now, and nothing where the row was entered before by itself. */
export interface KnownStock {
  id: string
  grams?: number
}

/** The records that rows name, or that were entered for the same rows before. */
export async function findKnown(
  trx: Transaction,
  { organisationId, now }: Actor,
  rows: StockRow[],
  fingerprints: string[],
): Promise<(KnownStock | undefined)[]> {
  const named = rows.map(({ values }) => values.record?.toLowerCase() ?? '')
  const { rows: own } = await sql<{ id: string; grams: number }>`
    select id, ${balanceAt(sql`records.id`, now)}::bigint as grams from records
    where id = any(${named.filter(isId)}::uuid[]) and keeper_id = ${organisationId}`.execute(trx)
  const { rows: entered } = await sql<{ fingerprint: string; record_id: string }>`
    select encode(fingerprint, 'hex') as fingerprint, record_id from imported_stock
    where organisation_id = ${organisationId}
      and fingerprint = any(select decode(asked, 'hex') from unnest(${fingerprints}::text[]) as asked)`.execute(
    trx,
  )
  const byId = new Map(own.map((each) => [each.id, each]))
  const before = new Map(entered.map((each) => [each.fingerprint, { id: each.record_id }]))
  return named.map((id, index) => byId.get(id) ?? before.get(fingerprints[index] ?? ''))
}

export async function rememberStock(
  trx: Transaction,
  { organisationId }: Actor,
  entered: Map<string, { recordId: string } | Refusal>,
): Promise<void> {
  const stored = [...entered].flatMap(([fingerprint, result]) =>
    result instanceof Refusal ? [] : [[fingerprint, result.recordId] as const],
  )
  await sql`
    insert into imported_stock (organisation_id, fingerprint, record_id)
    select ${organisationId}::uuid, decode(fingerprint, 'hex'), record_id
    from unnest(${stored.map(([fingerprint]) => fingerprint)}::text[], ${stored.map(([, recordId]) => recordId)}::uuid[])
      as stored (fingerprint, record_id)`.execute(trx)
}
