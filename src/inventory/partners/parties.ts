import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, type Fault, notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { findPartners, savePartner, type FoundPartner } from './known-partners.ts'

/** Somebody the caller trades with: an organisation here, or a partner known by the caller's own id for it. */
export interface Party {
  id: string
  name: string
}

/** A party as a body names it. */
export interface NamedParty {
  id?: string | null | undefined
  name?: string | null | undefined
}

/** The id of an organisation here as we write it, also where another program has it in capitals; any other text as it is. */
export function ourId(text: string): string {
  const small = text.toLowerCase()
  return isId(small) ? small : text
}

/**
 * Who is meant by an id and a name in a body. An organisation that uses this service is called by its own name. Any other id is the
 * caller's own for a trading partner, who is kept from then on; one that is not known yet needs a name, and with the name of a partner
 * that is known it is that partner. A name alone is such an id as well. (docs/decisions/0003-trading-partners.md)
 *
 * @param found the partner, where the caller has looked it up already
 */
export async function resolveParty(
  trx: Transaction,
  actor: Actor,
  { id, name }: NamedParty,
  path: { id: string; name: string },
  found?: FoundPartner | null,
): Promise<Party | Fault> {
  const given = tidied(id ?? '') || tidied(name ?? '')
  if (given === '') return fault(path.id, 'is needed', 'required')
  const ours = ourId(given)
  const known = isId(ours)
    ? await trx.selectFrom('organisations').select('name').where('id', '=', ours).executeTakeFirst()
    : undefined
  if (known) return { id: ours, name: known.name }
  const called = tidied(name ?? '')
  const [partner] =
    found === undefined ? await findPartners(trx, actor, [{ id: given, name: called }]) : [found]
  if (!partner && called === '')
    return fault(path.name, 'is needed for a trading partner that does not use this service', 'required')
  const { party, learned } = partyMeant({ id: given, name: called }, partner ?? null)
  if (learned) savePartner(trx, actor, learned)
  return party
}

/** What is to be kept of a party: a new partner, another name for one, or another id. */
interface Learned extends Party {
  mergedInto: string | null
}

/**
 * The partner that an id and a name mean, and what they tell that was not known. A name that somebody gave a partner stays, and so does
 * that of a merged one; otherwise a partner is called what it was called last.
 */
export function partyMeant(
  given: Party,
  found: FoundPartner | null,
): { party: Party; learned: Learned | null } {
  if (!found) return { party: given, learned: { ...given, mergedInto: null } }
  const { id, name } = found
  if (!found.isById) return { party: { id, name }, learned: { ...given, mergedInto: id } }
  const stays = given.name === '' || found.isNamed || found.isMerged || nameKey(given.name) === nameKey(name)
  if (stays) return { party: { id, name }, learned: null }
  const renamed = { id, name: given.name }
  return { party: renamed, learned: { ...renamed, mergedInto: null } }
}

/** @throws Refusal `invalid_input` for the id of an organisation that uses this service: it has a name of its own */
export async function ensureNoOrganisation(trx: Transaction, id: string): Promise<void> {
  const ours = ourId(id)
  if (!isId(ours)) return
  const row = await trx.selectFrom('organisations').select('name').where('id', '=', ours).executeTakeFirst()
  if (row) refuseFaults([fault('id', `is that of ${row.name}, who uses this service`, 'contradiction')])
}

/**
 * Partners of the caller's, locked in the order of their ids, so that two changes of them come one after the other.
 *
 * @throws Refusal `not_found` where the first is none
 */
export async function lockPartners(
  trx: Transaction,
  { organisationId }: Actor,
  [id, ...others]: [string, ...string[]],
) {
  const rows = await trx
    .selectFrom('partners')
    .select(['id', 'name', 'is_named'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [id, ...others])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const partner = byId.get(id)
  if (!partner) throw notFound('partner', id)
  return { partner, byId }
}
