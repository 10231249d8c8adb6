import { sql, type RawBuilder } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { holding, type HeldAhead } from '../ledger/ledger.ts'
import type { Arrival, PresentParcel } from './parcels.ts'
import { descriptionOf } from './parcels.ts'
import type { KeptRecord } from './places.ts'

/** A bay of the caller's own, locked. */
export interface LockedBay {
  id: number
  name: string
  storageId: string
  storageName: string
}

/** A record of the survey: a source, or a parcel of the same kind where stock is to go. */
export interface SurveyedRecord extends KeptRecord {
  /** Whether anything is planned for it. */
  has_plans: boolean
  /** What its bay may hold of its commodity; null where nobody has said. */
  capacity_grams: number | null
}

/** What a command that moves stock between bays knows and holds. */
export interface Survey {
  bays: Map<number, LockedBay>
  held: HeldAhead<SurveyedRecord>
  records: Map<string, SurveyedRecord>
}

interface Asked {
  /** Records that stock is taken from. Those that are not there or not the caller's are missing in the answer. */
  recordIds: string[]
  /** The bay that it goes to. One that is not the caller's is missing in the answer. */
  bayId: number | null
}

interface Parameters {
  /** One id, or an array of them. */
  recordIds: unknown
  bayId: number | null
  keeperId: string
}

/** How the records asked for are found: PostgreSQL plans a look-up of one better than one of who knows how many. */
type Among = (id: RawBuilder<unknown>, recordIds: unknown) => RawBuilder<unknown>
const isThe: Among = (id, recordId) => sql`${id} = ${recordId}::uuid`
const isOneOf: Among = (id, recordIds) => sql`${id} = any(${recordIds}::uuid[])`

function lockingBays(among: Among) {
  return statement<Parameters, LockedBay>(
    ({ recordIds, bayId, keeperId }) => sql`
      select b.id, b.name, b.storage_id as "storageId", s.name as "storageName"
      from bays b join storages s on s.id = b.storage_id and s.organisation_id = ${keeperId}::uuid
      where b.id = any(array_append(
        array(select r.bay_id from records r where ${among(sql`r.id`, recordIds)} and r.keeper_id = ${keeperId}::uuid),
        ${bayId}::bigint))
      order by b.id for update of b`,
  )
}

const columns = sql`, r.id, r.keeper_id, r.owner_id, r.owner_name, r.kind, r.source, r.commodity_id, r.type_id, r.grade_id,
  r.variety, r.tag_ids, r.harvest_year, r.segregation, r.tags, r.quality, b.next_due_at is not null as has_plans,
  (select c.capacity_grams from bay_capacities c where c.bay_id = r.bay_id and c.commodity_id = r.commodity_id) as capacity_grams`

/** Holds the caller's records among those asked for, and the parcels that their stock would join. */
function holdingConcerned(among: Among) {
  return holding<Parameters, SurveyedRecord>(({ recordIds, bayId, keeperId }) => {
    const kept = sql`${among(sql`r.id`, recordIds)} and r.keeper_id = ${keeperId}::uuid`
    return sql`(
      select r.id from records r where ${kept}
      union
      select parcel.id from records r join records parcel on parcel.bay_id = ${bayId}::bigint
        and parcel.owner_id = r.owner_id and parcel.commodity_id = r.commodity_id
        and parcel.harvest_year = r.harvest_year and parcel.segregation = r.segregation
      where ${kept} and parcel.keeper_id = ${keeperId}::uuid)`
  }, columns)
}

const ofOne = { lockBays: lockingBays(isThe), hold: holdingConcerned(isThe) }
const ofMany = { lockBays: lockingBays(isOneOf), hold: holdingConcerned(isOneOf) }

/**
 * Locks what a movement of stock touches and reads what its rules need, in one round trip: bays in the order of their ids,
 * then balances in the order of theirs, as every command does. What is locked for nothing, because the command refuses, is
 * the caller's own.
 */
export async function surveyStock(
  trx: Transaction,
  { organisationId, now }: Actor,
  { recordIds, bayId }: Asked,
  at: Date,
): Promise<Survey> {
  const isOne = recordIds.length === 1
  const { lockBays, hold } = isOne ? ofOne : ofMany
  const parameters = { recordIds: isOne ? recordIds[0] : recordIds, bayId, keeperId: organisationId }
  const [bays, held] = await Promise.all([lockBays.rows(trx, parameters), hold(trx, parameters, { at, now })])
  return {
    bays: new Map(bays.map((bay) => [bay.id, bay])),
    held,
    records: new Map(held.rows.map((row) => [row.id, row])),
  }
}

/**
 * The parcels that arrivals join, of those that were surveyed: one each, or none where the bay knows none of its kind.
 * Answers undefined where something comes after the arrivals, so that what lay there then has to be asked for.
 */
export function presentParcels(
  { held }: Survey,
  bayId: number,
  arrivals: Arrival[],
): (PresentParcel | undefined)[] | undefined {
  const inBay = held.rows.filter((row) => row.bay_id === bayId)
  const parcels = new Map<string, PresentParcel>()
  for (const row of inBay) {
    const grams = held.standing(row.id)
    if (grams === undefined) return undefined
    parcels.set(kindKey(row), { recordId: row.id, grams, ...descriptionOf(row) })
  }
  return arrivals.map(({ kind: { ownerId, commodityId, harvestYear, segregation } }) =>
    parcels.get(
      kindKey({ owner_id: ownerId, commodity_id: commodityId, harvest_year: harvestYear, segregation }),
    ),
  )
}

/** What parcels of one bay differ in: the same that makes them unique there (records_parcel). */
function kindKey(
  kind: Pick<KeptRecord, 'owner_id' | 'commodity_id' | 'harvest_year' | 'segregation'>,
): string {
  return JSON.stringify([kind.owner_id, kind.commodity_id, kind.harvest_year, kind.segregation])
}
