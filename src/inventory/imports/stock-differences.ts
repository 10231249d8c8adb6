import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { typeName } from '../../system/commodities/catalogue.ts'
import {
  differencesThere,
  gradeFact,
  listFact,
  nameFact,
  ownerFacts,
  tagsFact,
  type Compared,
} from '../differences.ts'
import type { NewPlace, NewRecord } from '../movements/intakes/new-record.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'
import type { Fact, Difference } from '../../words/terms.ts'
import type { Actor } from '../../http/actor.ts'

/** Rules of rows that name the record of stock. Pure. */

/** Labels of stock, which do not make it other stock. */
export interface LabelledStock {
  id: string
  name: string
  tags: string[]
}

/** Stock whose record a row names, as it is now. */
export interface StockByRecord extends LabelledStock {
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
  actor: Pick<Actor, 'countryISO' | 'language'>,
  named: StockByRecord,
  { places, owner, commodity, body }: NewRecord,
): Message | undefined {
  const [place] = places
  const commodityFact = (id: number): Fact => ({ name: commodityNameFor(actor, id) ?? String(id) })
  // Names alone do not tell: two stores, or two partners, may have one name.
  const compared: (Difference & { isOther: boolean })[] = [
    {
      trait: 'bay',
      isOther: named.bay_id !== place?.bayId,
      there: { name: namedPlace(named) },
      here: { name: bayOf(place) },
    },
    {
      trait: 'owner',
      isOther: named.owner_id !== owner.id,
      ...ownerFacts({ id: named.owner_id, name: named.owner_name }, owner),
    },
    {
      trait: 'commodity',
      isOther: named.commodity_id !== commodity.commodityId,
      there: commodityFact(named.commodity_id),
      here: commodityFact(commodity.commodityId),
    },
    {
      trait: 'harvest year',
      isOther: named.harvest_year !== body.harvestYear,
      there: { name: named.harvest_year },
      here: { name: body.harvestYear },
    },
  ]
  const differences = compared.flatMap(({ isOther, ...each }) => (isOther ? [each] : []))
  return differences.length === 0 ? undefined : message('isOtherStock', { differences })
}

/** Lists a row's differences from the stock whose record it names, which stays as it is. Fields missing from the row are not compared. */
export function stockDifferencesFrom(named: StockByRecord, record: NewRecord): Message[] {
  const { places, commodity } = record
  const typeFact = (id: number): Fact => ({ name: typeName(id) ?? String(id) })
  return [
    ...differencesThere([
      { trait: 'type', there: typeFact(named.type_id), here: typeFact(commodity.typeId) },
      {
        trait: 'grade',
        there: gradeFact(named.grade_id),
        here: commodity.gradeId === null ? undefined : gradeFact(commodity.gradeId),
      },
      {
        trait: 'variety',
        there: nameFact(named.variety),
        here: commodity.variety ? { name: commodity.variety } : undefined,
      },
      {
        trait: 'list of commodity tags',
        there: tagsFact(named.tag_ids),
        here: commodity.tagIds.length === 0 ? undefined : tagsFact(commodity.tagIds),
      },
      ...comparedLabels(named, record),
    ]),
    ...otherWeight(named.grams, gramsFromKilograms(places[0]?.weightKilograms ?? 0)),
  ]
}

/** Lists a row's labels that differ from those of the stock that it joined, or that was entered for the same row before. */
export function otherLabels(there: LabelledStock, record: NewRecord): Message[] {
  return differencesThere(comparedLabels(there, record))
}

function comparedLabels(there: LabelledStock, { body }: NewRecord): Compared[] {
  const tags = body.tags ?? []
  return [
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
  ]
}

/** An export that was sent back with other weights is no count. */
function otherWeight(there: number, here: number): Message[] {
  if (there === here) return []
  return [message('weightDiffers', { there: kilogramsFromGrams(there), here: kilogramsFromGrams(here) })]
}

function namedPlace({ storage_name, bay_name }: StockByRecord): string {
  return [storage_name ?? '', bay_name ?? ''].filter((part) => part !== '').join(', ')
}

function bayOf(place: NewPlace | undefined): string {
  const bay = place?.own?.bays.find(({ id }) => id === place.bayId)
  return [place?.own?.storageName ?? '', bay?.name ?? ''].filter((part) => part !== '').join(', ')
}
