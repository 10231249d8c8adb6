import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { rowsById } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import { parseInstant } from '../../kernel/time.ts'
import { findCountry } from '../../system/countries/countries.ts'
import type { ImportRequest } from '../../system/imports/imports.ts'
import { balanceAt, recordRow } from '../ledger/ledger.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import type { LabelledStock, StockByRecord } from './stock-differences.ts'
import type { StockRow } from './stock-columns.ts'
import { ownerOfRecord } from '../partners/party-names.ts'

/** Stock has no name of its own, so its rows are known again by all that they say. */

/** Fingerprints that identify a row when it comes again. */
export interface Fingerprints {
  fingerprint: string
  /** Those that it may have been remembered by before, when they held the instant at which its date begins. */
  older: string[]
  /** All that it says but its weight. */
  alike: string
  /** Null where it gives none. */
  referenceKey: string | null
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
  if (!record) return { fingerprint: '', older: [], alike: '', referenceKey: null }
  const { commodityId, typeId, gradeId, variety, tagIds } = record.commodity
  const [place] = record.places
  const hashWith = (date: string | Date | undefined, weight: number | null | undefined) => {
    const said = [
      place?.bayId,
      record.owner.id,
      commodityId,
      typeId,
      gradeId,
      variety.toLowerCase(),
      tagIds,
      record.body.harvestYear,
      weight,
      date,
      values.reference?.toLowerCase() ?? '',
    ]
    return createHash('sha256').update(JSON.stringify(said)).digest('hex')
  }
  const { date, reference } = values
  const kilograms = place?.weightKilograms
  const same = {
    alike: hashWith(date ?? '', null),
    referenceKey: reference === undefined ? null : nameKey(reference),
  }
  if (date === undefined) return { ...same, fingerprint: hashWith('', kilograms), older: [] }
  // An organisation that has changed its zone mostly had that of its country before.
  const zones = new Set([timeZone, findCountry(countryISO)?.timeZone ?? timeZone])
  const older = [...zones].map((zone) => hashWith(parseInstant(date, zone), kilograms))
  return { ...same, fingerprint: hashWith(date, kilograms), older }
}

/** The caller's own records that rows name, by id. */
export async function findNamedStock(
  trx: Transaction,
  { organisationId, now }: Actor,
  rows: StockRow[],
): Promise<Map<string, StockByRecord>> {
  const named = rows.map(({ values }) => recordNamed(values)).filter(isId)
  const { rows: found } = await sql<StockByRecord>`
    select r.id, r.storage_id, s.name as storage_name, r.bay_id, b.name as bay_name, r.owner_id, ${ownerOfRecord} as owner_name, r.commodity_id,
      r.type_id, r.grade_id, r.variety, r.tag_ids, r.harvest_year, r.name, r.tags,
      ${balanceAt(recordRow(sql`r`), now)}::bigint as grams
    from ${rowsById('records', named)} r left join storages s on s.id = r.storage_id left join bays b on b.id = r.bay_id
    where r.keeper_id = ${organisationId}`.execute(trx)
  return new Map(found.map((each) => [each.id, each]))
}

/** Finds the labels of the rows' stock, by the id of its record. */
export async function findLabels(trx: Transaction, ids: string[]): Promise<Map<string, LabelledStock>> {
  const { rows } = await sql<LabelledStock>`
    select id, name, tags from records where id = any(${ids}::uuid[])`.execute(trx)
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
  asked: Pick<Fingerprints, 'fingerprint' | 'older'>[],
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

/** Stock that was entered for a row before. */
export interface EnteredStock {
  fingerprint: string
  alike: string | null
  reference_key: string | null
  record_id: string
  /** Null where it was entered by a version that did not keep it. */
  posting_id: number | null
  grams: number | null
  import_id: string | null
  /** True if this very file entered it, perhaps as far as it came before it was cut off. */
  is_same_file: boolean
}

/** Finds stock entered for rows that are alike but for their weight, or that give the same reference. */
export async function findLike(
  trx: Transaction,
  { organisationId }: Actor,
  asked: Fingerprints[],
  sha256: Buffer,
): Promise<EnteredStock[]> {
  const alike = asked.flatMap((each) => (each.alike === '' ? [] : [each.alike]))
  const references = asked.flatMap(({ referenceKey }) => referenceKey ?? [])
  const { rows } = await sql<EnteredStock>`
    select encode(fingerprint, 'hex') as fingerprint, encode(alike, 'hex') as alike, reference_key, record_id, posting_id, grams, import_id,
      coalesce(sha256 = ${sha256}, false) as is_same_file
    from imported_stock
    where organisation_id = ${organisationId}
      and (alike = any(select decode(asked, 'hex') from unnest(${alike}::text[]) as asked) or reference_key = any(${references}::text[]))
    order by posting_id, fingerprint`.execute(trx)
  return rows
}

/** A row that was entered, and what it became. */
export interface Remembered extends Fingerprints {
  recordId: string
  postingId: number
  grams: number
}

/** Writes down which record each row became, so that the same row is known when it is sent again. Refused rows are not remembered. */
export async function rememberStock(
  trx: Transaction,
  { organisationId }: Actor,
  { importId, sha256 }: Pick<ImportRequest, 'importId' | 'sha256'>,
  entered: Remembered[],
): Promise<void> {
  if (entered.length === 0) return
  const rows = entered.map(({ fingerprint, alike, referenceKey, recordId, postingId, grams }) => ({
    fingerprint,
    alike,
    reference_key: referenceKey,
    record_id: recordId,
    posting_id: postingId,
    grams,
  }))
  await sql`
    insert into imported_stock (organisation_id, fingerprint, alike, reference_key, record_id, posting_id, grams, import_id, sha256)
    select ${organisationId}::uuid, decode(fingerprint, 'hex'), decode(alike, 'hex'), reference_key, record_id, posting_id, grams,
      ${importId}::uuid, ${sha256}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as stored (fingerprint text, alike text, reference_key text, record_id uuid, posting_id bigint, grams bigint)`.execute(
    trx,
  )
}

/** Forgets what was entered, where it has been taken back. */
export async function forgetStock(
  trx: Transaction,
  { organisationId }: Actor,
  postingIds: number[],
): Promise<void> {
  await sql`delete from imported_stock where organisation_id = ${organisationId} and posting_id = any(${postingIds}::bigint[])`.execute(
    trx,
  )
}
