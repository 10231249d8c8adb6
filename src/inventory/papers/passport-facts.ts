import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import type { Address } from '../../system/locations/schema.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { formatDate } from '../../kernel/time.ts'
import { findHauliers } from '../orders/find-hauliers.ts'
import { haulageNumbersOn } from '../partners/assurance-rules.ts'
import { holdsAgainst } from '../ledger/ledger.ts'
import { findHoldsOfBays, refuseHeld } from '../stock/holds.ts'
import { readMovementTrace } from '../movements/trace-movement.ts'
import { sharesOf } from '../records/trace/trace-record.ts'
import type { MadeOf } from '../records/trace/trace-schema.ts'
import type { PassportFacts } from './facts.ts'
import type { PaperNow } from './store-paper.ts'
import { measuredOf, readLoad, type PaperLoad } from './load-facts.ts'

/** More than a heap that was never emptied has; they fill some thirty pages. */
const MOST_ORIGINS = 1500

/**
 * Collects what the book knows for the passport of a lorry's load: the load, where it lay, the notes on that bay, what it is made of, and what
 * the lorry carried before.
 *
 * @throws Refusal `not_found`; `on_hold` for a load that a hold is against and that nobody let go
 */
export async function passportNow(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<PaperNow<'passport'>> {
  const { load, traces, stores, haulier, earlierLoads, measured } = await inOneMoment(db, async (moment) => {
    const read = await readLoad(moment, actor, id)
    await refuseHeldLoad(moment, actor, read)
    const { movements, facts } = read
    return {
      load: read,
      traces: await Promise.all(movements.map((each) => readMovementTrace(moment, actor, String(each.id)))),
      stores: await findStores(moment, actor, read),
      haulier: await findHaulier(moment, actor, read),
      earlierLoads: await findEarlierLoads(moment, actor, read),
      measured: facts.measured.length > 0 ? facts.measured : await measuredOfSource(moment, read),
    }
  })
  const { facts, movements, subject } = load
  const parts: MadeOf[] = []
  for (const tell of traces) parts.push(...(await tell()).madeOf)
  const all = originsOf(parts)
  return {
    kind: 'passport',
    subject,
    storageId: movements[0]?.inventory.storage.source.storageId || null,
    facts: {
      ...facts,
      measured,
      contractReference: facts.contract ?? '',
      stores,
      origins: all.slice(0, MOST_ORIGINS),
      originsLeftOut: Math.max(0, all.length - MOST_ORIGINS),
      ...(haulier && { haulier }),
      earlierLoads,
    },
    // What was measured or noted since makes another passport, as a correction of the load does.
    basis: [
      load.basis,
      measured,
      stores.map(({ notes }) => notes),
      all.map(({ weight }) => weight),
      // What was printed before there were fumigations says the same as ever.
      ...stores.flatMap(({ fumigations }) => fumigations ?? []),
    ],
  }
}

/** No passport goes with a load that may not leave. One that had left before the hold was entered has its passport. */
async function refuseHeldLoad(db: Kysely<Tables>, actor: Actor, { movements }: PaperLoad): Promise<void> {
  for (const { status, holdOverride, movementDateISO, inventory } of movements) {
    const { type, substorageId: bayId } = inventory.storage.source
    if (status === 'deleted' || holdOverride !== undefined || type !== 'store') continue
    const moment = new Date(movementDateISO)
    const at = moment.getTime()
    const holds = await findHoldsOfBays(db, actor.organisationId, [bayId], moment)
    const side = { direction: 'out' as const, bayId, recordId: inventory.recordId, at }
    const against = holdsAgainst(side, holds).filter((hold) => hold.createdAt <= at || moment > actor.now)
    refuseHeld(
      actor,
      against.map((hold) => ({ hold, direction: side.direction })),
    )
  }
}

/** Merges origins that several parts of a load have in common; heaviest first. */
function originsOf(parts: MadeOf[]): PassportFacts['origins'] {
  const key = ({ fieldName, organisationName, reason, variety, type }: MadeOf) =>
    JSON.stringify([type, fieldName || organisationName || reason, variety])
  const merged = [...Map.groupBy(parts, key).values()].map((own) => {
    const {
      fieldName = '',
      organisationName = '',
      reason = '',
      variety = '',
      movementDateUTC = '',
    } = own[0] ?? {}
    return {
      name: fieldName || organisationName || reason,
      variety,
      at: movementDateUTC,
      grams: own.reduce((sum, { weight }) => sum + Math.round(weight * 1000), 0),
    }
  })
  const sorted = merged.sort((a, b) => b.grams - a.grams)
  const shares = sharesOf(sorted.map(({ grams }) => grams))
  return sorted.map(({ grams, ...origin }, index) => ({
    ...origin,
    weight: grams / 1000,
    share: shares[index] ?? 0,
  }))
}

/** Reasons for notes on a bay that a buyer asks about: cleaned, looked at, fumigated, baited, measured, pests, water, certified. */
const TOLD_REASONS = [101, 102, 103, 104, 105, 106, 107, 108, 112]
/** Older than a harvest and a half says nothing of this grain. */
const NOTES_DAYS = 550

async function findStores(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  { movements }: PaperLoad,
): Promise<PassportFacts['stores']> {
  const sources = movements.map(({ inventory, movementDateISO }) => ({
    ...inventory.storage.source,
    at: movementDateISO,
  }))
  const own = sources.filter(({ type }) => type === 'store')
  const recordIds = movements.map(({ inventory }) => inventory.recordId)
  const bays = [...new Map(own.map((each) => [`${each.storageId}/${each.substorageId}`, each])).values()]
  const stores = []
  for (const { storageId, substorageId, at } of bays) {
    const { rows } = await sql<{
      name: string
      bay: string
      address: Address
      notes: NoteRow[]
      fumigations: FumigationRow[]
    }>`
      select s.name, coalesce((select b.name from bays b where b.id = ${substorageId}), '') as bay,
        s.location->'address' as address, coalesce((select jsonb_agg(latest.told order by latest.at) from (
          select distinct on (n.reason_id) n.created_at as at, jsonb_build_object('reasonId', n.reason_id, 'note', n.note, 'at', n.created_at) as told
          from storage_notes n where n.storage_id = s.id and s.organisation_id = ${organisationId}
            and (n.bay_id is null or n.bay_id = ${substorageId}) and n.reason_id = any(${TOLD_REASONS}::int[])
            and n.created_at <= greatest(${at}::timestamptz, n.created_at - interval '1 day')
            and n.created_at > ${at}::timestamptz - make_interval(days => ${NOTES_DAYS})
          order by n.reason_id, n.created_at desc) latest), '[]') as notes, coalesce((
          select jsonb_agg(jsonb_build_object('product', h.product, 'dose', h.dose, 'at', h.begins_at, 'airedAt', h.aired_at) order by h.begins_at, h.id)
          from holds h where h.organisation_id = ${organisationId} and h.bay_id = ${substorageId} and h.product is not null
            and (h.record_id is null or h.record_id = any(${recordIds}::uuid[]))
            and h.begins_at <= ${at} and h.begins_at > ${at}::timestamptz - make_interval(days => ${NOTES_DAYS})), '[]') as fumigations
      from storages s where s.id = ${storageId}::uuid`.execute(db)
    for (const { name, bay, address, notes, fumigations } of rows)
      stores.push({
        name: [name, bay].filter(Boolean).join(', '),
        address: addressLine(address),
        notes: notes.map(({ reasonId, note, at: noted }) => ({
          reasonId,
          reason: findReason('storage-note', reasonId)?.description ?? '',
          note: note.slice(0, 80),
          at: new Date(noted).toISOString(),
        })),
        ...(fumigations.length > 0 && {
          fumigations: fumigations.map(({ airedAt, at: began, ...fumigation }) => ({
            ...fumigation,
            at: new Date(began).toISOString(),
            airedAt: airedAt === null ? '' : new Date(airedAt).toISOString(),
          })),
        }),
      })
  }
  return stores
}

interface FumigationRow {
  product: string
  dose: string
  at: string
  airedAt: string | null
}

interface NoteRow {
  reasonId: number
  note: string
  at: string
}

function addressLine({ line1, line2, line3, city, region, postcode }: Address): string {
  return [line1, line2, line3, city, region, postcode].filter(Boolean).join(', ')
}

/** Finds who carries the load, and by what they are assured on its day: a number that has ended is none. */
async function findHaulier(
  db: Kysely<Tables>,
  actor: Actor,
  { movements: [first], facts }: PaperLoad,
): Promise<PassportFacts['haulier']> {
  if (!first) return undefined
  const [haulier] = await findHauliers(db, actor, [
    { vehicle: facts.vehicle, orderId: first.order?.id ?? null },
  ])
  if (!haulier) return undefined
  const day = formatDate(new Date(first.movementDateISO), actor.timeZone)
  return { name: haulier.name, numbers: haulageNumbersOn(haulier, day) }
}

/** Finds the loads that the lorry carried for the caller before this one, newest first: each moment once, whatever the load was. */
async function findEarlierLoads(
  db: Kysely<Tables>,
  { organisationId, countryISO }: Actor,
  { movements: [first], facts }: PaperLoad,
): Promise<PassportFacts['earlierLoads']> {
  if (!first || facts.vehicle === '') return []
  const { rows } = await sql<{ at: Date; commodity_id: number }>`
    select m.effective_at as at, m.commodity_id from movements m
    where m.organisation_id = ${organisationId} and m.vehicle_registration is not null and m.status <> 'deleted'
      and plate_key(m.vehicle_registration) = plate_key(${facts.vehicle}::text)
      and (m.effective_at, m.id) < (${first.movementDateISO}::timestamptz, ${first.id})
      and (m.ticket_id is null or m.ticket_id is distinct from ${first.ticket?.id ?? null}::uuid)
    group by m.effective_at, m.commodity_id order by m.effective_at desc limit 3`.execute(db)
  return rows.map(({ at, commodity_id }) => ({
    at: at.toISOString(),
    commodityId: commodity_id,
    commodity: namedCommodity(countryISO, commodity_id).name,
  }))
}

/** Reads the sampled measurements of the parcel that a load was taken from; several parcels have no single figure. */
async function measuredOfSource(
  db: Kysely<Tables>,
  { movements }: PaperLoad,
): Promise<PassportFacts['measured']> {
  const [only] = movements
  if (!only || movements.length > 1) return []
  const row = await db
    .selectFrom('records')
    .select('quality')
    .where('id', '=', only.inventory.recordId)
    .executeTakeFirst()
  return measuredOf({ quality: (row?.quality ?? {}) as Parameters<typeof measuredOf>[0]['quality'] })
}
