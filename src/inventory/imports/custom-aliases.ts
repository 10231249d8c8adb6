import { sql } from 'kysely'
import { isId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import { findCommodityNamed } from '../../system/commodities/names.ts'
import type { ValidateAliases } from '../../system/imports/imports.ts'

/** Something of the caller's, by its id and by its name. */
interface OwnThing {
  what: string
  id: string
  name: string
  /** Of the name under which it was found: of a partner that was merged into another, its own. */
  key: string
}

/** Judges what the caller's own words for crops, places, business units and partners stand for. Ids of others mean nothing. */
export const validateAliases: ValidateAliases = async (db, { organisationId, countryISO }, aliases) => {
  const ofThings = aliases.filter(({ what }) => what !== 'commodity')
  const ids = ofThings.map(({ means }) => means)
  const uuids = ids.map((id) => id.toLowerCase()).filter(isId)
  const keys = ofThings.map(({ word }) => nameKey(word))
  const { rows } =
    ofThings.length === 0
      ? { rows: [] }
      : await sql<OwnThing>`
    select s.type as what, s.id::text as id, s.name, lower(s.name) as key from storages s
    where s.organisation_id = ${organisationId} and (s.id = any(${uuids}::uuid[]) or lower(s.name) = any(${keys}::text[]))
    union all
    select 'businessUnit', u.id::text, u.name, lower(u.name) from business_units u
    where u.organisation_id = ${organisationId} and u.archived_at is null
      and (u.id = any(${uuids}::uuid[]) or lower(u.name) = any(${keys}::text[]))
    union all
    select 'partner', p.id, kept.name, p.name_key from partners p
    join partners kept on kept.organisation_id = p.organisation_id and kept.id = coalesce(p.merged_into, p.id)
    where p.organisation_id = ${organisationId} and (p.id = any(${ids}::text[]) or p.name_key = any(${keys}::text[]))`.execute(
          db,
        )
  const byId = new Map(rows.map(({ what, id, name }) => [`${what} ${id}`, name]))
  const names = new Set(rows.map(({ what, key }) => `${what} ${key}`))
  return aliases.map(({ what, word, means }) => {
    if (what === 'commodity')
      return {
        name: findCommodityNamed(means, countryISO) && means,
        isName: findCommodityNamed(word, countryISO) !== undefined,
      }
    const id = what === 'partner' ? means : means.toLowerCase()
    return { name: byId.get(`${what} ${id}`), isName: names.has(`${what} ${nameKey(word)}`) }
  })
}
