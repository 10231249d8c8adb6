import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { sayDifferences } from '../differences.ts'
import type { NewRecord } from '../new-records/judge-record.ts'
import { sayGrade } from '../records/update-rules.ts'

/** A planting that is the same as another, or that itself. */
interface Standing {
  same_as: string
  owner_name: string
  area: string
  grade_id: number | null
  expected: number
}

/**
 * Adds to the outcomes of rows whose planting was there already what each row says otherwise, for that planting stays as it is.
 * What a row does not say is not compared. Splits may have made several plantings that are the same: like one of them is like.
 */
export async function tellDifferences<Outcome extends { status: string; id?: string }>(
  trx: Transaction,
  outcomes: Outcome[],
  records: (NewRecord | undefined)[],
): Promise<(Outcome & { message?: string[] })[]> {
  const ids = outcomes.flatMap(({ status, id }) => (status === 'unchanged' && id ? [id] : []))
  if (ids.length === 0) return outcomes
  const { rows } = await sql<Standing>`
    select known.id as same_as, r.owner_name, coalesce(r.area_hectares, 0) as area, r.grade_id,
      coalesce(r.expected_yield_grams_per_hectare, 0) as expected
    from records known
    join records r on r.storage_id = known.storage_id and r.source = 'planting' and r.harvest_year = known.harvest_year
      and r.commodity_id = known.commodity_id and r.type_id = known.type_id and lower(r.variety) = lower(known.variety)
    where known.id = any(${ids}::uuid[])
    order by r.created_at, r.id`.execute(trx)
  const standing = Map.groupBy(rows, ({ same_as }) => same_as)
  return outcomes.map((outcome, index) => {
    const record = records[index]
    if (outcome.status !== 'unchanged' || !record) return outcome
    const all = (standing.get(outcome.id ?? '') ?? []).map((there) => differences(there, record))
    const message = all.some((each) => each.length === 0) ? [] : (all[0] ?? [])
    return { ...outcome, message }
  })
}

function differences(there: Standing, { body, owner, commodity, places }: NewRecord): string[] {
  const area = places[0]?.areaHectares
  const expectedYield = body.source.planting?.expectedYield ?? undefined
  return sayDifferences([
    { what: 'owner', there: there.owner_name, here: owner.name },
    { what: 'area', there: sayArea(there.area), here: area === undefined ? undefined : sayArea(area) },
    {
      what: 'grade',
      there: sayGrade(there.grade_id),
      here: commodity.gradeId === null ? undefined : sayGrade(commodity.gradeId),
    },
    {
      what: 'expected yield',
      there: sayYield(there.expected),
      here: expectedYield === undefined ? undefined : sayYield(gramsFromKilograms(expectedYield)),
    },
  ])
}

function sayArea(hectares: number | string): string {
  return `${Number(hectaresFrom(squareMetres(hectares)))} ha`
}

function sayYield(gramsPerHectare: number): string {
  return `${kilogramsFromGrams(gramsPerHectare)} kg/ha`
}
