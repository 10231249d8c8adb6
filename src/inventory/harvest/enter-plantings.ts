import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { harvestYearIn } from '../../system/countries/countries.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import type { CreateRecordBody } from '../records/bodies.ts'
import { insertPlantings, isLargerThanField } from '../movements/intakes/create-plantings.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import { resolveRecords } from '../movements/intakes/resolve-records.ts'

/** A planting as a body asks for it, judged. */
export interface JudgedPlanting {
  /** Undefined where the body has faults. */
  record: NewRecord | undefined
  faults: Fault[]
  /** The planting that is there already. */
  known: string | undefined
  /** The same for plantings that are the same: of one field, commodity, type, variety and harvest year, and of the owner that is named. */
  key: string
}

/** Judges the bodies of plantings, one field each, and finds those that are there already; in a few statements for all. */
export async function judgePlantings(
  trx: Transaction,
  actor: Actor,
  bodies: CreateRecordBody[],
): Promise<JudgedPlanting[]> {
  const resolved = await resolveRecords(trx, actor, bodies)
  const asked = bodies.map((body, index) => ({
    body,
    ownerId: body.owned ? null : (resolved[index]?.record?.owner.id ?? null),
  }))
  const same = await findSame(trx, actor, asked)
  return bodies.map((_body, index) => {
    const { record, faults = [] } = resolved[index] ?? {}
    const { key = '', id } = same[index] ?? {}
    // What is there already is not entered: a row that was right once is no fault since its field was split.
    const all = id ? faults.filter((each) => !isLargerThanField(each)) : faults
    return { record: all.length === 0 ? record : undefined, faults: all, known: id ?? undefined, key }
  })
}

/** Enters plantings with nothing wrong in them; those that are the same once. Answers the record of each key. */
export async function enterPlantings(
  trx: Transaction,
  actor: Actor,
  plantings: Pick<JudgedPlanting, 'record' | 'key'>[],
): Promise<Map<string, string>> {
  const fresh = new Map<string, NewRecord>()
  for (const { record, key } of plantings) if (record && !fresh.has(key)) fresh.set(key, record)
  if (fresh.size === 0) return new Map()
  const entered = (await insertPlantings(trx, actor, [...fresh.values()])).map(
    ([first]) => first?.recordId ?? '',
  )
  await appendEvents(
    trx,
    actor,
    entered.map((id) => ({
      type: 'record.created',
      subject: id,
      data: { ids: [id], movementIds: [], recordIds: [id] },
    })),
  )
  return new Map([...fresh.keys()].map((key, index) => [key, entered[index] ?? '']))
}

/** For each body, the planting that it would make a second time, of the owner that it names or else of any, and what makes it the same as others. */
async function findSame(
  trx: Transaction,
  { organisationId, countryISO }: Actor,
  asked: { body: CreateRecordBody; ownerId: string | null }[],
): Promise<{ key: string; id: string | null }[]> {
  const bodies = asked.map(({ body }) => body)
  const fieldIds = bodies.map(({ storage }) => storage?.[0]?.storageId ?? null)
  const { rows } = await sql<{ key: string; id: string | null }>`
    select jsonb_build_array(asked.field_id, asked.commodity_id, asked.type_id, lower(asked.variety), asked.harvest_year, asked.owner_id)::text as key,
      same.id
    from unnest(
      ${fieldIds.map((id) => (id !== null && isId(id) ? id : null))}::uuid[],
      ${bodies.map(({ commodity }) => commodity.id)}::integer[],
      ${bodies.map(({ commodity }) => commodity.type)}::integer[],
      ${bodies.map(({ commodity }) => tidied(commodity.variety ?? ''))}::text[],
      ${bodies.map(({ harvestYear }) => harvestYearIn(harvestYear, countryISO))}::text[],
      ${asked.map(({ ownerId }) => ownerId)}::text[]
    ) with ordinality as asked (field_id, commodity_id, type_id, variety, harvest_year, owner_id, place)
    left join lateral (
      select r.id from records r
      where r.storage_id = asked.field_id and r.keeper_id = ${organisationId} and r.source = 'planting'
        and r.harvest_year = asked.harvest_year and r.commodity_id = asked.commodity_id and r.type_id = asked.type_id
        and lower(r.variety) = lower(asked.variety)
      order by r.owner_id is distinct from asked.owner_id, r.created_at, r.id limit 1
    ) same on true
    order by asked.place`.execute(trx)
  return rows
}
