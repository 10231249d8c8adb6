import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayArea, squareMetres } from '../../kernel/area.ts'
import { parseInstant, sayDate } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { sayDifferences, sayList, sayOwners, sayTags, type Compared } from '../differences.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import { sayGrade } from '../records/update-rules.ts'
import { ownerOfRecord } from '../partners/party-names.ts'

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
export async function tellDifferences<Outcome extends { status: string; id?: string }>(
  trx: Transaction,
  { timeZone }: Pick<Actor, 'timeZone'>,
  outcomes: Outcome[],
  rows: { record: NewRecord | undefined; isNamed?: boolean }[],
): Promise<(Outcome & { message?: string[] })[]> {
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
): string[] {
  const area = places[0]?.areaHectares
  const expectedYield = body.source.planting?.expectedYield ?? undefined
  const tags = body.tags ?? []
  return sayDifferences([
    { what: 'owner', ...sayOwners({ id: there.owner_id, name: there.owner_name }, owner) },
    {
      what: 'area',
      there: sayArea(squareMetres(there.area)),
      here: area === undefined ? undefined : sayArea(squareMetres(area)),
    },
    {
      what: 'grade',
      there: sayGrade(there.grade_id),
      here: commodity.gradeId === null ? undefined : sayGrade(commodity.gradeId),
    },
    {
      what: 'list of commodity tags',
      there: sayTags(there.tag_ids),
      here: commodity.tagIds.length === 0 ? undefined : sayTags(commodity.tagIds),
    },
    {
      what: 'expected yield',
      there: sayYield(there.expected),
      here: expectedYield === undefined ? undefined : sayYield(gramsFromKilograms(expectedYield)),
    },
    comparedPlanted(there, body.source.planting, timeZone),
    { what: 'name', there: there.name, here: body.name ?? undefined },
    { what: 'list of tags', there: sayList(there.tags), here: tags.length === 0 ? undefined : sayList(tags) },
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
  const say = (date: string) => (isOfMonth ? date.slice(0, 'yyyy-mm'.length) : date)
  return {
    what: 'planting date',
    there: planted_on === null ? 'none' : say(planted_on),
    here: instant && say(sayDate(instant, timeZone)),
  }
}

function sayYield(gramsPerHectare: number): string {
  return `${kilogramsFromGrams(gramsPerHectare)} kg/ha`
}
