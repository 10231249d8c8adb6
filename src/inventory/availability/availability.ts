import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults, type Fault, notFound } from '../../kernel/errors.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { harvestYearIn } from '../../system/countries/countries.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { record, sender, shareBooks, type Posted, totalsOf, type Recount } from '../ledger/ledger.ts'
import { changeStock, type StockStep } from '../stock/change-stock.ts'
import { commodityFaults, harvestYearFaults, knownCommodity } from '../records/commodity.ts'
import { storedStockName } from '../../system/commodities/stock-names.ts'
import { insertChanges, noteUpdate } from '../stock/note-change.ts'
import { mergeOne } from '../stock/merge-stock.ts'
import { businessUnitFaults } from '../storage/lock-storage.ts'
import { isDeepStrictEqual } from 'node:util'
import { tidyTags } from '../free-tags.ts'
import { lockStoredRecord, type LockedStoredRecord } from '../records/lock-record.ts'
import { gradeFaults, gradeNamed, historyOfChanges } from '../records/update-rules.ts'
import Type, { type Static } from 'typebox'
import { closed, described, Kilograms, maybe, ReferenceIdOrZero } from '../../http/validate/schema.ts'
import { CreateRecordBody } from '../records/bodies.ts'
import { message } from '../../words/catalogue.ts'
import type { ChangedField } from '../../words/stock-terms.ts'

/**
 * The record belongs to these business units from now on, and to no others. For stock that lies in no place. Answers whether it
 * belonged to others before.
 */
export async function setRecordUnits(
  trx: Transaction,
  storerId: string,
  recordId: string,
  businessUnitIds: string[],
): Promise<boolean> {
  const before = await trx
    .deleteFrom('record_business_units')
    .where('storer_id', '=', storerId)
    .where('record_id', '=', recordId)
    .returning('business_unit_id')
    .execute()
  await sql`insert into record_business_units (storer_id, record_id, business_unit_id)
    select distinct ${storerId}::uuid, ${recordId}::uuid, unit from unnest(${businessUnitIds}::uuid[]) unit`.execute(
    trx,
  )
  const wanted = new Set(businessUnitIds)
  return before.length !== wanted.size || before.some((row) => !wanted.has(row.business_unit_id))
}

/** The business units that the record belongs to, archived ones too. */
export async function recordUnits(trx: Transaction, storerId: string, recordId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('record_business_units')
    .select('business_unit_id')
    .where('storer_id', '=', storerId)
    .where('record_id', '=', recordId)
    .execute()
  return rows.map(({ business_unit_id }) => business_unit_id)
}

type Item = CreateAvailabilityBody['commodities'][number]

/**
 * Enters stock of the caller's own that is available to trade: parcels without a place (rules.md §2), and what is sold
 * of each. All or none.
 *
 * @returns the ids of the records, in the order of the body
 * @throws Refusal every fault at once
 */
export async function createAvailability(
  trx: Transaction,
  actor: Actor,
  { commodities }: CreateAvailabilityBody,
): Promise<string[]> {
  const faults: Fault[] = []
  for (const [index, item] of commodities.entries()) {
    const path = `commodities[${index}].`
    faults.push(
      ...commodityFaults(item.commodity, item.type, `${path}commodity`, { mayBeMixed: true }),
      ...harvestYearFaults(item, actor.countryISO, path),
      ...(await businessUnitFaults(trx, actor, `${path}businessUnitIds`, item.businessUnitIds ?? [])),
    )
  }
  refuseFaults(faults)
  await shareBooks(trx, actor.organisationId)
  const { result: ids } = await changeStock(trx, actor, {
    watched: [],
    async *plan() {
      const entered: string[] = []
      for (const item of commodities) entered.push(yield* enter(trx, actor, item))
      return entered
    },
  })
  await appendEvent(trx, actor, { type: 'availability.created', subject: ids.join(','), data: { ids } })
  return ids
}

async function* enter(trx: Transaction, actor: Actor, item: Item): AsyncGenerator<StockStep, string, Posted> {
  const { commodityId, segregation, ...commodity } = knownCommodity(item.commodity)
  const harvestYear = harvestYearIn(item.harvestYear, actor.countryISO)
  const grams = gramsFromKilograms(item.weight)
  const description = { ...commodity, quality: {}, uncleanedShare: 0 }
  const { recordId } = await mergeOne(
    trx,
    actor,
    { storageId: null, bayId: null },
    {
      kind: {
        ownerId: actor.organisationId,
        kind: item.type,
        commodityId,
        harvestYear,
        segregation,
      },
      description,
      grams,
      effectiveAt: actor.now,
      name: storedStockName(actor.countryISO, { commodityId, ...commodity }, harvestYear),
      source: 'trade',
      tags: item.tags ?? [],
    },
  )
  await trx
    .updateTable('records')
    .set({ sold_ahead_grams: gramsFromKilograms(item.soldWeight ?? 0) })
    .where('id', '=', recordId)
    .execute()
  await setRecordUnits(trx, actor.organisationId, recordId, item.businessUnitIds ?? [])
  const [id] = await insertChanges(trx, actor, [
    {
      recordId,
      type: 'created',
      effectiveAt: actor.now,
      message: message('isOfferedWith', { weight: kilogramsFromGrams(grams) }),
      details: { grams, description },
    },
  ])
  if (id === undefined) throw new Error('a change was entered without a number')
  const entries = grams > 0 ? [{ from: sender(actor.organisationId), to: record(recordId), grams }] : []
  yield { postings: [{ id, effectiveAt: actor.now, entries, counts: [] }] }
  return recordId
}

/**
 * Changes what the body gives of stock that is available to trade, and nothing else. Another weight restates what was
 * entered: the first entry is reversed at its own date and posted anew, so nothing counts as lost or gained.
 *
 * @returns the counts since then, which stay as they were counted
 * @throws Refusal `not_found` for a record that is not trade availability; every fault at once; `insufficient_stock`
 *   where more has left by now than the new weight
 */
export async function patchAvailability(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: PatchAvailabilityBody,
): Promise<Recount[]> {
  const kept = await lockStoredRecord(trx, actor, id)
  if (kept.source !== 'trade') throw notFound('trade availability record', id)
  refuseFaults([
    ...gradeFaults(kept, body.commodityGrade, 'commodityGrade'),
    ...(await businessUnitFaults(trx, actor, 'businessUnitIds', body.businessUnitIds ?? [], () =>
      recordUnits(trx, kept.keeper_id, id),
    )),
  ])
  const restated = await restate(trx, actor, kept, body)
  const changes = [
    ...restated.changes,
    ...(await changeColumns(trx, actor, kept, body)),
    ...(await changeUnits(trx, kept, body)),
  ]
  if (changes.length === 0) return []
  const gradeId = gradeAfter(kept, body)
  const details = gradeId === kept.grade_id ? {} : { description: { gradeId } }
  await noteUpdate(trx, actor, id, historyOfChanges(changes), details)
  await appendEvent(trx, actor, {
    type: 'availability.updated',
    subject: id,
    data: { fields: Object.keys(body) },
  })
  return restated.recounts
}

function gradeAfter(
  { grade_id }: LockedStoredRecord,
  { commodityGrade }: PatchAvailabilityBody,
): number | null {
  return commodityGrade === undefined ? grade_id : commodityGrade || null
}

async function changeColumns(
  trx: Transaction,
  actor: Actor,
  kept: LockedStoredRecord,
  body: PatchAvailabilityBody,
): Promise<ChangedField[]> {
  const { soldWeight } = body
  const tags = body.tags && tidyTags(body.tags)
  const soldGrams = soldWeight === undefined ? kept.sold_ahead_grams : gramsFromKilograms(soldWeight ?? 0)
  const gradeId = gradeAfter(kept, body)
  await trx
    .updateTable('records')
    .set({ grade_id: gradeId, sold_ahead_grams: soldGrams, ...(tags && { tags }), updated_at: actor.now })
    .where('id', '=', kept.id)
    .execute()
  const grade = { before: gradeNamed(kept.grade_id), after: gradeNamed(gradeId) }
  const sold = {
    before: kilogramsFromGrams(kept.sold_ahead_grams ?? 0),
    after: kilogramsFromGrams(soldGrams ?? 0),
  }
  const changes: ChangedField[] = [
    ...(gradeId === kept.grade_id ? [] : [{ field: 'grade' as const, ...grade }]),
    ...(soldGrams === kept.sold_ahead_grams ? [] : [{ field: 'soldWeight' as const, ...sold }]),
    ...(!tags || isDeepStrictEqual(tags, kept.tags) ? [] : [{ field: 'freeTags' as const }]),
  ]
  return changes
}

async function changeUnits(
  trx: Transaction,
  { id, keeper_id: storerId }: LockedStoredRecord,
  { businessUnitIds }: PatchAvailabilityBody,
): Promise<ChangedField[]> {
  if (!businessUnitIds) return []
  return (await setRecordUnits(trx, storerId, id, businessUnitIds)) ? [{ field: 'businessUnits' }] : []
}

/** The opening fact says another weight; it keeps its place in time. */
async function restate(
  trx: Transaction,
  actor: Actor,
  { id: recordId }: LockedStoredRecord,
  { commodityWeight }: PatchAvailabilityBody,
): Promise<{ changes: ChangedField[]; recounts: Recount[] }> {
  if (commodityWeight === undefined) return { changes: [], recounts: [] }
  const grams = gramsFromKilograms(commodityWeight)
  const present = (await totalsOf(trx, [recordId], actor.now)).get(recordId)?.initialGrams ?? 0
  if (grams === present) return { changes: [], recounts: [] }
  const { id, effective_at: effectiveAt } = await trx
    .selectFrom('record_changes')
    .select(['id', 'effective_at'])
    .where('record_id', '=', recordId)
    .where('type', '=', 'created')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const entries = grams > 0 ? [{ from: sender(actor.organisationId), to: record(recordId), grams }] : []
  const { outcome } = await changeStock(trx, actor, {
    watched: [],
    async *plan() {
      yield { reverse: [id], postings: [{ id, effectiveAt, entries, counts: [] }] }
    },
  })
  const weights = { before: kilogramsFromGrams(present), after: kilogramsFromGrams(grams) }
  return { changes: [{ field: 'weight', ...weights }], recounts: outcome.recounts }
}

/** Schemas of fields in bodies about trade availability. */

const { type, harvestYear, commodity, tags } = CreateRecordBody.properties

const whatIsSold = 'Kilograms that are sold of it, moved or not; it may be more than there is.'
const SoldWeight = described(Kilograms, whatIsSold)
const BusinessUnitIds = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    description:
      'The business units that it counts to, by id, from GET /api/identity/business-units; in place of those before.',
  }),
)

export const CreateAvailabilityBody = closed({
  commodities: Type.Array(
    closed({
      type,
      harvestYear,
      commodity,
      weight: Kilograms,
      soldWeight: maybe(SoldWeight),
      businessUnitIds: BusinessUnitIds,
      tags,
    }),
    {
      minItems: 1,
      maxItems: 200,
      description: 'What is available: a record for each. All of them are entered, or none.',
    },
  ),
})
export type CreateAvailabilityBody = Static<typeof CreateAvailabilityBody>

export const PatchAvailabilityBody = closed({
  businessUnitIds: BusinessUnitIds,
  commodityGrade: maybe(described(ReferenceIdOrZero, '0 is ungraded, and so is null.')),
  commodityWeight: Type.Optional(Kilograms),
  soldWeight: maybe(described(Kilograms, `${whatIsSold} null is none.`)),
  tags,
})
export type PatchAvailabilityBody = Static<typeof PatchAvailabilityBody>
