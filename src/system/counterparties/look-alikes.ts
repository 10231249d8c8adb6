import { sql, type Kysely } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { tidied } from '../../kernel/names.ts'

/** Names that an organisation knows, by which it can be told that another name is taken for one of them. */
export interface KnownNames {
  /**
   * The known name that a name can be taken for, though it is of another organisation; empty if there is none.
   *
   * @example names.takenFor('Аlpha Farm', beta) // 'Alpha Farm', where the first letter of the given name is Cyrillic
   */
  takenFor(name: string, organisationId: string): string
}

interface Known {
  /** Of an organisation here; null of a partner who is none. */
  id: string | null
  name: string
}

/** Partners that are looked at: more than anybody trades with. */
const MOST_KNOWN = 20_000

/**
 * Reads the names that the caller's organisation knows: its own, its partners', those of organisations that it accepts, and of those whose stock or
 * contracts it has accepted or that have accepted some of its own.
 */
export async function knownNames(db: Kysely<Tables>, { organisationId }: Actor): Promise<KnownNames> {
  const { rows } = await sql<Known>`
    (select o.id::text as id, o.name from organisations o where o.id in (
      select ${organisationId}::uuid
      union select other_id from counterparties where organisation_id = ${organisationId} and stance = 'accepted'
      union select storer_id from confirmations where owner_id = ${organisationId} and status = 'accepted'
      union select owner_id from confirmations where storer_id = ${organisationId} and status = 'accepted'))
    union all
    (select null, p.name from partners p where p.organisation_id = ${organisationId} and p.merged_into is null limit ${MOST_KNOWN})`.execute(
    db,
  )
  return namesAmong(rows)
}

/** Names that are compared by what they look like, as Unicode's table of confusable characters has it. */
export function namesAmong(known: Known[]): KnownNames {
  const byLook = Map.groupBy(
    known.flatMap((each) => looksOf(each.name).map((look) => ({ look, ...each }))),
    ({ look }) => look,
  )
  const ids = new Set(known.map(({ id }) => id))
  return {
    takenFor(name, organisationId) {
      // A name of somebody known is theirs.
      if (ids.has(organisationId)) return ''
      const alike = looksOf(name).flatMap((look) => byLook.get(look) ?? [])
      // A partner that does not use the service, and an organisation of the very name, may well be one.
      return alike.find((each) => each.id !== null || tidied(each.name) !== tidied(name))?.name ?? ''
    },
  }
}

/** The known name that a person or the organisation they write for can be taken for; empty if there is none, or they write for nobody. */
export function takenFor(
  names: KnownNames,
  person: string,
  organisation: string | null,
  organisationId: string | null,
): string {
  if (organisation === null || organisationId === null) return ''
  return names.takenFor(organisation, organisationId) || names.takenFor(person, organisationId)
}

/** Reduces a name to its looks, whatever characters it is written in. As capitals and as small letters, since a capital i is a small L to the eye and to the table. */
function looksOf(name: string): string[] {
  const text = tidied(name).normalize('NFKD')
  const looks = [unhomoglyph(text).toLowerCase(), unhomoglyph(text.toLowerCase())]
  return [...new Set(looks.map((look) => look.replaceAll(/[^\p{L}\p{N}]/gu, '')))].filter(
    (look) => look !== '',
  )
}
