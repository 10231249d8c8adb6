import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { reasonOfLoss } from '../records/loss-reasons.ts'
import { readFigures, type ParcelFigures, type FlowRow, type ParcelRow } from './figures.ts'
import { readOpenItems } from './open-items.ts'
import { findContractDays } from './register.ts'
import { inKilograms, registerOf, totalOf } from './register-rules.ts'
import type { PeriodFigures, PeriodLine, PeriodLoss } from './schema.ts'
import type { ClosingSpan } from './open-items.ts'

/** The statement of a period: the figures that somebody signs. */

/** Of a period, its instants and the days that they are. */
export interface PeriodSpan extends ClosingSpan {
  firstDay: string | null
  lastDay: string
}

/** Reads the figures of a period as the books have them now, and what is still open. */
export async function readPeriodFigures(
  db: Kysely<Tables>,
  actor: Actor,
  span: PeriodSpan,
): Promise<PeriodFigures> {
  const { organisationId, timeZone } = actor
  const figures = await readFigures(db, { organisationId, timeZone, ...span })
  const contracts = await findContractDays(db, actor)
  return {
    totals: totalsOf(actor, span, figures, contracts),
    lines: figures.parcels.map((parcel) => lineOf(actor, parcel, figures.flows)),
    losses: lossesOf(actor, figures),
    earlier: await readEarlier(db, actor, span),
    open: await readOpenItems(db, actor, span),
  }
}

function totalsOf(
  { organisationId, countryISO }: Actor,
  { lastDay }: PeriodSpan,
  { parcels, flows }: ParcelFigures,
  contracts: Awaited<ReturnType<typeof findContractDays>>,
): PeriodFigures['totals'] {
  // As one day, however long the period is: only its last day is asked for what lies under contract.
  const inOneDay = { parcels, flows: flows.map((flow) => ({ ...flow, day: lastDay })) }
  return registerOf(organisationId, [lastDay], inOneDay, contracts).map(({ commodityId, lines }) => ({
    commodity: namedCommodity(countryISO, commodityId),
    ...inKilograms(totalOf(lines)),
  }))
}

function lineOf({ organisationId, countryISO }: Actor, parcel: ParcelRow, flows: FlowRow[]): PeriodLine {
  const own = flows.filter(({ record_id }) => record_id === parcel.id)
  const sum = (kind: FlowRow['kind'], isWanted: (grams: number) => boolean = () => true) =>
    own
      .filter((flow) => flow.kind === kind && isWanted(flow.grams))
      .reduce((total, { grams }) => total + grams, 0)
  const sums = {
    opening: parcel.opening,
    cameIn: sum('in'),
    movedIn: sum('moved', (grams) => grams > 0),
    wentOut: -sum('out') || 0,
    movedOut: -sum('moved', (grams) => grams < 0) || 0,
    lost: -sum('lost') || 0,
    found: sum('found'),
    closing: parcel.closing,
  }
  const changed = sums.cameIn + sums.movedIn - sums.wentOut - sums.movedOut - sums.lost + sums.found
  if (sums.opening + changed !== sums.closing)
    throw new Error(`a period does not add up: ${sums.opening} + ${changed} is not ${sums.closing}`)
  return {
    recordId: parcel.id,
    storageId: parcel.storage_id,
    storage: parcel.storage_name,
    substorageId: parcel.bay_id,
    substorage: parcel.bay_name,
    ownerId: parcel.owner_id,
    owner: parcel.owner_name,
    owned: parcel.owner_id === organisationId,
    commodity: namedCommodity(countryISO, parcel.commodity_id),
    type: namedType(parcel.type_id),
    grade: namedGrade(parcel.grade_id),
    variety: parcel.variety,
    harvestYear: parcel.harvest_year,
    ...inKilograms(sums),
  }
}

function lossesOf({ organisationId, countryISO }: Actor, { parcels, flows }: ParcelFigures): PeriodLoss[] {
  const parcelOf = new Map(parcels.map((parcel) => [parcel.id, parcel]))
  const sums = new Map<string, PeriodLoss & { grams: number }>()
  for (const { record_id, kind, reason_id, grams } of flows) {
    const parcel = parcelOf.get(record_id)
    if (!parcel || (kind !== 'lost' && kind !== 'found')) continue
    const { reasonId, reason, payer: bearer } = reasonOfLoss(reason_id)
    const payer = kind === 'found' || parcel.owner_id === organisationId ? '' : bearer
    const key = JSON.stringify([kind, parcel.commodity_id, reasonId, payer])
    const sum = sums.get(key) ?? {
      kind: kind === 'lost' ? 'loss' : 'gain',
      commodity: namedCommodity(countryISO, parcel.commodity_id),
      reasonId,
      reason,
      payer,
      weight: 0,
      grams: 0,
    }
    sum.grams += kind === 'lost' ? -grams : grams
    sums.set(key, sum)
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { grams, ...loss }]) => ({ ...loss, weight: kilogramsFromGrams(grams) }))
    .filter(({ weight }) => weight !== 0)
}

const MOST_IDS = 200

/** Loads that were entered in the period and happened before it. */
async function readEarlier(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  { from, before }: PeriodSpan,
): Promise<PeriodFigures['earlier']> {
  if (from === null) return { loads: 0, cameIn: 0, wentOut: 0, movementIds: [] }
  const { rows } = await sql<{ ids: number[]; loads: number; came_in: number; went_out: number }>`
    select coalesce(jsonb_agg(m.id order by m.effective_at, m.id), '[]') as ids, count(*) as loads,
      coalesce(sum(m.weight_grams - m.shrink_grams) filter (where m.destination_record_id is not null and (m.type = 'intake' or r.source = 'planting')), 0)::bigint as came_in,
      coalesce(sum(m.weight_grams) filter (where m.type = 'outbound' and r.source <> 'planting'), 0)::bigint as went_out
    from movements m left join records r on r.keeper_id = m.organisation_id and r.id = m.source_record_id
    where m.organisation_id = ${organisationId} and m.happened_at < ${from} and m.effective_at >= ${from} and m.effective_at < ${before}
      and m.status <> 'deleted'`.execute(db)
  const [row] = rows
  return {
    loads: Number(row?.loads ?? 0),
    cameIn: kilogramsFromGrams(row?.came_in ?? 0),
    wentOut: kilogramsFromGrams(row?.went_out ?? 0),
    movementIds: (row?.ids ?? []).slice(0, MOST_IDS),
  }
}
