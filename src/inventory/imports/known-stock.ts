import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { rowsById } from '../../db/rows-by-id.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { parseInstant } from '../../kernel/time.ts'
import { findCountry } from '../../system/countries/countries.ts'
import { balanceAt } from '../ledger/ledger.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import type { LabelledStock, NamedStock } from './stock-differences.ts'
import type { StockRow } from './stock-columns.ts'

/** Stock has no name of its own, so its rows are known again by all that they say. */

/** What a row is known again by. */
interface Fingerprints {
  fingerprint: string
  /** Those that it may have been remembered by before, when they held the instant at which its date begins. */
  older: string[]
}

/**
 * All that a row says about the stock. Its date is what it says, and not an instant, which another time zone would make another one.
 * Stock of no date is of the day it is first sent, so that it is known the next day.
 */
export function fingerprintsOf(
  { values }: StockRow,
  record: NewRecord | undefined,
  { timeZone, countryISO }: Actor,
): Fingerprints {
  if (!record) return { fingerprint: '', older: [] }
  const { commodityId, typeId, gradeId, variety, tagIds } = record.commodity
  const [place] = record.places
  const hashWith = (date: string | Date | undefined) => {
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
      date,
      values.reference?.toLowerCase() ?? '',
    ]
    return createHash('sha256').update(JSON.stringify(said)).digest('hex')
  }
  const { date } = values
  if (date === undefined) return { fingerprint: hashWith(''), older: [] }
  // An organisation that has changed its zone mostly had that of its country before.
  const zones = new Set([timeZone, findCountry(countryISO)?.timeZone ?? timeZone])
  return { fingerprint: hashWith(date), older: [...zones].map((zone) => hashWith(parseInstant(date, zone))) }
}

/** The caller's own records that rows name, by id. */
export async function findNamedStock(
  trx: Transaction,
  { organisationId, now }: Actor,
  rows: StockRow[],
): Promise<Map<string, NamedStock>> {
  const named = rows.map(({ values }) => recordNamed(values)).filter(isId)
  const { rows: found } = await sql<NamedStock>`
    select r.id, r.storage_id, s.name as storage_name, r.bay_id, b.name as bay_name, r.owner_id, r.owner_name, r.commodity_id,
      r.type_id, r.grade_id, r.variety, r.tag_ids, r.harvest_year, r.name, r.tags,
      ${balanceAt(sql`r.id`, now)}::bigint as grams
    from ${rowsById('records', named)} r left join storages s on s.id = r.storage_id left join bays b on b.id = r.bay_id
    where r.keeper_id = ${organisationId}`.execute(trx)
  return new Map(found.map((each) => [each.id, each]))
}

/** What the stock of rows is called, by the id of its record. */
export async function findLabels(trx: Transaction, ids: string[]): Promise<Map<string, LabelledStock>> {
  const { rows } = await sql<LabelledStock>`
    select id, owner_name, name, tags from records where id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map((each) => [each.id, each]))
}

/** The number of a record as a row gives it, which may have been in capitals; empty where it gives none. */
export function recordNamed({ record }: StockRow['values']): string {
  return record?.toLowerCase() ?? ''
}

/** The records that were entered for the same rows before, by fingerprint. */
export async function findEntered(
  trx: Transaction,
  { organisationId }: Actor,
  asked: Fingerprints[],
): Promise<Map<string, string>> {
  const all = asked.flatMap(({ fingerprint, older }) => [fingerprint, ...older])
  const { rows } = await sql<{ fingerprint: string; record_id: string }>`
    select encode(fingerprint, 'hex') as fingerprint, record_id from imported_stock
    where organisation_id = ${organisationId}
      and fingerprint = any(select decode(asked, 'hex') from unnest(${all}::text[]) as asked)`.execute(trx)
  const recordOf = new Map(rows.map((each) => [each.fingerprint, each.record_id]))
  return new Map(
    asked.flatMap(({ fingerprint, older }) => {
      const recordId = [fingerprint, ...older]
        .map((each) => recordOf.get(each))
        .find((id) => id !== undefined)
      return recordId === undefined ? [] : [[fingerprint, recordId] as const]
    }),
  )
}

/** Writes down which record each row became, so that the same row is known when it is sent again. Refused rows are not remembered. */
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
