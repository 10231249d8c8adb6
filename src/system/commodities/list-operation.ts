import type { Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { publicRead, type Operation } from '../../http/operation.ts'
import { commoditiesMeant } from './commodities-meant.ts'
import { commoditiesIn } from './localise.ts'
import { listCommodities } from './reads.ts'
import { CommoditiesQuery, Commodity } from './schema.ts'

/** Marks what a caller uses of the catalogue. */
type MarkUsed = (db: Kysely<Tables>, actor: Actor, commodities: Commodity[]) => Promise<Commodity[]>

/** Lists what can be stored and traded. The system and the inventory service both offer it, the latter with what the caller uses of it. */
export function listOperation(markUsed?: MarkUsed): Operation {
  const isUseKnown =
    markUsed === undefined
      ? ''
      : ' With a credential, `used` says what your organisation has had stock or crops of.'
  return publicRead(
    {
      path: '/commodities',
      title: 'Retrieve commodities',
      description:
        'Commodities with their types, grades, known varieties and tags; for each country, crops and produce in separate lists. An id means the ' +
        'same in every country; a grade belongs to one. `names` has the word of the language that `Accept-Language` prefers, if it is another. `weight` is the unit in which people in that country read its weights.' +
        isUseKnown,
      query: CommoditiesQuery,
      result: Type.Array(Commodity),
      isResource: true,
      knowsCaller: markUsed !== undefined,
      isInTheirLanguage: true,
    },
    async (db, { query, language }, actor) => {
      const all = await listCommodities(db, query.countryISO)
      const meant = query.query?.trim() ? commoditiesMeant(all, query.query) : all
      const commodities = commoditiesIn(language, meant)
      return markUsed && actor ? markUsed(db, actor, commodities) : commodities
    },
  )
}
