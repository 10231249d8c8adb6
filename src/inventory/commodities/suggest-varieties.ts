import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { sumsBy } from '../../http/search/find.ts'
import { findCommodityNamed, takenNames } from '../../system/commodities/names.ts'
import { listCommodities } from '../../system/commodities/reads.ts'
import { gradeMeant } from '../../system/commodities/understand.ts'
import { recordSearch } from '../records/search-records.ts'
import { rankVarieties, type Candidate } from './variety-rules.ts'

interface VarietiesOf {
  commodity?: number
  commodityType?: number
  /** Only those of grades of these names, the likeliest first. */
  gradeNames?: readonly string[] | undefined
}

/** The query: part of a name, and the commodity and type that it belongs to. */
export interface VarietyQuery extends VarietiesOf {
  query: string
}

/** A variety, and what the text was taken for where it is the name of no variety but of what the variety is of. */
export interface Suggestion {
  key: string
  value: string
  takenFor?: string
}

/**
 * The varieties that a text may mean, best first, at most 20: those of the catalogue of the caller's country, and those
 * of the records that the caller may see. A text that is no variety's name but people's word for a crop means the varieties of that.
 */
export async function suggestVarieties(
  db: Kysely<Tables>,
  actor: Actor,
  asked: VarietyQuery,
): Promise<Suggestion[]> {
  const named = await suggest(db, actor, asked, asked.query)
  if (named.length > 0) return named.map((name) => ({ key: name, value: name }))
  const found = findCommodityNamed(asked.query, actor.countryISO)
  const { commodity: commodityId, commodityType: typeId } = asked
  const isOther = (commodityId ?? found?.commodity.id) !== found?.commodity.id
  if (!found || isOther || (typeId !== undefined && found.type && typeId !== found.type.id)) return []
  const commodityType = found.type?.id ?? typeId
  const meant = { commodity: found.commodity.id, ...(commodityType !== undefined && { commodityType }) }
  const takenFor = takenNames(actor.countryISO, found)
  const varieties = await suggest(db, actor, { ...meant, gradeNames: found.gradeNames }, '')
  return varieties.map((name) => ({ key: name, value: name, takenFor }))
}

async function suggest(db: Kysely<Tables>, actor: Actor, of: VarietiesOf, text: string): Promise<string[]> {
  const candidates = [
    ...(await catalogueVarieties(db, actor.countryISO, of)),
    ...(of.gradeNames?.length ? [] : await ownVarieties(db, actor, of)),
  ]
  return rankVarieties(text, candidates)
}

async function catalogueVarieties(
  db: Kysely<Tables>,
  countryISO: string,
  { commodity, commodityType, gradeNames = [] }: VarietiesOf,
): Promise<Candidate[]> {
  return (await listCommodities(db, countryISO))
    .flatMap(({ items }) => items)
    .filter(({ id }) => commodity === undefined || id === commodity)
    .flatMap(({ types }) => types)
    .filter(({ id }) => commodityType === undefined || id === commodityType)
    .flatMap(({ id, grades }) => {
      const meant = gradeMeant(countryISO, id, gradeNames)
      return gradeNames.length === 0 ? grades : grades.filter((grade) => grade.id === meant?.id)
    })
    .flatMap(({ varieties }) => varieties)
    .map((name) => ({ name, uses: 0 }))
}

async function ownVarieties(
  db: Kysely<Tables>,
  actor: Actor,
  { commodity, commodityType }: VarietiesOf,
): Promise<Candidate[]> {
  const asked = { 'f:commodity': commodity, 'f:commodityType': commodityType }
  const { varieties } = await sumsBy(db, recordSearch, actor, asked, { varieties: ['f:commodityVariety'] })
  return varieties
    .flatMap(({ values: [name], hits: uses }) =>
      name === null || name === undefined ? [] : [{ name, uses }],
    )
    .toSorted((a, b) => b.uses - a.uses || (a.name < b.name ? -1 : 1))
}
