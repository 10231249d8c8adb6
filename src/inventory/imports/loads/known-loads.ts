import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import type { ImportRequest } from '../../../system/imports/imports.ts'
import type { LoadRow } from './load-columns.ts'
import type { LoadKind } from './load-rules.ts'

/** Loads that were entered before: by the number of their ticket, whoever entered them, or by all that a row without one says. */

/** A movement as far as a row can say otherwise of it. */
export interface KnownLoad {
  id: number
  record_id: string
  effective_at: Date
  weight_grams: number
  full_grams: number | null
  empty_grams: number | null
  sender_id: string | null
  receiver_id: string | null
  receiver_name: string | null
  driver_name: string | null
  vehicle_registration: string | null
  contract_reference: string | null
  storage_contract_id: string | null
  from_storage_id: string | null
  from_bay_id: number | null
  to_storage_id: string | null
  to_bay_id: number | null
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  harvest_year: string
  /** Per cent, as it was measured; null where it was not. */
  moisture: number | null
}

const known = sql`
  select m.id, m.record_id, m.effective_at, m.weight_grams, m.full_grams, m.empty_grams, m.sender_id, m.receiver_id, m.receiver_name,
    m.driver_name, m.vehicle_registration, m.contract_reference, m.storage_contract_id, source.storage_id as from_storage_id,
    source.bay_id as from_bay_id, target.storage_id as to_storage_id, target.bay_id as to_bay_id, m.commodity_id, m.type_id, m.grade_id,
    m.variety, own.harvest_year,
    coalesce(m.harvest_moisture_percentage::float8, (m.quality -> 'Moisture' ->> 'value')::float8) as moisture
  from movements m
  join records own on own.id = m.record_id
  left join records source on source.id = m.source_record_id
  left join records target on target.id = m.destination_record_id`

/** How movements of a kind are told from others. */
const kinds: Record<LoadKind, ReturnType<typeof sql>> = {
  intake: sql`m.type = 'intake'`,
  harvest_load: sql`m.type = 'internal' and source.source = 'planting'`,
  internal: sql`m.type = 'internal' and source.source <> 'planting'`,
  outbound: sql`m.type = 'outbound'`,
}

/**
 * The loads that have a ticket's number: of the same kind, into the same store where they come in, and out of it where they leave. Several
 * where one lorry was entered in parts.
 */
export async function findTicket(
  trx: Transaction,
  { organisationId }: Actor,
  { kind, storageId, ticket }: { kind: LoadKind; storageId: string; ticket: string },
): Promise<KnownLoad[]> {
  const place = kind === 'intake' || kind === 'harvest_load' ? sql`target.storage_id` : sql`source.storage_id`
  const { rows } = await sql<KnownLoad>`
    ${known}
    where m.organisation_id = ${organisationId} and lower(m.load_reference) = lower(${ticket}) and m.status <> 'deleted'
      and ${kinds[kind]} and ${place} = ${storageId}
    order by m.id`.execute(trx)
  return rows
}

/** What is told by a row without a ticket: of two that say the same in all of it, the second is another load. */
export class Unticketed {
  readonly #places = new Map<number, number>()

  constructor(rows: LoadRow[]) {
    const counts = new Map<string, number>()
    for (const row of rows.toSorted((a, b) => a.number - b.number)) {
      const said = saidBy(row)
      const place = (counts.get(said) ?? 0) + 1
      counts.set(said, place)
      this.#places.set(row.number, place)
    }
  }

  /** What a row is known again by: all that it says, and how often that was said above it. */
  fingerprintOf(row: LoadRow, kind: LoadKind, grams: number): string {
    const said = ['load', kind, grams, saidBy(row), this.#places.get(row.number) ?? 1]
    return createHash('sha256').update(JSON.stringify(said)).digest('hex')
  }

  /** Whether a row above it says the same. */
  isRepeated({ number }: LoadRow): boolean {
    return (this.#places.get(number) ?? 1) > 1
  }
}

/** All that a row says, whatever the case of its words and the order of its columns. */
export function saidBy({ values }: LoadRow): string {
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? nameKey(value) : value,
  ])
  return JSON.stringify(said.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

/** The load that was entered for a row before; undefined where none was, or where it was deleted since. */
export async function findUnticketed(
  trx: Transaction,
  { organisationId }: Actor,
  fingerprint: string,
): Promise<KnownLoad | undefined> {
  const { rows } = await sql<KnownLoad>`
    ${known} join imported_stock i on i.posting_id = m.id
    where i.organisation_id = ${organisationId} and i.fingerprint = decode(${fingerprint}, 'hex') and m.status <> 'deleted'`.execute(
    trx,
  )
  return rows[0]
}

/** Writes down which load a row without a ticket became, so that it is known when it is sent again. */
export async function rememberLoad(
  trx: Transaction,
  { organisationId }: Actor,
  { importId, sha256 }: Pick<ImportRequest, 'importId' | 'sha256'>,
  { fingerprint, recordId, id, grams }: { fingerprint: string; recordId: string; id: number; grams: number },
): Promise<void> {
  await sql`
    insert into imported_stock (organisation_id, fingerprint, record_id, posting_id, grams, import_id, sha256)
    values (${organisationId}::uuid, decode(${fingerprint}, 'hex'), ${recordId}::uuid, ${id}, ${grams}, ${importId}::uuid, ${sha256})
    on conflict (organisation_id, fingerprint) do update
      set record_id = excluded.record_id, posting_id = excluded.posting_id, grams = excluded.grams, import_id = excluded.import_id,
        sha256 = excluded.sha256`.execute(trx)
}
