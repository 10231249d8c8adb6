import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { sumsBy } from '../../http/search/find.ts'
import { listCommodities } from '../../system/commodities/reads.ts'
import { recordSearch } from '../records/search-records.ts'
import { rankVarieties, type Candidate } from './variety-rules.ts'

/** What is asked for: part of a name, and which commodity and type it is of. */
export interface VarietyQuery {
  query: string
  commodity?: number
  commodityType?: number
}

/**
 * The varieties that a text may mean, best first, at most 20: those of the catalogue of the caller's country, and those
 * of the records that the caller may see.
 */
export async function suggestVarieties(
  db: Kysely<Tables>,
  actor: Actor,
  asked: VarietyQuery,
): Promise<{ key: string; value: string }[]> {
  const candidates = [
    ...(await catalogueVarieties(db, actor.countryISO, asked)),
    ...(await ownVarieties(db, actor, asked)),
  ]
  return rankVarieties(asked.query, candidates).map((name) => ({ key: name, value: name }))
}

async function catalogueVarieties(
  db: Kysely<Tables>,
  countryISO: string,
  { commodity, commodityType }: VarietyQuery,
): Promise<Candidate[]> {
  return (await listCommodities(db, countryISO))
    .flatMap(({ items }) => items)
    .filter(({ id }) => commodity === undefined || id === commodity)
    .flatMap(({ types }) => types)
    .filter(({ id }) => commodityType === undefined || id === commodityType)
    .flatMap(({ grades }) => grades.flatMap(({ varieties }) => varieties))
    .map((name) => ({ name, uses: 0 }))
}

async function ownVarieties(
  db: Kysely<Tables>,
  actor: Actor,
  { commodity, commodityType }: VarietyQuery,
): Promise<Candidate[]> {
  const asked = { 'f:commodity': commodity, 'f:commodityType': commodityType }
  const { varieties } = await sumsBy(db, recordSearch, actor, asked, { varieties: ['f:commodityVariety'] })
  return varieties
    .flatMap(({ values: [name], hits: uses }) =>
      name === null || name === undefined ? [] : [{ name, uses }],
    )
    .toSorted((a, b) => b.uses - a.uses || (a.name < b.name ? -1 : 1))
}
