import { gramsFromKilograms, sayWeight } from '../../kernel/weight.ts'
import { commodityName, typeName } from '../../system/commodities/catalogue.ts'
import { sayDifferences, sayList, sayOwners, sayTags, type Compared } from '../differences.ts'
import type { NewPlace, NewRecord } from '../movements/intakes/new-record.ts'
import { sayGrade } from '../records/update-rules.ts'

/** Rules of rows that name the record of stock. Pure. */

/** What stock is called, which is not what makes it other stock. */
export interface LabelledStock {
  id: string
  name: string
  tags: string[]
}

/** Stock whose record a row names, as it is now. */
export interface NamedStock extends LabelledStock {
  storage_id: string | null
  storage_name: string | null
  /** None of a crop in a field. */
  bay_id: number | null
  bay_name: string | null
  owner_id: string
  owner_name: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  harvest_year: string
  grams: number
}

/**
 * Why a row cannot mean the record that it names: stock in another bay, of another owner, commodity or year is other stock. Undefined
 * where it can.
 */
export function contradictionOf(
  countryISO: string,
  named: NamedStock,
  { places, owner, commodity, body }: NewRecord,
): string | undefined {
  const [place] = places
  const sayCommodity = (id: number) => commodityName(countryISO, id) ?? String(id)
  // Names alone do not tell: two stores, or two partners, may have one name.
  const traits = [
    { what: 'bay', isOther: named.bay_id !== place?.bayId, there: sayNamedPlace(named), here: sayBay(place) },
    {
      what: 'owner',
      isOther: named.owner_id !== owner.id,
      ...sayOwners({ id: named.owner_id, name: named.owner_name }, owner),
    },
    {
      what: 'commodity',
      isOther: named.commodity_id !== commodity.commodityId,
      there: sayCommodity(named.commodity_id),
      here: sayCommodity(commodity.commodityId),
    },
    {
      what: 'harvest year',
      isOther: named.harvest_year !== body.harvestYear,
      there: named.harvest_year,
      here: body.harvestYear,
    },
  ].filter(({ isOther }) => isOther)
  if (traits.length === 0) return undefined
  const all = traits
    .map(({ what, there, here }) => `its ${what} is ${there} there and ${here} here`)
    .join(', ')
  return `is other stock: ${all}. Put that right, or leave this cell empty to enter the row as more stock`
}

/** What a row says otherwise of the stock whose record it names, which stays as it is. What a row does not say is not compared. */
export function differencesFrom(named: NamedStock, record: NewRecord): string[] {
  const { places, commodity } = record
  const sayType = (id: number) => typeName(id) ?? String(id)
  return [
    ...sayDifferences([
      { what: 'type', there: sayType(named.type_id), here: sayType(commodity.typeId) },
      {
        what: 'grade',
        there: sayGrade(named.grade_id),
        here: commodity.gradeId === null ? undefined : sayGrade(commodity.gradeId),
      },
      { what: 'variety', there: named.variety || 'none', here: commodity.variety || undefined },
      {
        what: 'list of commodity tags',
        there: sayTags(named.tag_ids),
        here: commodity.tagIds.length === 0 ? undefined : sayTags(commodity.tagIds),
      },
      ...comparedLabels(named, record),
    ]),
    ...otherWeight(named.grams, gramsFromKilograms(places[0]?.weightKilograms ?? 0)),
  ]
}

/** What a row calls otherwise than the stock is called that it joined, or that was entered for the same row before. */
export function otherLabels(there: LabelledStock, record: NewRecord): string[] {
  return sayDifferences(comparedLabels(there, record))
}

function comparedLabels(there: LabelledStock, { body }: NewRecord): Compared[] {
  const tags = body.tags ?? []
  return [
    { what: 'name', there: there.name, here: body.name ?? undefined },
    { what: 'list of tags', there: sayList(there.tags), here: tags.length === 0 ? undefined : sayList(tags) },
  ]
}

/** An export that was sent back with other weights is no count. */
function otherWeight(there: number, here: number): string[] {
  return there === here
    ? []
    : [
        `Its weight is ${sayWeight(there)} there and ${sayWeight(here)} here; an import does not change it, a count does.`,
      ]
}

function sayNamedPlace({ storage_name, bay_name }: NamedStock): string {
  return [storage_name ?? '', bay_name ?? ''].filter((part) => part !== '').join(', ')
}

function sayBay(place: NewPlace | undefined): string {
  const bay = place?.own?.bays.find(({ id }) => id === place.bayId)
  return [place?.own?.storageName ?? '', bay?.name ?? ''].filter((part) => part !== '').join(', ')
}
