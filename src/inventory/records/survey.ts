import { sql, type RawBuilder } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { holding, type HeldAhead } from '../ledger/ledger.ts'
import type { Arriving, PresentParcel } from './parcels.ts'
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

/** Stock that is to leave a record. */
export interface Leaving {
  /** One that is not there or not the caller's is missing in the answer. */
  recordId: string
  /** The bay that it goes to, or null. One that is not the caller's is missing in the answer. */
  bayId: number | null
  at: Date
}

interface Parameters {
  /** Of one, or arrays of the same length. */
  recordIds: unknown
  bayIds: unknown
  instants: unknown
  keeperId: string
}

/** What is asked for, as a table. PostgreSQL plans a look-up of one better than one of who knows how many. */
type Asked = (parameters: Parameters) => RawBuilder<unknown>
const theOne: Asked = ({ recordIds, bayIds, instants }) =>
  sql`(values (${recordIds}::uuid, ${bayIds}::bigint, ${instants}::timestamptz)) as asked (record_id, bay_id, at)`
const each: Asked = ({ recordIds, bayIds, instants }) =>
  sql`unnest(${recordIds}::uuid[], ${bayIds}::bigint[], ${instants}::timestamptz[]) as asked (record_id, bay_id, at)`

function lockingBays(asked: Asked) {
  return statement<Parameters, LockedBay>(
    (all) => sql`
      select b.id, b.name, b.storage_id as "storageId", s.name as "storageName"
      from bays b join storages s on s.id = b.storage_id and s.organisation_id = ${all.keeperId}::uuid
      where b.id = any(array(
        select r.bay_id from ${asked(all)} join records r on r.id = asked.record_id and r.keeper_id = ${all.keeperId}::uuid
        union all
        select bay_id from ${asked(all)}))
      order by b.id for update of b`,
  )
}

const columns = sql`, r.id, r.keeper_id, r.owner_id, r.owner_name, r.kind, r.source, r.commodity_id, r.type_id, r.grade_id,
  r.variety, r.tag_ids, r.harvest_year, r.segregation, r.tags, r.quality, b.next_due_at is not null as has_plans,
  (select c.capacity_grams from bay_capacities c where c.bay_id = r.bay_id and c.commodity_id = r.commodity_id) as capacity_grams`

/** Holds the caller's records among those asked for, and the parcels that their stock would join. */
function holdingConcerned(asked: Asked) {
  return holding<Parameters, SurveyedRecord>((all) => {
    const kept = sql`${asked(all)} join records r on r.id = asked.record_id and r.keeper_id = ${all.keeperId}::uuid`
    return sql`(select id, min(at) as at from (
      select r.id, asked.at from ${kept}
      union all
      select parcel.id, asked.at from ${kept} join records parcel on parcel.bay_id = asked.bay_id
        and parcel.owner_id = r.owner_id and parcel.commodity_id = r.commodity_id
        and parcel.harvest_year = r.harvest_year and parcel.segregation = r.segregation
      where parcel.keeper_id = ${all.keeperId}::uuid) as touched group by id)`
  }, columns)
}

const ofOne = { lockBays: lockingBays(theOne), hold: holdingConcerned(theOne) }
const ofMany = { lockBays: lockingBays(each), hold: holdingConcerned(each) }

/**
 * Locks what movements of stock touch and reads what their rules need, in one round trip: bays in the order of their ids,
 * then balances in the order of theirs, as every command does. What is locked for nothing, because the command refuses, is
 * the caller's own.
 *
 * @param leaving one at least
 */
export async function surveyStock(
  trx: Transaction,
  { organisationId: keeperId, now }: Actor,
  leaving: Leaving[],
): Promise<Survey> {
  const recordIds = leaving.map(({ recordId }) => recordId)
  const bayIds = leaving.map(({ bayId }) => bayId)
  const instants = leaving.map(({ at }) => at)
  const isOne = leaving.length === 1
  const { lockBays, hold } = isOne ? ofOne : ofMany
  const parameters = isOne
    ? { recordIds: recordIds[0], bayIds: bayIds[0], instants: instants[0], keeperId }
    : { recordIds, bayIds, instants, keeperId }
  const earliest = new Date(Math.min(...instants.map((at) => at.getTime())))
  const [bays, held] = await Promise.all([
    lockBays.rows(trx, parameters),
    hold(trx, parameters, { earliest, now }),
  ])
  return {
    bays: new Map(bays.map((bay) => [bay.id, bay])),
    held,
    records: new Map(held.rows.map((row) => [row.id, row])),
  }
}

/**
 * The parcels that arrivals join, of those that were surveyed: one each, or none where the bay knows none of its kind.
 * Answers undefined where something comes after one of them, so that what lay there then has to be asked for.
 */
export function presentParcels(
  { held }: Survey,
  arriving: Arriving[],
): (PresentParcel | undefined)[] | undefined {
  const bayIds = new Set(arriving.map(({ place }) => place.bayId))
  const parcels = new Map<string, PresentParcel>()
  for (const row of held.rows) {
    if (!bayIds.has(row.bay_id)) continue
    const grams = held.standing(row.id)
    if (grams === undefined) return undefined
    parcels.set(kindKey(row), { recordId: row.id, grams, ...descriptionOf(row) })
  }
  return arriving.map(
    ({
      place,
      arrival: {
        kind: { ownerId, commodityId, harvestYear, segregation },
      },
    }) =>
      parcels.get(
        kindKey({
          bay_id: place.bayId,
          owner_id: ownerId,
          commodity_id: commodityId,
          harvest_year: harvestYear,
          segregation,
        }),
      ),
  )
}

/** What parcels differ in: the bay, and what makes them unique there (records_parcel). */
function kindKey(
  kind: Pick<KeptRecord, 'bay_id' | 'owner_id' | 'commodity_id' | 'harvest_year' | 'segregation'>,
): string {
  return JSON.stringify([kind.bay_id, kind.owner_id, kind.commodity_id, kind.harvest_year, kind.segregation])
}
