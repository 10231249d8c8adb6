import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'

import { parseInstant, formatDate } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import {
  areaFact,
  differencesThere,
  gradeFact,
  listFact,
  ownerFacts,
  tagsFact,
  type Compared,
} from '../differences.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'

import { ownerOfRecord } from '../partners/party-names.ts'
import type { Message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'
import type { Fact } from '../../words/terms.ts'

/** A planting that is the same as another, or that itself. */
interface Standing {
  same_as: string
  is_itself: boolean
  owner_id: string
  owner_name: string
  area: string
  grade_id: number | null
  tag_ids: number[]
  expected: number
  planted_on: string | null
  planted_on_precision: string | null
  name: string
  tags: string[]
}

/**
 * Adds to the outcomes of rows whose planting was there already what each row says otherwise, for that planting stays as it is.
 * What a row does not say is not compared. Splits may have made several plantings that are the same: like one of them is like,
 * but for a row that has named its own.
 */
export async function addDifferences<Outcome extends { status: string; id?: string }>(
  trx: Transaction,
  { timeZone }: Pick<Actor, 'timeZone'>,
  outcomes: Outcome[],
  rows: { record: NewRecord | undefined; isNamed?: boolean }[],
): Promise<(Outcome & { message?: Wording[] })[]> {
  const ids = outcomes.flatMap(({ status, id }) => (status === 'unchanged' && id ? [id] : []))
  if (ids.length === 0) return outcomes
  const { rows: found } = await sql<Standing>`
    select known.id as same_as, r.id = known.id as is_itself, r.owner_id, ${ownerOfRecord} as owner_name, coalesce(r.area_hectares, 0) as area, r.grade_id, r.tag_ids,
      coalesce(r.expected_yield_grams_per_hectare, 0) as expected, r.planted_on, r.planted_on_precision, r.name, r.tags
    from records known
    join records r on r.storage_id = known.storage_id and r.source = 'planting' and r.harvest_year = known.harvest_year
      and r.commodity_id = known.commodity_id and r.type_id = known.type_id and lower(r.variety) = lower(known.variety)
    where known.id = any(${ids}::uuid[])
    order by r.created_at, r.id`.execute(trx)
  const standing = Map.groupBy(found, ({ same_as }) => same_as)
  return outcomes.map((outcome, index) => {
    const { record, isNamed = false } = rows[index] ?? {}
    if (outcome.status !== 'unchanged' || !record) return outcome
    const alike = (standing.get(outcome.id ?? '') ?? []).filter((each) => each.is_itself || !isNamed)
    const all = alike.map((there) => differences(there, record, timeZone))
    const message = all.some((each) => each.length === 0) ? [] : (all[0] ?? [])
    return { ...outcome, message }
  })
}

function differences(
  there: Standing,
  { body, owner, commodity, places }: NewRecord,
  timeZone: string,
): Message[] {
  const area = places[0]?.areaHectares
  const expectedYield = body.source.planting?.expectedYield ?? undefined
  const tags = body.tags ?? []
  return differencesThere([
    { trait: 'owner', ...ownerFacts({ id: there.owner_id, name: there.owner_name }, owner) },
    {
      trait: 'area',
      there: areaFact(there.area),
      here: area === undefined ? undefined : areaFact(area),
    },
    {
      trait: 'grade',
      there: gradeFact(there.grade_id),
      here: commodity.gradeId === null ? undefined : gradeFact(commodity.gradeId),
    },
    {
      trait: 'list of commodity tags',
      there: tagsFact(there.tag_ids),
      here: commodity.tagIds.length === 0 ? undefined : tagsFact(commodity.tagIds),
    },
    {
      trait: 'expected yield',
      there: yieldFact(there.expected),
      here: expectedYield === undefined ? undefined : yieldFact(gramsFromKilograms(expectedYield)),
    },
    comparedPlanted(there, body.source.planting, timeZone),
    {
      trait: 'name',
      there: { name: there.name },
      here: body.name === undefined || body.name === null ? undefined : { name: body.name },
    },
    {
      trait: 'list of tags',
      there: listFact(there.tags),
      here: tags.length === 0 ? undefined : listFact(tags),
    },
  ])
}

/** Of a date and a month only the months are compared: the month says less, and nothing else. */
function comparedPlanted(
  { planted_on, planted_on_precision }: Standing,
  planting: NewRecord['body']['source']['planting'],
  timeZone: string,
): Compared {
  const instant = planting?.plantingAtUTC ? parseInstant(planting.plantingAtUTC, timeZone) : undefined
  const isOfMonth = [planted_on_precision, planting?.plantingAtDateType].includes('month')
  const dayFact = (date: string) => (isOfMonth ? { month: date.slice(0, 'yyyy-mm'.length) } : { date })
  return {
    trait: 'planting date',
    there: planted_on === null ? { none: 'none' } : dayFact(planted_on),
    here: instant && dayFact(formatDate(instant, timeZone)),
  }
}

function yieldFact(gramsPerHectare: number): Fact {
  return { kilogramsPerHectare: kilogramsFromGrams(gramsPerHectare) }
}
