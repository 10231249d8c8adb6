import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { BlendPreview, Rehearsal } from '../../http/validate/rehearsal.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { MIXED_TYPE } from '../../system/commodities/catalogue.ts'
import { findSpecifications } from '../../system/commodities/reads.ts'
import { findRunningContracts } from '../contracts/running-contracts.ts'
import { ownerOfRecord } from '../partners/party-names.ts'
import { blend, type Lot } from '../stock/blend-rules.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { blendTerms } from '../stock/merge-stock.ts'
import { compareWithSpecification } from '../stock/specification-rules.ts'
import type { MovementAcknowledgement } from '../loads/schema.ts'

/**
 * Runs a command that makes movements to one place and takes it back, as `rehearseConflicts` does, and says besides what lies together then: in the
 * bay, or on the lorry.
 */
export async function rehearseMovements(
  trx: Transaction,
  now: Date,
  command: () => Promise<unknown>,
  caller: Pick<Actor, 'organisationId' | 'countryISO' | 'language' | 'units'>,
): Promise<{ result: unknown; rehearsal: Rehearsal }> {
  let lot: BlendPreview | undefined
  const { result, rehearsal } = await rehearseConflicts(
    trx,
    now,
    async () => {
      const done = await command()
      // All operations that use this answer an acknowledgement.
      const { ids = [] } = done as MovementAcknowledgement
      lot = await readBlend(trx, { ...caller, now }, await findLoads(trx, caller.organisationId, ids))
      return done
    },
    caller,
  )
  return { result, rehearsal: { ...rehearsal, ...(lot && { blend: lot }) } }
}

/** Grain on its way into the blend, or that lies there already. */
interface PartRow {
  record_id: string
  name: string
  place: string
  owner_id: string
  owner_name: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  quality: Lot['quality']
  uncleaned_share: number
  grams: number
}

interface LoadRow extends PartRow {
  keeper_id: string
  country_iso: string
  at: Date
  destination_record_id: string | null
  is_outbound: boolean
}

/** Reads the blend of movements that were made just now; undefined where nobody has weighed any of them. */
async function readBlend(
  trx: Transaction,
  caller: Pick<Actor, 'countryISO' | 'language' | 'now'>,
  made: LoadRow[],
): Promise<BlendPreview | undefined> {
  const { now } = caller
  const loads = made.filter(({ grams }) => grams > 0)
  const [first] = loads
  if (!first) return undefined
  const heaps = first.is_outbound ? [] : await findHeaps(trx, now, first, loads)
  const there = heaps.map((heap) => ({ ...heap, grams: heap.grams - arrivedIn(heap, loads) }))
  const parts = [
    ...there.filter(({ grams }) => grams > 0).map((row) => ({ row, isThere: true })),
    ...loads.map((row) => ({ row, isThere: false })),
  ]
  const [only, ...others] = heaps
  // What has come is called what the book calls it; what is to come, what it would be called.
  const isKnown = only !== undefined && others.length === 0 && first.at <= now
  const lot = isKnown ? lotOf(only) : blendOf(parts.map(({ row }) => row))
  const grams = parts.reduce((sum, { row }) => sum + row.grams, 0)
  const owners = [...Map.groupBy(parts, ({ row }) => row.owner_id)]
  return {
    place: first.is_outbound ? 'lorry' : 'bay',
    weight: kilogramsFromGrams(grams),
    ...describe(first, lot),
    parts: parts.map(({ row, isThere }) => ({
      recordId: row.record_id,
      name: stockNameFor(row.name, caller),
      place: row.place,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      weight: kilogramsFromGrams(row.grams),
      share: Math.round((row.grams / grams) * 100_000) / 1000,
      isThere,
    })),
    owners: owners.map(([id, own]) => ({
      id,
      name: own[0]?.row.owner_name ?? '',
      weight: kilogramsFromGrams(own.reduce((sum, { row }) => sum + row.grams, 0)),
    })),
    contracts: await findRunningContracts(trx, {
      storerId: first.keeper_id,
      ownerIds: owners.map(([id]) => id),
      commodityIds: [...new Set(parts.map(({ row }) => row.commodity_id))],
      at: first.at,
    }),
  }
}

/** Describes a blend with its measurements, and compares it with each grade; of two commodities nothing can be stated. */
function describe(
  { commodity_id: commodityId, country_iso: countryISO }: LoadRow,
  lot: Lot | undefined,
): Pick<BlendPreview, 'commodity' | 'type' | 'grade' | 'variety' | 'quality' | 'judgements'> {
  if (!lot) {
    const none = { id: 0, name: '' }
    return { commodity: none, type: none, grade: none, variety: '', quality: [], judgements: [] }
  }
  const ofType = lot.typeId === MIXED_TYPE ? {} : { typeId: lot.typeId }
  return {
    commodity: namedCommodity(countryISO, commodityId),
    type: namedType(lot.typeId),
    grade: namedGrade(lot.gradeId),
    variety: lot.variety,
    quality: Object.entries(lot.quality).map(([name, { value, metric }]) => ({ name, value, metric })),
    judgements: findSpecifications({ countryISO, commodityId, ...ofType }).map((each) =>
      compareWithSpecification(lot.quality, each),
    ),
  }
}

function blendOf(rows: PartRow[]): Lot | undefined {
  if (new Set(rows.map((row) => row.commodity_id)).size !== 1) return undefined
  return rows
    .map(lotOf)
    .reduce((heap, lot) => ({ ...blend(heap, lot, blendTerms).description, grams: heap.grams + lot.grams }))
}

function lotOf(row: PartRow): Lot {
  return {
    typeId: row.type_id,
    gradeId: row.grade_id,
    variety: row.variety,
    tagIds: row.tag_ids,
    quality: row.quality,
    uncleanedShare: row.uncleaned_share,
    grams: row.grams,
  }
}

function arrivedIn({ record_id: id }: PartRow, loads: LoadRow[]): number {
  return loads.reduce((sum, load) => sum + (load.destination_record_id === id ? load.grams : 0), 0)
}

const nameOfPlace = sql`concat_ws(', ', (select s.name from storages s where s.id = r.storage_id), (select b.name from bays b where b.id = r.bay_id))`

/** Movements with what they carry, as their rows say it, and what it is taken from. */
async function findLoads(trx: Transaction, organisationId: string, ids: string[]): Promise<LoadRow[]> {
  const { rows } = await sql<LoadRow>`
    select r.id as record_id, r.name, ${nameOfPlace} as place, r.owner_id, ${ownerOfRecord} as owner_name,
      m.commodity_id, m.type_id, m.grade_id, m.variety, m.tag_ids, m.quality, m.uncleaned_share, m.weight_grams as grams,
      m.organisation_id as keeper_id, keeper.country_iso, m.effective_at as at, m.destination_record_id, m.type = 'outbound' as is_outbound
    from movements m join records r on r.id = m.source_record_id join organisations keeper on keeper.id = m.organisation_id
    where m.organisation_id = ${organisationId} and m.id = any(${ids}::bigint[])
    order by m.id`.execute(trx)
  return rows
}

/** Finds the stock in the bay once the loads have come: for a moment that is over, the stock that is there now. */
async function findHeaps(
  trx: Transaction,
  now: Date,
  { keeper_id, at }: LoadRow,
  loads: LoadRow[],
): Promise<PartRow[]> {
  const ids = [...new Set(loads.flatMap((load) => load.destination_record_id ?? []))]
  const moment = at > now ? at : now
  const { rows } = await sql<PartRow>`
    select r.id as record_id, r.name, ${nameOfPlace} as place, r.owner_id, ${ownerOfRecord} as owner_name,
      r.commodity_id, r.type_id, r.grade_id, r.variety, r.tag_ids, r.quality, r.uncleaned_share,
      ledger_balance_at(r.keeper_id, r.id, ${moment}) as grams
    from records r where r.keeper_id = ${keeper_id} and r.id = any(${ids}::uuid[]) order by r.id`.execute(trx)
  return rows
}
