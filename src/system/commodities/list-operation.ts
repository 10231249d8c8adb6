import type { Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { publicRead, type Operation } from '../../http/operation.ts'
import { commoditiesIn } from './localise.ts'
import { listCommodities } from './reads.ts'
import { CommoditiesQuery, Commodity } from './schema.ts'

/** Marks what a caller uses of the catalogue. */
type MarkUsed = (db: Kysely<Tables>, actor: Actor, commodities: Commodity[]) => Promise<Commodity[]>

/** What can be stored and traded: the system and the inventory service both list it, the latter with what the caller uses of it. */
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
        'same in every country; a grade belongs to one. Where `Accept-Language` prefers German or French, `names` has the word. `weight` is the unit in which people in that country read its weights.' +
        isUseKnown,
      query: CommoditiesQuery,
      result: Type.Array(Commodity),
      isResource: true,
      knowsCaller: markUsed !== undefined,
      localise: (commodities, language) => commoditiesIn(language, commodities),
    },
    async (db, { query }, actor) => {
      const commodities = await listCommodities(db, query.countryISO)
      return markUsed && actor ? markUsed(db, actor, commodities) : commodities
    },
  )
}
